/// A text that Apple's reader takes and libxml2 does not, made into one that libxml2 takes.
///
/// It walks the text as CoreFoundation does: the declaration, the document type, comments,
/// processing instructions and attributes are skipped whatever they hold, and everything after
/// the first element is ignored. All of these become spaces, and what libxml2 could not take in
/// texts becomes asterisks, each byte for byte: offsets stay, and texts are read from the file.
struct Preparation {
  private(set) var bytes: [UInt8]
  private let source: [UInt8]
  private var index = 0
  private var open = 0
  private var isInScalar = false
  private var isDone = false

  /// Nil where Apple's reader does not get to the end of the first element either.
  init?(_ source: [UInt8]) {
    self.source = source
    bytes = source
    while index < source.count, !isDone {
      guard source[index] == UInt8(ascii: "<") ? markup() : text() else { return nil }
    }
    guard isDone else { return nil }
    bytes.removeLast(source.count - index)
    bytes.append(contentsOf: repeatElement(0x20, count: source.count - index))
  }

  // MARK: Steps; each returns false where Apple's reader would stop

  private mutating func markup() -> Bool {
    let rest = source[index...]
    // Inside an element `<?>` is whole for Apple's reader; before the first, `<!---->` is not.
    let isInside = open > 0
    if rest.starts(withText: "<?") { return skip(through: "?>", from: isInside ? 1 : 2) }
    if rest.starts(withText: "<!--") { return skip(through: "-->", from: isInside ? 4 : 5) }
    if rest.starts(withText: "<![CDATA[") { return section() }
    if rest.starts(withText: "<!DOCTYPE") { return documentType() }
    guard let end = find(">", from: index) else { return false }
    if rest.starts(withText: "</") {
      index = end
      open -= 1
      isInScalar = false
      isDone = open <= 0
      return open >= 0
    }
    return startTag(end - 1)
  }

  private mutating func startTag(_ end: Int) -> Bool {
    let isEmpty = source[end - 1] == UInt8(ascii: "/")
    let inner = source[(index + 1)..<max(index + 1, isEmpty ? end - 1 : end)]
    let name = inner.prefix { !$0.isXMLSpace }
    guard !isInScalar, !name.isEmpty,
      name.allSatisfy({ $0 < 0x80 && Character(UnicodeScalar($0)).isLetter })
    else { return false }
    index = name.endIndex
    blank(upTo: inner.endIndex)
    index = end + 1
    if isEmpty {
      isDone = open == 0
    } else {
      open += 1
      isInScalar = !["plist", "dict", "array"].contains(String(decoding: name, as: UTF8.self))
    }
    return true
  }

  private mutating func skip(through mark: StaticString, from length: Int) -> Bool {
    guard !isInScalar, let end = find(mark, from: index + length) else { return false }
    blank(upTo: end)
    return true
  }

  private mutating func documentType() -> Bool {
    guard open == 0, let end = find(">", from: index),
      !source[index..<end].contains(UInt8(ascii: "["))
    else { return false }
    blank(upTo: end)
    return true
  }

  private mutating func section() -> Bool {
    guard isInScalar, let end = find("]]>", from: index + 9) else { return false }
    index += 9
    while index < end - 3 { mask() }
    index = end
    return true
  }

  private mutating func text() -> Bool {
    guard open > 0 || source[index].isXMLSpace else { return false }
    mask()
    return true
  }

  /// Passes over one byte of text: libxml2 need not know what it is.
  private mutating func mask() {
    let byte = source[index]
    let isSafe = byte.isXMLSpace || byte > 0x20 && byte < 0x80
    if !isSafe || byte == UInt8(ascii: "&") || byte == UInt8(ascii: ">") {
      bytes[index] = UInt8(ascii: "*")
    }
    index += 1
  }

  /// The place after the next `mark`.
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

  private mutating func blank(upTo end: Int) {
    while index < end {
      bytes[index] = 0x20
      index += 1
    }
  }
}
