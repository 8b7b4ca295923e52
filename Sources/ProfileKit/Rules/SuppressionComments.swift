import Findings
import Glibc

/// A comment in a file that takes findings out of the count, or means to.
struct SuppressionComment: Sendable {
  /// What it holds for.
  enum Reach: Sendable { case file, element, line }

  /// Where its `<` stands.
  var position: TextPosition
  /// What it holds for.
  var reach: Reach
  /// The rules it names.
  var rules: [String] = []
  /// The reason it gives.
  var reason = ""
  /// What is wrong with it; one with a mistake suppresses nothing.
  var mistake: String?
  /// What to do about the mistake.
  var advice = "write `pbpolicy:ignore RULE: reason`; until then it suppresses nothing"
  /// The place from which it holds.
  var from: TextPosition
  /// The place up to which it holds.
  var to: TextPosition
}

extension PlistFile {
  /// The comments that begin with `pbpolicy:`, in the order written.
  ///
  /// One pass over the text, whatever it holds: comments are looked for where XML has them, not
  /// in `<![CDATA[…]]>` and not in attributes.
  var suppressionComments: [SuppressionComment] {
    guard text.mention("pbpolicy:") else { return [] }
    var scanner = SuppressionScanner(text)
    return scanner.scan()
  }
}

extension [UInt8] {
  /// Whether the words, of which the last character is rare in profiles, stand anywhere.
  fileprivate func mention(_ words: StaticString) -> Bool {
    withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, words.utf8CodeUnitCount > 0 else { return false }
      let count = words.utf8CodeUnitCount
      let last = Int32(words.utf8Start[count - 1])
      var start = 0
      while let found = memchr(base + start, last, buffer.count - start) {
        let end = base.distance(to: UnsafeRawPointer(found)) + 1
        if end >= count, memcmp(base + end - count, words.utf8Start, count) == 0 { return true }
        start = end
      }
      return false
    }
  }
}

/// Walks a text once and gives each comment the element that follows it.
private struct SuppressionScanner {
  private struct Found {
    var comment: SuppressionComment
    var from: Int
    var to: Int
  }
  private struct Element {
    var isKey: Bool
    /// The comments before it.
    var comments: [Int]
    /// The comments before its key.
    var keyComments: [Int]
  }

  private let bytes: [UInt8]
  private let source: SourceText
  private var found: [Found] = []
  private var open: [Element] = []
  /// Comments that wait for an element to begin.
  private var waiting: [Int] = []
  /// Comments of a key that wait for its value.
  private var ofKey: [Int] = []
  private var index = 0
  private var line = LineStart()
  /// Whether the property list is over: Apple's reader looks no further, nor should comments reach.
  private var isOver = false
  /// Whether a key stands outside of all: the file is a fragment, and has no end of its own.
  private var isFragment = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    source = SourceText(bytes)
  }

  mutating func scan() -> [SuppressionComment] {
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = bytes[start...]
      if rest.starts(withText: "<!--") {
        guard let end = offset(of: "-->", from: start + 4) else { break }
        comment(start, bytes[(start + 4)..<end])
        index = end + 3
      } else if rest.starts(withText: "<![CDATA[") {
        guard let end = offset(of: "]]>", from: start + 9) else { break }
        index = end + 3
      } else if rest.starts(withText: "<?") {
        guard let end = offset(of: "?>", from: start + 2) else { break }
        index = end + 2
      } else {
        guard let end = tagEnd(start) else { break }
        tag(start, end)
        index = end
      }
    }
    let places = open.flatMap { $0.comments + $0.keyComments } + waiting + ofKey
    for place in places { found[place].to = bytes.count }
    return found.map { entry in
      var comment = entry.comment
      comment.from = source.position(of: entry.from)
      comment.to = source.position(of: entry.to)
      return comment
    }
  }

  private func offset(of words: StaticString, from start: Int) -> Int? {
    var place = start
    let first = words.utf8Start[0]
    while place <= bytes.count, let next = bytes[place...].firstIndex(of: first) {
      if bytes[next...].starts(withText: words) { return next }
      place = next + 1
    }
    return nil
  }

  /// The offset after the `>` of a tag; one within quotes does not end it.
  private func tagEnd(_ start: Int) -> Int? {
    var quote: UInt8?
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return place
      }
    }
    return nil
  }

  private mutating func tag(_ start: Int, _ end: Int) {
    if bytes[start...].starts(withText: "<!") { return }
    if bytes[start...].starts(withText: "</") {
      hold(ofKey, upTo: start)
      ofKey = []
      if let element = open.popLast() { close(element, end) }
      return
    }
    for place in waiting { found[place].from = start }
    let name = bytes[(start + 1)..<end].prefix { !$0.isXMLSpace && $0 != 0x3E && $0 != 0x2F }
    let isKey = name.elementsEqual("key".utf8)
    let element = Element(isKey: isKey, comments: waiting, keyComments: ofKey)
    waiting = []
    ofKey = []
    if isKey, open.isEmpty { isFragment = true }
    if bytes[end - 2] == UInt8(ascii: "/") { close(element, end) } else { open.append(element) }
  }

  /// What holds for a key holds for its value too.
  private mutating func close(_ element: Element, _ end: Int) {
    if open.isEmpty, !isFragment { isOver = true }
    hold(element.keyComments, upTo: end)
    if element.isKey { ofKey = element.comments } else { hold(element.comments, upTo: end) }
  }

  private mutating func hold(_ comments: [Int], upTo end: Int) {
    for place in comments { found[place].to = end }
  }

  private mutating func comment(_ start: Int, _ content: ArraySlice<UInt8>) {
    let words = content.drop { $0.isXMLSpace }
    guard words.starts(withText: "pbpolicy:") else { return }
    var comment = SuppressionComment(reading: String(decoding: words, as: UTF8.self))
    comment.position = source.position(of: start)
    if isOver, comment.mistake == nil {
      comment.mistake = "a comment behind the end of the property list, where no reader looks"
      comment.advice = "put it before the element it is about; there it suppresses nothing"
    }
    line.move(to: start, in: bytes)
    let after = bytes[(content.endIndex + 3)...].first { $0 != 0x20 && $0 != 0x09 }
    let isLast = after == nil || after == 0x0A || after == 0x0D
    if comment.reach == .element, line.isFilled, isLast { comment.reach = .line }
    switch comment.reach {
    case .file: found.append(Found(comment: comment, from: 0, to: bytes.count))
    case .line: found.append(Found(comment: comment, from: line.offset, to: start))
    case .element:
      waiting.append(found.count)
      found.append(Found(comment: comment, from: -1, to: start))
    }
  }
}

/// Where the line of a place begins, for places that only go forward.
private struct LineStart {
  private(set) var offset = 0
  /// Whether anything but white space stands between.
  private(set) var isFilled = false
  private var place = 0

  mutating func move(to end: Int, in bytes: [UInt8]) {
    for index in place..<max(place, end) {
      if bytes[index] == 0x0A || bytes[index] == 0x0D {
        offset = index + 1
        isFilled = false
      } else if !bytes[index].isXMLSpace {
        isFilled = true
      }
    }
    place = max(place, end)
  }
}

extension SuppressionComment {
  /// Reads `pbpolicy:ignore RULE, RULE: reason` and `pbpolicy:ignore-file RULE: reason`.
  init(reading text: String) {
    let start = TextPosition(line: 0, column: 0)
    self.init(position: start, reach: .element, from: start, to: start)
    let words = text.dropFirst("pbpolicy:".count)
    let verb = words.prefix { !$0.isWhitespace && $0 != ":" }
    switch verb {
    case "ignore": reach = .element
    case "ignore-file": reach = .file
    default:
      mistake =
        "expected `ignore` or `ignore-file` after `pbpolicy:`, found `\(shown(String(verb)))`"
      return
    }
    let rest = words.dropFirst(verb.count)
    let names = rest.prefix { $0 != ":" }
    rules = names.split { $0 == "," || $0.isWhitespace }.map(String.init)
    reason = rest.dropFirst(names.count + 1).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    if rules.isEmpty {
      mistake = "expected a rule after `pbpolicy:\(verb)`, found none"
    } else if let stranger = rules.first(where: { !Self.known.contains($0) }) {
      let near = nearestName(to: stranger, among: Self.known)
      mistake =
        "there is no rule `\(shown(stranger))`\(near.map { "; did you mean `\($0)`?" } ?? "")"
    } else if let own = rules.first(where: { Rule.beyondComments.contains($0) }) {
      mistake =
        "`\(own)` cannot be suppressed"
        + (Rule.aboutTheFile.contains(RuleID(own))
          ? " from inside a file: it is about the file as a whole" : "")
      advice =
        "take it out of the comment, which suppresses nothing so; a run leaves a rule out with `--ignore`"
    } else if reason.isEmpty {
      mistake = "expected a reason after the rule, found none"
    }
  }

  private static let known = Set(allRules.map(\.id.name))
}
