import Findings

/// Where secrets stand in a file, so that no excerpt shows one.
///
/// What is read is hidden by its place. A file that was not read, or not all of it, is gone through
/// as text as well: what is in no value of ours is a secret all the same.
enum HiddenSecrets {
  /// The text of one secret: where its element begins, and what in it is hidden.
  struct Place {
    let start: Int
    let hidden: Range<Int>
  }

  /// The lines of a file, with a `*` for each character of a secret.
  static func lines(of file: PlistFile) -> SourceLines {
    let ranges = places(in: file).map(\.hidden)
    return ranges.isEmpty ? file.lines : SourceLines(utf8: masked(file.text, ranges))
  }

  /// What the reader says of a file, without what it quotes of secrets.
  static func redacted(_ findings: [Finding], of file: PlistFile) -> [Finding] {
    guard findings.contains(where: { $0.message.utf8.contains(quote) }) else { return findings }
    let secrets = places(in: file)
    if secrets.isEmpty { return findings }
    let text = TextPlaces(file.text)
    return findings.map { finding in
      guard
        let offset = text.offset(line: finding.location.line, column: finding.location.column),
        let secret = secrets.first(where: { $0.start <= offset && offset <= $0.hidden.upperBound })
      else { return finding }
      let content = String(decoding: file.text[secret.hidden], as: UTF8.self)
      var result = finding
      result.message = redacted(finding.message, content)
      return result
    }
  }

  private static let quote = UInt8(ascii: "`")

  /// `message` with an ellipsis for each quotation that stands in `secret`.
  private static func redacted(_ message: String, _ secret: String) -> String {
    let parts = message.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      let words = part.hasSuffix("…") ? part.dropLast() : part
      return index % 2 == 1 && !words.isEmpty && secret.firstRange(of: words) != nil ? "…" : part
    }.joined(separator: "`")
  }

  private static func places(in file: PlistFile) -> [Place] {
    let known = file.root.map { read($0, in: file) } ?? []
    if file.root != nil, file.coreFoundationReads == true { return known }
    return known + SecretText(file.text).places
  }

  /// The texts of the secret values in `root`.
  private static func read(_ root: PlistNode, in file: PlistFile) -> [Place] {
    var positions: [TextPosition] = []
    root.eachLeaf("") { node, leaf in
      if node.isHidden(under: leaf.key) { positions.append(node.position) }
      // Where a whole dictionary stands for a secret, its keys may be it.
      guard leaf.holder(SecretNames.ofApple.contains) != nil else { return }
      positions.append(node.position)
      if let entry = leaf.entry { positions.append(entry.keyPosition) }
    }
    if positions.isEmpty { return [] }
    let places = TextPlaces(file.text)
    return positions.compactMap { places.offset(line: $0.line, column: $0.column) }.map {
      Place(
        start: $0,
        hidden: file.kind == .openstep ? openStep(file.text, at: $0) : content(file.text, at: $0))
    }
  }

  /// What stands in the element that begins at `start`.
  private static func content(_ text: [UInt8], at start: Int) -> Range<Int> {
    guard let tagEnd = text[start...].firstIndex(of: UInt8(ascii: ">")) else {
      return start..<text.count
    }
    // `<string/>` holds nothing.
    if tagEnd > start, text[tagEnd - 1] == UInt8(ascii: "/") { return tagEnd..<tagEnd }
    var place = tagEnd + 1
    while place < text.count {
      let rest = text[place...]
      if rest.starts(withText: "</") { break }
      let asides: [(StaticString, StaticString)] = [
        ("<![CDATA[", "]]>"), ("<!--", "-->"), ("<?", "?>"),
      ]
      if let aside = asides.first(where: { rest.starts(withText: $0.0) }) {
        place = rest.indices.first { text[$0...].starts(withText: aside.1) } ?? text.count
      }
      place += 1
    }
    return (tagEnd + 1)..<min(place, text.count)
  }

  /// The value of a NeXTSTEP-like text that begins at `start`: in quotes, in `<…>`, or a word.
  private static func openStep(_ text: [UInt8], at start: Int) -> Range<Int> {
    guard start < text.count else { return start..<start }
    var place = start + 1
    switch text[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      while place < text.count, text[place] != text[start] {
        place += text[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      return (start + 1)..<min(place, text.count)
    case UInt8(ascii: "<"):
      while place < text.count, text[place] != UInt8(ascii: ">") { place += 1 }
      return (start + 1)..<place
    default:
      while place < text.count, !text[place].isXMLSpace, !";,=(){}\"".utf8.contains(text[place]) {
        place += 1
      }
      return start..<place
    }
  }

  private static func masked(_ text: [UInt8], _ ranges: [Range<Int>]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var copied = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.upperBound > copied {
      let start = max(range.lowerBound, copied)
      bytes += text[copied..<start]
      for byte in text[start..<range.upperBound] {
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          bytes.append(byte)
        } else if byte & 0xC0 != 0x80 {
          bytes.append(UInt8(ascii: "*"))
        }
      }
      copied = range.upperBound
    }
    return bytes + text[copied...]
  }
}
