/// Why OpenStep text ends for CoreFoundation's reader.
struct OpenStepFailure: Error {
  /// The offset in bytes.
  var offset: Int
  /// One line, lower case, no full stop.
  var message: String
  /// Whether it is our limit and not CoreFoundation's.
  var isLimit = false
}

/// Reads OpenStep text (`{ key = value; }`) as CoreFoundation does: dictionaries, arrays, quoted
/// and bare strings, data in hexadecimal, comments, and files of strings without braces.
///
/// It keeps a stack of its own, so that depth is bounded by a number and not by the machine's.
struct OpenStepText {
  /// A dictionary or an array that is open.
  private struct Frame {
    let record: Int
    let isDictionary: Bool
    var count = 0
  }

  /// What is due next.
  private enum Step {
    case value
    case key
    case afterValue
    case done
  }

  private let limits: PlistLimits
  private var scanner: OpenStepScanner
  private var records: [PlistRecord] = []
  private var stack: [Frame] = []
  /// Whether the file is a dictionary without braces.
  private var isStringsFile = false
  /// The record of an element that could not be read to its end; none where it is the highest number.
  private var pending = Int.max
  /// Why elements of arrays were left out.
  private var omissions: [OpenStepFailure] = []

  private init(_ text: UnsafeBufferPointer<UInt8>, _ limits: PlistLimits) {
    self.limits = limits
    scanner = OpenStepScanner(text)
  }

  /// The top value of a text, and why elements of its arrays were left out.
  static func read(
    _ source: SourceText, _ limits: PlistLimits
  ) throws(OpenStepFailure) -> (root: PlistNode, omissions: [OpenStepFailure]) {
    let result: Result<(PlistTape, [OpenStepFailure]), OpenStepFailure> = source.bytes
      .withUnsafeBufferPointer { text in
        var reader = OpenStepText(text, limits)
        do throws(OpenStepFailure) {
          try reader.readFile()
          let tape = PlistTape(source, reader.records, heap: reader.scanner.heap)
          return .success((tape, reader.omissions))
        } catch {
          return .failure(error)
        }
      }
    let (tape, omissions) = try result.get()
    return (PlistNode(tape: tape, index: 0), omissions)
  }

  // MARK: Structure

  private mutating func readFile() throws(OpenStepFailure) {
    guard scanner.skipSpace() else {
      // White space alone is an empty dictionary.
      return records.append(PlistRecord(.dictionary, at: 0, high: 1))
    }
    try readValue()
    guard scanner.skipSpace() else { return }
    guard records.first?.kind == .string else {
      throw scanner.failure("more text after the end of the property list")
    }
    // A string and more: a dictionary whose braces are left out.
    scanner = OpenStepScanner(scanner.text)
    records = [PlistRecord(.dictionary, at: 0)]
    stack = [Frame(record: 0, isDictionary: true)]
    isStringsFile = true
    try run(from: .key)
  }

  private mutating func readValue() throws(OpenStepFailure) { try run(from: .value) }

  private mutating func run(from first: Step) throws(OpenStepFailure) {
    var step = first
    while step != .done {
      do throws(OpenStepFailure) {
        step = try next(step)
      } catch {
        step = try recovered(error)
      }
    }
  }

  private mutating func next(_ step: Step) throws(OpenStepFailure) -> Step {
    switch step {
    case .value: try value()
    case .key: try key()
    case .afterValue: try afterValue()
    case .done: .done
    }
  }

  /// What cannot be read is no element for CoreFoundation: an array that ends right there is whole
  /// without it.
  private mutating func recovered(_ failure: OpenStepFailure) throws(OpenStepFailure) -> Step {
    guard !failure.isLimit else { throw failure }
    while let frame = stack.last {
      let element = pending
      guard !frame.isDictionary, scanner.skipSpace(), scanner.take(")") else {
        pending = stack.removeLast().record
        continue
      }
      records.removeLast(records.count - min(element, records.count))
      pending = .max
      omissions.append(failure)
      return close()
    }
    throw failure
  }

  private mutating func value() throws(OpenStepFailure) -> Step {
    guard stack.count <= 512, stack.count <= limits.depth else {
      throw scanner.failure("more than \(min(limits.depth, 512)) levels of nesting", isLimit: true)
    }
    guard scanner.skipSpace(), let byte = scanner.peek else {
      throw scanner.failure("the text ends where a value is due")
    }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "("):
      let isDictionary = byte == UInt8(ascii: "{")
      stack.append(Frame(record: records.count, isDictionary: isDictionary))
      try append(PlistRecord(isDictionary ? .dictionary : .array, at: scanner.index))
      scanner.index += 1
      return isDictionary ? .key : try startOfElement()
    case UInt8(ascii: "<"): try append(try scanner.data())
    default:
      guard let string = try scanner.string(.string) else {
        throw scanner.failure("\(scanner.character) where a value is due")
      }
      try append(string)
    }
    return .afterValue
  }

  private mutating func append(_ record: PlistRecord) throws(OpenStepFailure) {
    guard records.count < limits.nodes else {
      throw scanner.failure("more than \(limits.nodes) values", isLimit: true)
    }
    records.append(record)
  }

  /// An element of an array, or the end of it; an array may end in a comma.
  private mutating func startOfElement() throws(OpenStepFailure) -> Step {
    guard scanner.skipSpace() else { throw scanner.failure("an array that does not end in `)`") }
    return scanner.startsValue ? .value : try endOfArray()
  }

  private mutating func endOfArray() throws(OpenStepFailure) -> Step {
    guard scanner.skipSpace(), scanner.take(")") else {
      throw scanner.failure("no `,` or `)` after an element of an array")
    }
    return close()
  }

  private mutating func key() throws(OpenStepFailure) -> Step {
    var failure: OpenStepFailure?
    guard scanner.skipSpace(), let key = nextKey(&failure) else {
      // What follows the last entry of a file without braces is not looked at.
      if isStringsFile, stack.count == 1 { return close() }
      guard scanner.skipSpace(), scanner.take("}") else {
        throw failure ?? scanner.failure("a dictionary that does not end in `}`")
      }
      return close()
    }
    try append(key)
    guard scanner.skipSpace() else { throw scanner.failure("no `=` or `;` after a key") }
    if scanner.take("=") { return .value }
    guard scanner.peek == UInt8(ascii: ";") else {
      throw scanner.failure("no `=` or `;` after a key")
    }
    // A key alone stands for itself.
    try append(
      PlistRecord(
        .string, at: Int(key.start), low: Int(key.low), high: Int(key.high),
        isInHeap: key.isInHeap))
    return .afterValue
  }

  /// A key that cannot be read is no key: for CoreFoundation the dictionary may end there.
  private mutating func nextKey(_ failure: inout OpenStepFailure?) -> PlistRecord? {
    do throws(OpenStepFailure) {
      return try scanner.string(.key)
    } catch {
      failure = error
      return nil
    }
  }

  private mutating func afterValue() throws(OpenStepFailure) -> Step {
    guard let top = stack.indices.last else { return .done }
    stack[top].count += 1
    if stack[top].isDictionary {
      guard scanner.skipSpace(), scanner.take(";") else {
        throw scanner.failure("no `;` after a value of a dictionary")
      }
      return .key
    }
    guard scanner.skipSpace() else { throw scanner.failure("an array that does not end in `)`") }
    return scanner.take(",") ? try startOfElement() : try endOfArray()
  }

  private mutating func close() -> Step {
    guard let frame = stack.popLast() else { return .done }
    records[frame.record].low = UInt32(clamping: frame.count)
    records[frame.record].high = UInt32(clamping: records.count)
    return stack.isEmpty ? .done : .afterValue
  }
}
