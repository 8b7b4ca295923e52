/// Characters that XML 1.0 forbids and Apple's reader keeps, replaced for the time of parsing by
/// characters that stand nowhere in the text.
struct StandIns {
  private let base: UInt32

  /// Looks for a stretch of the last private plane that `bytes` do not use; nil if none is free.
  init?(for bytes: [UInt8]) {
    var used: Set<UInt32> = []
    for index in bytes.indices where bytes[index] == 0xF4 && index + 2 < bytes.count {
      used.insert(UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]))
    }
    let free = stride(from: UInt32(0x100000), to: 0x10F000, by: 64).first { base in
      let text = Array(String(UnicodeScalar(base).map(Character.init) ?? "?").utf8)
      return text.count == 4 && !used.contains(UInt32(text[1]) << 8 | UInt32(text[2]))
    }
    guard let free else { return nil }
    base = free
  }

  /// The stand-in for a control character (below 0x20), U+FFFE (0x20) or U+FFFF (0x21).
  func standIn(_ index: UInt8) -> String {
    UnicodeScalar(base + UInt32(index)).map { String(Character($0)) } ?? " "
  }

  /// The text with the characters that were meant.
  func restored(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isStandIn($0) }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isStandIn(scalar) else {
        result.append(scalar)
        continue
      }
      let index = scalar.value - base
      let meant = index < 0x20 ? index : 0xFFFE + index - 0x20
      result.append(UnicodeScalar(meant) ?? scalar)
    }
    return String(result)
  }

  private func isStandIn(_ scalar: UnicodeScalar) -> Bool {
    scalar.value >= base && scalar.value < base + 34
  }
}

/// A text that Apple's reader takes and libxml2 does not, made into one that libxml2 takes.
///
/// It walks the text as CoreFoundation does: the declaration, the document type, comments,
/// processing instructions and attributes are skipped whatever they hold, forbidden characters
/// in text are kept, and everything after the first element is ignored. Offsets are kept: those
/// into the prepared text can be asked for in the original.
struct Preparation {
  private(set) var bytes: [UInt8] = []
  let standIns: StandIns
  private let source: [UInt8]
  private var edits: [(prepared: Int, source: Int)] = [(0, 0)]
  private var index = 0
  private var open = 0
  private var isInScalar = false
  private var isInString = false
  private var isDone = false

  /// Nil where Apple's reader does not get to the end of the first element either.
  init?(_ source: [UInt8]) {
    guard let standIns = StandIns(for: source) else { return nil }
    self.source = source
    self.standIns = standIns
    bytes.reserveCapacity(source.count)
    while index < source.count, !isDone {
      guard source[index] == UInt8(ascii: "<") ? markup() : text() else { return nil }
    }
    guard isDone else { return nil }
  }

  /// The offset in the original of an offset in the prepared text.
  func original(_ offset: Int) -> Int {
    var low = 0
    var high = edits.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if edits[middle].prepared <= offset { low = middle } else { high = middle }
    }
    return edits[low].source + offset - edits[low].prepared
  }

  // MARK: Steps; each returns false where Apple's reader would stop

  private mutating func markup() -> Bool {
    let rest = source[index...]
    if rest.starts(withText: "<?") { return skip(through: "?>", from: 2) }
    if rest.starts(withText: "<!--") { return skip(through: "-->", from: 4) }
    if rest.starts(withText: "<![CDATA[") { return section() }
    if rest.starts(withText: "<!DOCTYPE") { return documentType() }
    guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
    if rest.starts(withText: "</") {
      copy(upTo: end + 1)
      open -= 1
      isInScalar = false
      isDone = open <= 0
      return open >= 0
    }
    return startTag(end)
  }

  private mutating func startTag(_ end: Int) -> Bool {
    let isEmpty = source[end - 1] == UInt8(ascii: "/")
    let inner = source[(index + 1)..<(isEmpty ? end - 1 : end)]
    let name = inner.prefix { !$0.isXMLSpace }
    guard !isInScalar, !name.isEmpty,
      name.allSatisfy({ $0 < 0x80 && Character(UnicodeScalar($0)).isLetter })
    else { return false }
    copy(upTo: index + 1 + name.count)
    blank(upTo: isEmpty ? end - 1 : end)
    copy(upTo: end + 1)
    if isEmpty {
      isDone = open == 0
    } else {
      open += 1
      let text = String(decoding: name, as: UTF8.self)
      isInScalar = !["plist", "dict", "array"].contains(text)
      isInString = ["string", "key"].contains(text)
    }
    return true
  }

  private mutating func skip(through mark: StaticString, from length: Int) -> Bool {
    guard !isInScalar, let end = find(mark, from: index + length) else { return false }
    blank(upTo: end)
    return true
  }

  private mutating func documentType() -> Bool {
    guard open == 0, let end = source[index...].firstIndex(of: UInt8(ascii: ">")),
      !source[index..<end].contains(UInt8(ascii: "["))
    else { return false }
    blank(upTo: end + 1)
    return true
  }

  private mutating func section() -> Bool {
    guard isInScalar, let end = find("]]>", from: index + 9) else { return false }
    copy(upTo: index + 9)
    while index < end - 3 { character() }
    copy(upTo: end)
    return true
  }

  private mutating func text() -> Bool {
    if open == 0 {
      guard source[index].isXMLSpace else { return false }
      blank(upTo: index + 1)
    } else if source[index] == UInt8(ascii: "&") {
      if isInScalar, !isInString { replace(1, by: "*") } else { reference() }
    } else if source[index] == UInt8(ascii: "]"), source[index...].starts(withText: "]]>") {
      copy(upTo: index + 2)
      replace(1, by: "&gt;")
    } else {
      character()
    }
    return true
  }

  private mutating func reference() {
    guard index + 1 < source.count, source[index + 1] == UInt8(ascii: "#") else {
      return copy(upTo: index + 1)
    }
    let body = source[index...].prefix(12)
    guard let end = body.firstIndex(of: UInt8(ascii: ";")) else {
      return copy(upTo: index + 1)
    }
    let digits = String(decoding: body[(index + 2)..<end], as: UTF8.self)
    let number: UInt32? =
      digits.isEmpty || digits == "x"
      ? 0 : digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, let stand = Self.standInIndex(of: number) else {
      return copy(upTo: index + 1)
    }
    replace(end + 1 - index, by: standIns.standIn(stand))
  }

  private mutating func character() {
    let byte = source[index]
    if let stand = Self.standInIndex(of: UInt32(byte)) {
      replace(1, by: standIns.standIn(stand))
    } else if byte == 0xEF, source[index...].starts(with: [0xEF, 0xBF, 0xBE]) {
      replace(3, by: standIns.standIn(0x20))
    } else if byte == 0xEF, source[index...].starts(with: [0xEF, 0xBF, 0xBF]) {
      replace(3, by: standIns.standIn(0x21))
    } else {
      copy(upTo: index + 1)
    }
  }

  private static func standInIndex(of number: UInt32) -> UInt8? {
    switch number {
    case 0x09, 0x0A, 0x0D: nil
    case 0..<0x20: UInt8(number)
    case 0xFFFE, 0xFFFF: UInt8(number - 0xFFFE) + 0x20
    default: nil
    }
  }

  private func find(_ mark: StaticString, from start: Int) -> Int? {
    let length = mark.utf8CodeUnitCount
    let last = mark.utf8Start[length - 1]
    var place = start + length - 1
    while place < source.count {
      if source[place] == last, source[(place + 1 - length)...].starts(withText: mark) {
        return place + 1
      }
      place += 1
    }
    return nil
  }

  private mutating func copy(upTo end: Int) {
    bytes.append(contentsOf: source[index..<end])
    index = end
  }

  private mutating func blank(upTo end: Int) {
    bytes.append(contentsOf: repeatElement(0x20, count: max(0, end - index)))
    index = max(index, end)
  }

  private mutating func replace(_ count: Int, by text: String) {
    bytes.append(contentsOf: text.utf8)
    index += count
    edits.append((bytes.count, index))
  }
}
