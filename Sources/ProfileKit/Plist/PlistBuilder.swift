/// Builds the tree of a property list from XML events, and notes where CoreFoundation's reader
/// would stop.
final class PlistBuilder: XMLEvents {
  private enum Element: String {
    case plist, dict, array, key, string, data, date, real, integer
    case yes = "true"
    case no = "false"
  }

  private struct Frame {
    /// nil for an element that property lists do not have.
    var element: Element?
    var start: Int
    var contentAt: Int
    var isEmptyTag: Bool
    var text: [UInt8] = []
    var hasSection = false
    var entries: [PlistEntry] = []
    var elements: [PlistNode] = []
    var pendingKey: (name: String, position: TextPosition, offset: Int)?

    var isContainer: Bool {
      element == .plist || element == .dict || element == .array || element == nil
    }
  }

  private let bytes: [UInt8]
  private let limits: PlistLimits
  private let place: (Int) -> TextPosition
  private let standIns: StandIns?
  private var stack: [Frame] = []
  private var nodes = 0
  private var depth = 0
  private var lastEnd = 0
  private var counts: [PlistIssue.Kind: Int] = [:]

  private(set) var wantsMore = true
  private(set) var root: PlistNode?
  private(set) var issues: [PlistIssue] = []

  /// `place` gives the position of an offset into `bytes`, which are what the parser is given.
  init(
    _ bytes: [UInt8], limits: PlistLimits, standIns: StandIns? = nil,
    place: @escaping (Int) -> TextPosition
  ) {
    self.bytes = bytes
    self.limits = limits
    self.standIns = standIns
    self.place = place
  }

  /// Whether Apple's reader would have taken all of it.
  var isRefusedByApple: Bool {
    counts[.refusedByApple] != nil || counts[.internalSubset] != nil || counts[.limit] != nil
  }

  private func note(_ kind: PlistIssue.Kind, at offset: Int, _ message: String) {
    counts[kind, default: 0] += 1
    if counts[kind, default: 0] <= limits.findings {
      issues.append(PlistIssue(kind: kind, offset: offset, message: message))
    }
  }

  private func refuse(at offset: Int, _ message: String) {
    note(.refusedByApple, at: offset, message)
  }

  private func stop(_ kind: PlistIssue.Kind, at offset: Int, _ message: String) {
    note(kind, at: offset, message)
    wantsMore = false
  }

  // MARK: Events

  func startElement(_ name: String, from: Int, contentAt: Int) {
    guard wantsMore else { return }
    nodes += 1
    if nodes > limits.nodes {
      return stop(.limit, at: from, "more than \(limits.nodes) elements")
    }
    let element = Element(rawValue: name)
    if let top = stack.last, !top.isContainer {
      refuse(at: from, "`<\(shown(name))>` inside `<\(top.element?.rawValue ?? "")>`")
    } else if element == nil {
      refuse(at: from, "unknown element `<\(shown(name))>`\(Self.nearest(name))")
    }
    if bytes[from..<min(contentAt - 1, bytes.count)].contains(UInt8(ascii: ">")) {
      refuse(at: from, "`>` inside the tag `<\(shown(name))>`")
    }
    if element == .dict || element == .array { enterLevel(at: from) }
    if stack.count > limits.depth * 2 {
      return stop(.limit, at: from, "more than \(limits.depth) levels of nesting")
    }
    let isEmptyTag = contentAt >= 2 && contentAt <= bytes.count && bytes[contentAt - 2] == 0x2F
    stack.append(
      Frame(element: element, start: from, contentAt: contentAt, isEmptyTag: isEmptyTag))
    lastEnd = contentAt
  }

  private func enterLevel(at offset: Int) {
    depth += 1
    if depth > limits.depth {
      stop(.limit, at: offset, "more than \(limits.depth) levels of nesting")
    } else if depth == 257 {
      note(.deep, at: offset, "more than 256 levels of nesting")
    }
  }

  func endElement(from: Int, to: Int) {
    guard wantsMore, let frame = stack.popLast() else { return }
    lastEnd = to
    switch frame.element {
    case nil: dropValue()
    case .plist:
      if frame.elements.isEmpty { refuse(at: frame.start, "an empty `<plist>`") }
      if let node = frame.elements.first { deliver(node, at: frame.start) }
    case .dict:
      depth -= 1
      if let key = frame.pendingKey {
        refuse(at: key.offset, "key `\(shown(key.name))` has no value")
      }
      deliver(.dictionary(frame.entries), frame)
    case .array:
      depth -= 1
      deliver(.array(frame.elements), frame)
    case .key: endKey(frame)
    case .string: deliver(.string(string(frame)), frame)
    case .yes, .no:
      if !frame.text.isEmpty {
        refuse(at: frame.start, "`<\(frame.element?.rawValue ?? "")>` is not empty")
      }
      deliver(.boolean(frame.element == .yes), frame)
    case .integer: scalar(frame, upTo: from, ScalarText.integer)
    case .real: scalar(frame, upTo: from, ScalarText.real)
    case .date: scalar(frame, upTo: from, ScalarText.date)
    case .data: scalar(frame, upTo: from, ScalarText.data)
    }
  }

  func text(_ piece: UnsafeBufferPointer<UInt8>, isSection: Bool, upTo offset: Int) {
    guard wantsMore, let top = stack.indices.last else { return }
    if stack[top].isContainer {
      guard stack[top].element != nil else { return }
      if isSection || !piece.allSatisfy({ $0.isXMLSpace }) {
        refuse(at: strayStart(before: offset), "text between elements")
        lastEnd = offset
      }
    } else {
      stack[top].text.append(contentsOf: piece)
      if isSection { stack[top].hasSection = true }
    }
  }

  func aside(isComment: Bool, upTo offset: Int) {
    guard wantsMore else { return }
    lastEnd = offset
    guard let top = stack.last, !top.isContainer else { return }
    let what = isComment ? "a comment" : "a processing instruction"
    refuse(at: top.contentAt, "\(what) inside `<\(top.element?.rawValue ?? "")>`")
  }

  func reference(_ name: String, upTo offset: Int) {
    refuse(at: max(0, offset - name.utf8.count - 2), "unknown entity `&\(shown(name));`")
  }

  func documentType(from: Int, to: Int) {
    // Apple's reader looks for the first of these, in quotes or not.
    let quirk = bytes[from..<min(max(from, to), bytes.count)].firstIndex {
      $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">")
    }
    if let quirk { refuse(at: quirk, "`[` or `>` in the quotes of the document type") }
  }

  func internalSubset(upTo offset: Int) {
    stop(.internalSubset, at: offset, "the document type declares things of its own")
  }

  private func strayStart(before offset: Int) -> Int {
    var index = min(lastEnd, bytes.count)
    while index < min(offset, bytes.count), bytes[index].isXMLSpace { index += 1 }
    return index
  }

  // MARK: Values

  private func string(_ frame: Frame) -> String {
    let text = String(decoding: frame.text, as: UTF8.self)
    return standIns?.restored(text) ?? text
  }

  private func scalar(
    _ frame: Frame, upTo end: Int,
    _ read: (ArraySlice<UInt8>) throws(ScalarError) -> ScalarText.Reading
  ) {
    let name = frame.element?.rawValue ?? ""
    if frame.isEmptyTag {
      refuse(at: frame.start, "empty `<\(name)/>`")
      if frame.element == .data { deliver(.data([]), frame) } else { dropValue() }
      return
    }
    do throws(ScalarError) {
      // The bytes between the tags, so that references count as the letters they are made of.
      let raw = meant(bytes[frame.contentAt..<max(frame.contentAt, end)])
      if frame.hasSection || raw.contains(UInt8(ascii: "<")) {
        refuse(at: frame.start, "markup inside `<\(name)>`")
        return deliver(try read(frame.text[...]).kind, frame)
      }
      let reading = try read(raw)
      if let change = reading.change { note(.silentlyChanged, at: frame.start, change) }
      deliver(reading.kind, frame)
    } catch {
      refuse(at: frame.start, error.message)
      // What was most likely meant, so that one mistake does not hide the rest of the file.
      if let reading = try? read(Self.trimmed(frame.text)) {
        deliver(reading.kind, frame)
      } else {
        dropValue()
      }
    }
  }

  private func meant(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let standIns, raw.contains(where: { $0 >= 0xF4 }) else { return raw }
    return Array(standIns.restored(String(decoding: raw, as: UTF8.self)).utf8)[...]
  }

  private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    var rest = text.drop { $0.isXMLSpace }
    while let last = rest.last, last.isXMLSpace { rest.removeLast() }
    return rest
  }

  private func dropValue() {
    if let top = stack.indices.last { stack[top].pendingKey = nil }
  }

  private func endKey(_ frame: Frame) {
    let name = string(frame)
    guard let top = stack.indices.last else {
      note(
        .fragment, at: frame.start,
        "a fragment: `<key>` without a `<dict>` around it; Apple's reader sees only the text `\(shown(name))`"
      )
      return deliver(.string(name), frame)
    }
    guard stack[top].element == .dict else {
      note(
        .keyAsValue, at: frame.start,
        "`<key>` used as a value; it is read as the string `\(shown(name))`")
      return deliver(.string(name), frame)
    }
    guard let key = stack[top].pendingKey else {
      stack[top].pendingKey = (name, place(frame.start), frame.start)
      return
    }
    note(
      .keyAsValue, at: frame.start,
      "`<key>` where the value of `\(shown(key.name))` is due; it is read as the string `\(shown(name))`"
    )
    deliver(.string(name), frame)
  }

  private func deliver(_ kind: PlistNode.Kind, _ frame: Frame) {
    deliver(PlistNode(kind, at: place(frame.start)), at: frame.start)
  }

  private func deliver(_ node: PlistNode, at offset: Int) {
    guard let top = stack.indices.last else {
      root = node
      return
    }
    switch stack[top].element {
    case .plist:
      if !stack[top].elements.isEmpty { refuse(at: offset, "a second value in `<plist>`") }
      stack[top].elements.append(node)
    case .array: stack[top].elements.append(node)
    case .dict:
      guard let key = stack[top].pendingKey else {
        return refuse(at: offset, "a value without a key before it")
      }
      stack[top].entries.append(PlistEntry(key.name, at: key.position, node))
      stack[top].pendingKey = nil
    default: return
    }
  }

  private static func nearest(_ name: String) -> String {
    switch name.lowercased() {
    case "int", "number": return "; write `<integer>`"
    case "float", "double": return "; write `<real>`"
    case "bool", "boolean": return "; write `<true/>` or `<false/>`"
    case "dictionary": return "; write `<dict>`"
    default:
      let known = Element(rawValue: name.lowercased())
      return known.map { "; write `<\($0.rawValue)>`" } ?? ""
    }
  }
}
