/// Secrets in a text that is no well-formed property list: after a `<key>` whose name says so,
/// everything that is not a tag, up to the next key.
struct SecretText {
  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// What is to be hidden.
  var places: [HiddenSecrets.Place] {
    var places: [HiddenSecrets.Place] = []
    var place = 0
    while let open = find("<key", from: place) {
      guard let start = text[open...].firstIndex(of: UInt8(ascii: ">")) else { break }
      let end = text[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
      place = max(end, open + 1)
      let name = String(decoding: text[(start + 1)..<end], as: UTF8.self)
      guard SecretNames.contain(name.trimmed) else {
        continue
      }
      if text[end...].starts(withText: "</key>") { place = end + 6 }
      let stop = stop(after: place)
      places += secrets(place..<stop).map { .init(start: place, hidden: $0) }
      place = stop
    }
    return places
  }

  /// The end of the value that begins at `start`: what stands in a dictionary of its own is all of
  /// it, and a value that is a `<key>` as well.
  private func stop(after start: Int) -> Int {
    let rest = text[start...].drop { $0.isXMLSpace }
    let dictionary: StaticString = "</dict>"
    if rest.starts(withText: "<dict>") {
      return find(dictionary, from: start) ?? text.count
    }
    let from = rest.starts(withText: "<key>") ? rest.startIndex + 5 : start
    return min(find("<key", from: from) ?? text.count, find(dictionary, from: from) ?? text.count)
  }

  /// What is neither a tag of property lists nor white space between tags.
  private func secrets(_ range: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = range.lowerBound
    var place = start
    func close() {
      if text[start..<place].contains(where: { !$0.isXMLSpace }) { ranges.append(start..<place) }
    }
    while place < range.upperBound {
      guard let length = tagLength(at: place) else {
        place += 1
        continue
      }
      close()
      place = min(place + length, range.upperBound)
      start = place
    }
    close()
    return ranges
  }

  private func tagLength(at place: Int) -> Int? {
    guard text[place] == UInt8(ascii: "<") else { return nil }
    let name = text[place...].prefix(12).drop { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "/") }
    let word = String(
      decoding: name.prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }, as: UTF8.self)
    let tail = text[(name.startIndex + word.utf8.count)...].prefix(2)
    guard Self.tags.contains(word) else { return nil }
    if tail.first == UInt8(ascii: ">") { return tail.startIndex + 1 - place }
    return tail.starts(withText: "/>") ? tail.startIndex + 2 - place : nil
  }

  private static let tags: Set<String> = [
    "string", "data", "integer", "real", "date", "true", "false", "dict", "array", "key", "plist",
  ]

  private func find(_ part: StaticString, from start: Int) -> Int? {
    var place = start
    while place < text.count {
      guard let next = text[place...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
      if text[next...].starts(withText: part) { return next }
      place = next + 1
    }
    return nil
  }
}

extension String {
  /// It without white space around it.
  fileprivate var trimmed: String {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
