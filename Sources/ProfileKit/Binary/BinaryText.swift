/// A binary property list written out as XML, and what XML could not say of it.
struct BinaryText {
  private(set) var text = PlistText()
  /// What was left out or changed, by offset into the text.
  private(set) var issues: [PlistIssue] = []
  /// Whether anything but a null was there to write.
  private(set) var hasRoot = true

  private let objects: BinaryObjects
  private let limits: PlistLimits
  private var values = 0

  /// A container that is being written.
  private struct Frame {
    var elements: [Int]
    /// The keys by place, for a dictionary; nil for an element that is left out.
    var keys: [String?]?
    var next = 0
  }

  /// Writes everything that the top object leads to.
  init(_ objects: BinaryObjects, _ limits: PlistLimits) throws(BinaryFailure) {
    self.objects = objects
    self.limits = limits
    try write()
    text.finish()
  }

  private mutating func write() throws(BinaryFailure) {
    var stack: [Frame] = []
    if isSayable(objects.trailer.top, place: "the top value") {
      if let frame = try value(objects.trailer.top) { stack.append(frame) }
    } else {
      hasRoot = false
    }
    while let top = stack.indices.last {
      let index = stack[top].next
      guard index < stack[top].elements.count else {
        text.close(stack.removeLast().keys == nil ? "array" : "dict")
        continue
      }
      stack[top].next += 1
      let child = stack[top].elements[index]
      if let keys = stack[top].keys {
        guard let key = keys[index] else { continue }
        guard isSayable(child, place: "the value of `\(shown(key, 80))`") else { continue }
        text.key(key)
      } else if !isSayable(child, place: "an element of an array") {
        continue
      }
      if let frame = try value(child) { stack.append(frame) }
    }
  }

  private mutating func note(_ message: String) {
    if issues.count < limits.findings {
      issues.append(
        PlistIssue(kind: .silentlyChanged, offset: text.bytes.count, message: message))
    }
  }

  /// Whether XML has an element for it; notes it where not.
  private mutating func isSayable(_ offset: Int, place: String) -> Bool {
    switch objects.objects[offset] {
    case .null, nil:
      note("\(place) is null, which only binary property lists have; it is left out here")
      return false
    case .date(let seconds) where !(abs(seconds) < Self.farthest):
      note("\(place) is a date beyond all calendars; it is left out here")
      return false
    default: return true
    }
  }

  /// Nearly a billion years.
  private static let farthest = 3e16
  /// From 1970 to 2001, in seconds.
  private static let epoch = 978_307_200.0

  /// Writes a value, or opens one that holds others.
  private mutating func value(_ offset: Int) throws(BinaryFailure) -> Frame? {
    values += 1
    guard values <= limits.nodes, text.bytes.count <= limits.bytes else {
      throw .limit(
        values > limits.nodes
          ? "more than \(limits.nodes) values; reading stopped there"
          : "more than \(limits.bytes) bytes when written as XML; reading stopped there")
    }
    switch objects.objects[offset] {
    case nil, .null: return nil
    case .boolean(let flag): text.boolean(flag)
    case .integer(let number): text.integer(number)
    case .largeInteger(let number): text.integer(number)
    case .real(let number): text.real(number)
    case .date(let seconds): text.date(Int64((seconds + Self.epoch).rounded(.down)))
    case .data(let range):
      try room(for: range)
      text.data(objects.bytes[range])
    case .ascii(let range), .utf16(let range):
      try room(for: range)
      text.string(string(offset))
    case .uid(let number): text.uid(number)
    case .set(let elements):
      note("a set, which only binary property lists have; it is shown as an array")
      return open("array", Frame(elements: elements))
    case .array(let elements): return open("array", Frame(elements: elements))
    case .dictionary(let keys, let values):
      return open("dict", Frame(elements: values, keys: try names(keys)))
    }
    return nil
  }

  private func room(for range: Range<Int>) throws(BinaryFailure) {
    guard range.count <= limits.bytes - text.bytes.count else {
      throw .limit("more than \(limits.bytes) bytes when written as XML; reading stopped there")
    }
  }

  private mutating func open(_ name: StaticString, _ frame: Frame) -> Frame? {
    if frame.elements.isEmpty {
      text.empty(name)
      return nil
    }
    text.open(name)
    return frame
  }

  /// The keys of a dictionary in words; nil for one that is no text or stood there before, since
  /// Apple's reader takes the first.
  private mutating func names(_ keys: [Int]) throws(BinaryFailure) -> [String?] {
    // By letters: the names of one key in two normal forms are two keys.
    var seen: Set<[UInt8]> = []
    var result: [String?] = []
    result.reserveCapacity(keys.count)
    for key in keys {
      switch objects.objects[key] {
      case .ascii(let range), .utf16(let range):
        try room(for: range)
        let name = string(key)
        let isFirst = seen.insert(Array(name.utf8)).inserted
        if !isFirst {
          note("key `\(shown(name, 80))` stands twice; Apple's reader takes the first")
        }
        result.append(isFirst ? name : nil)
      default:
        note("a key that is no text, which only binary property lists have; it is left out here")
        result.append(nil)
      }
    }
    return result
  }

  /// The text at `offset`; halves of surrogate pairs, which stand for nothing, become U+FFFD.
  private mutating func string(_ offset: Int) -> String {
    switch objects.objects[offset] {
    case .ascii(let range):
      let bytes = objects.bytes[range]
      if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
      note("ASCII text with bytes beyond ASCII; Apple's reader takes them for Latin-1, others fail")
      return String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    case .utf16(let range):
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
        UInt16(objects.bytes[$0]) << 8 | UInt16(objects.bytes[$0 + 1])
      }
      if let text = String(validating: units, as: UTF16.self) { return text }
      note("text with half a character (an unpaired surrogate); it is read as U+FFFD")
      return String(decoding: units, as: UTF16.self)
    default: return ""
    }
  }
}
