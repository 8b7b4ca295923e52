import Glibc

/// Builds the tape of a property list from XML events, and notes where CoreFoundation's reader
/// would stop.
struct PlistBuilder {
  /// An element that is open.
  struct Frame {
    let element: PlistElement
    let isEmptyTag: Bool
    /// Whether a section, comment or instruction stood in it.
    var hasMarkup = false
    /// The offset of its `<`.
    let start: Int
    /// The offset of what follows its start tag.
    let contentAt: Int
    /// Where its record, or the first of what it holds, stands.
    let record: Int
    /// How many values or entries stand in it so far.
    var count = 0
    /// The record of a key without a value; -1 for none.
    var pendingKey = -1
  }

  /// What the parser is given.
  let tags: UnsafeBufferPointer<UInt8>
  /// What the file holds: of the same length, and the same but for what libxml2 would not take.
  let text: UnsafeBufferPointer<UInt8>
  let limits: PlistLimits
  private(set) var stack: [Frame] = []
  private var nodes = 0
  private var depth = 0
  private var lastEnd = 0
  private var counts: [PlistIssue.Kind: Int] = [:]
  private(set) var root: Int?
  private(set) var issues: [PlistIssue] = []
  /// Whether to go on: false once a limit was passed.
  private(set) var wantsMore = true
  /// Whether Apple's reader sees a tag, a comment or a document type end elsewhere than XML does.
  private(set) var hasEarlyEnd = false
  /// Whether a carriage return in a text is still to be told of; most files have none anywhere.
  var watchesReturns: Bool
  var records: [PlistRecord] = []
  var heap: [UInt8] = []

  init(
    tags: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, limits: PlistLimits
  ) {
    self.tags = tags
    self.text = text
    self.limits = limits
    watchesReturns = text.baseAddress.map { memchr($0, 0x0D, text.count) != nil } ?? false
    // Elements take thirty bytes on the average and seven at least; memory that is never touched
    // costs a large file nothing.
    let guess = text.count / (text.count > 1 << 20 ? 7 : 24)
    records.reserveCapacity(min(limits.nodes, guess + 8))
  }

  /// Whether Apple's reader would have taken all of it.
  var isRefusedByApple: Bool {
    counts[.refusedByApple] != nil || counts[.internalSubset] != nil || counts[.limit] != nil
  }

  mutating func note(_ kind: PlistIssue.Kind, at offset: Int, _ message: String) {
    counts[kind, default: 0] += 1
    if counts[kind, default: 0] <= limits.findings {
      issues.append(PlistIssue(kind: kind, offset: offset, message: message))
    }
  }

  mutating func refuse(at offset: Int, _ message: String) {
    note(.refusedByApple, at: offset, message)
  }

  private mutating func stop(_ kind: PlistIssue.Kind, at offset: Int, _ message: String) {
    note(kind, at: offset, message)
    wantsMore = false
  }

  // MARK: Events, with byte offsets into what the parser is given

  /// A start tag: the offsets of its `<` and of what follows its `>`.
  mutating func startElement(
    _ element: PlistElement, from: Int, contentAt: Int, isEmptyTag: Bool, name: () -> String
  ) {
    guard wantsMore else { return }
    nodes += 1
    if nodes > limits.nodes {
      return stop(.limit, at: from, "more than \(limits.nodes) elements")
    }
    checkGap()
    let outer = stack.last?.element ?? .other
    if !outer.isContainer {
      refuse(at: from, "`<\(shown(name()))>` inside `<\(outer.name)>`")
    } else if element == .other {
      refuse(at: from, "unknown element `<\(shown(name()))>`\(PlistElement.advice(for: name()))")
    }
    if contentAt - from != element.nameLength + (isEmptyTag ? 3 : 2) {
      checkTag(from, contentAt, name)
    }
    let record = records.count
    if element == .dict || element == .array {
      enterLevel(at: from)
      records.append(PlistRecord(element == .dict ? .dictionary : .array, at: from))
    }
    if stack.count > limits.depth * 2 {
      return stop(.limit, at: from, "more than \(limits.depth) levels of nesting")
    }
    stack.append(
      Frame(
        element: element, isEmptyTag: isEmptyTag, start: from, contentAt: contentAt, record: record)
    )
    lastEnd = contentAt
  }

  /// An end tag, or the end of an empty element: the offset of its `<` and of what follows it.
  mutating func endElement(from: Int, to: Int) {
    guard wantsMore else { return }
    checkGap()
    guard let frame = stack.popLast() else { return }
    lastEnd = to
    switch frame.element {
    case .other:
      truncate(to: frame.record)
      dropValue()
    case .plist:
      if frame.count == 0 { return refuse(at: frame.start, "an empty `<plist>`") }
      deliver(frame.record, at: frame.start)
    case .dict:
      if frame.pendingKey >= 0 { endsWithoutValue(frame.pendingKey) }
      closeLevel(frame)
    case .array: closeLevel(frame)
    case .key: endKey(frame, upTo: from)
    default: endScalar(frame, upTo: from)
    }
  }

  /// A `<![CDATA[…]]>` that ends before the offset.
  mutating func section(upTo offset: Int) {
    guard wantsMore, let top = stack.indices.last else { return }
    stack[top].hasMarkup = true
    if stack[top].element.isContainer { checkGap(isSection: true) }
    lastEnd = offset
  }

  /// A comment or a processing instruction that ends before the offset.
  mutating func aside(isComment: Bool, upTo offset: Int) {
    guard wantsMore else { return }
    if isComment, stack.isEmpty, root == nil { checkComment(upTo: offset) }
    checkGap()
    lastEnd = offset
    guard let top = stack.indices.last, !stack[top].element.isContainer else { return }
    stack[top].hasMarkup = true
    let what = isComment ? "a comment" : "a processing instruction"
    refuse(at: stack[top].contentAt, "\(what) inside `<\(stack[top].element.name)>`")
  }

  /// A document type declaration without any of its own: the offset of its `>`.
  mutating func documentType(upTo offset: Int) {
    var start = lastEnd
    while start < offset, !tags[start...].starts(withText: "<!DOCTYPE") { start += 1 }
    // Apple's reader looks for the first of these, in quotes or not.
    let early = tags[start..<max(start, min(offset, tags.count))].firstIndex {
      $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">")
    }
    guard let early else { return }
    hasEarlyEnd = true
    refuse(at: early, "`[` or `>` in the quotes of the document type")
  }

  /// A document type declaration with declarations of its own.
  mutating func internalSubset(upTo offset: Int) {
    stop(.internalSubset, at: offset, "the document type declares things of its own")
  }

  // MARK: Structure

  /// Between elements only white space may stand.
  private mutating func checkGap(isSection: Bool = false) {
    guard let top = stack.last, top.element != .other, top.element.isContainer else { return }
    var index = lastEnd
    while index < tags.count, tags[index].isXMLSpace { index += 1 }
    if isSection || index < tags.count && tags[index] != UInt8(ascii: "<") {
      refuse(at: index, "text between elements")
    }
  }

  private mutating func checkTag(_ from: Int, _ contentAt: Int, _ name: () -> String) {
    guard contentAt - 1 > from, contentAt <= tags.count,
      tags[from..<(contentAt - 1)].contains(UInt8(ascii: ">"))
    else { return }
    hasEarlyEnd = true
    refuse(at: from, "`>` inside the tag `<\(shown(name()))>`")
  }

  /// Before the first element Apple's reader does not see that `<!---->` ends.
  private mutating func checkComment(upTo end: Int) {
    let start = end - 7
    guard start >= 0, end <= tags.count, tags[start..<end].starts(withText: "<!---->") else {
      return
    }
    hasEarlyEnd = true
    refuse(at: start, "the empty comment `<!---->` before the first element")
  }

  private mutating func enterLevel(at offset: Int) {
    depth += 1
    if depth > limits.depth {
      stop(.limit, at: offset, "more than \(limits.depth) levels of nesting")
    } else if depth == 257 {
      note(.deep, at: offset, "more than 256 levels of nesting")
    }
  }

  private mutating func closeLevel(_ frame: Frame) {
    depth -= 1
    records[frame.record].low = UInt32(clamping: frame.count)
    records[frame.record].high = UInt32(clamping: records.count)
    deliver(frame.record, at: frame.start)
  }

  private mutating func endsWithoutValue(_ key: Int) {
    refuse(at: Int(records[key].start), "key `\(shown(name(of: key)))` has no value")
    truncate(to: key)
  }

  /// Puts the value that begins at `record` into what is open.
  mutating func deliver(_ record: Int, at offset: Int) {
    guard let top = stack.indices.last else {
      root = record
      return
    }
    switch stack[top].element {
    case .plist where stack[top].count > 0:
      refuse(at: offset, "a second value in `<plist>`")
      truncate(to: record)
    case .dict where stack[top].pendingKey < 0:
      refuse(at: offset, "a value without a key before it")
      truncate(to: record)
    case .plist, .array, .dict:
      stack[top].count += 1
      stack[top].pendingKey = -1
    default: truncate(to: record)
    }
  }

  /// Gives up the value that is due, and its key with it.
  mutating func dropValue() {
    guard let top = stack.indices.last, stack[top].pendingKey >= 0 else { return }
    truncate(to: stack[top].pendingKey)
    stack[top].pendingKey = -1
  }

  /// Makes the key before it wait for a value; nil where a key cannot stand.
  mutating func expectValue(of record: Int) {
    if let top = stack.indices.last { stack[top].pendingKey = record }
  }

  private mutating func truncate(to count: Int) { records.removeLast(records.count - count) }
}
