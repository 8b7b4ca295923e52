/// Writes a policy as YAML: keys in their order, two spaces a level, at most 100 columns where the
/// texts let it, comments where they stood.
struct YAMLWriter {
  private var comments: YAMLComments
  /// Whether the layout of a text is kept: its empty lines, and what it wrote in flow form.
  private let keepsLayout: Bool
  private var lines: [String] = []
  /// How many lines there were when a block was begun; no empty line follows that one.
  private var opening = 0

  private static let width = 100

  /// The text of `node`.
  static func text(_ node: PolicyNode, _ comments: YAMLComments? = nil) -> String {
    var writer = YAMLWriter(comments: comments ?? YAMLComments(), keepsLayout: comments != nil)
    writer.document(node)
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private init(comments: YAMLComments, keepsLayout: Bool) {
    self.comments = comments
    self.keepsLayout = keepsLayout
  }

  private mutating func document(_ node: PolicyNode) {
    switch node.content {
    case .map(let entries) where !entries.isEmpty: map(entries, indent: 0, level: 0)
    case .list(let elements) where !elements.isEmpty: list(elements, indent: 0, level: 0)
    case .scalar(let scalar): lines.append(inline(scalar, isFlow: false))
    default: lines.append(flow(node))
    }
    put(comments.below, indent: 0)
    while lines.last == "" { lines.removeLast() }
  }

  // MARK: Blocks

  private mutating func map(_ entries: [PolicyEntry], indent: Int, level: Int, mark: String = "") {
    for (index, entry) in entries.enumerated() {
      let place = YAMLPlace(entry.keyLocation)
      let isFirst = index == 0 && !mark.isEmpty
      if !isFirst { above(place, indent: indent, isSpaced: level == 0 && isSection(entry.value)) }
      let margin = isFirst ? mark : spaces(indent)
      let key = margin + YAMLScalarText.inline(entry.key, isFlow: true) + ":"
      value(
        entry.value, after: key, comment: comments.after.removeValue(forKey: place),
        indent: indent, level: level + 1)
    }
  }

  private mutating func list(_ elements: [PolicyNode], indent: Int, level: Int) {
    for (index, element) in elements.enumerated() {
      let place = YAMLPlace(element.location)
      above(place, indent: indent, isSpaced: index > 0 && isSection(element))
      let mark = spaces(indent) + "- "
      if case .map(let entries) = element.content, !entries.isEmpty, isBlock(element, level) {
        map(entries, indent: indent + 2, level: level + 1, mark: mark)
      } else {
        var comment = comments.after.removeValue(forKey: place)
        if let text = comment, isFilled(element, level, after: mark.count) {
          // Behind a mark that stands alone it would be read as one above what follows.
          put([text], indent: indent)
          comment = nil
        }
        value(
          element, after: String(mark.dropLast()), comment: comment, indent: indent,
          level: level + 1)
      }
    }
  }

  /// What stands behind a key or a list's mark, on its line or on those below.
  private mutating func value(
    _ node: PolicyNode, after start: String, comment: String?, indent: Int, level: Int
  ) {
    let tail = comment.map { "  " + $0 } ?? ""
    switch node.content {
    case .scalar(let scalar): self.scalar(scalar, after: start, tail: tail, indent: indent)
    case .map(let entries) where !entries.isEmpty && isBlock(node, level - 1):
      open(start + tail)
      map(entries, indent: indent + 2, level: level)
    case .list(let elements) where !elements.isEmpty && isBlock(node, level - 1):
      open(start + tail)
      list(elements, indent: indent + 2, level: level)
    default:
      let text = flow(node)
      if start.count + 1 + text.count <= Self.width {
        lines.append("\(start) \(text)\(tail)")
      } else {
        filled(node, after: start, tail: tail, indent: indent)
      }
    }
  }

  private mutating func scalar(
    _ scalar: PolicyScalar, after start: String, tail: String, indent: Int
  ) {
    let text = inline(scalar, isFlow: false)
    let margin = spaces(indent + 2)
    if scalar.kind == .string, let literal = YAMLScalarText.literal(scalar.text) {
      lines.append("\(start) \(literal.mark)\(tail)")
      lines += literal.lines.map { $0.isEmpty ? "" : margin + $0 }
    } else if start.count + 1 + text.count > Self.width, scalar.kind == .string,
      let folded = YAMLScalarText.folded(scalar.text, width: Self.width - indent - 2)
    {
      lines.append("\(start) >-\(tail)")
      lines += folded.map { margin + $0 }
    } else {
      lines.append("\(start) \(text)\(tail)")
    }
  }

  // MARK: Flow

  private func inline(_ scalar: PolicyScalar, isFlow: Bool) -> String {
    switch scalar.kind {
    case .string: YAMLScalarText.inline(scalar.text, isFlow: isFlow)
    case .null: "null"
    case .boolean: scalar.text.lowercased()
    case .integer, .real: scalar.text
    }
  }

  private func flow(_ node: PolicyNode) -> String {
    let parts = flowParts(node)
    switch node.content {
    case .scalar(let scalar): return inline(scalar, isFlow: true)
    case .list: return "[\(parts.joined(separator: ", "))]"
    case .map: return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
    }
  }

  private func flowParts(_ node: PolicyNode) -> [String] {
    switch node.content {
    case .scalar: []
    case .list(let elements): elements.map { flow($0) }
    case .map(let entries):
      entries.map { "\(YAMLScalarText.inline($0.key, isFlow: true)): \(flow($0.value))" }
    }
  }

  /// Whether `node` is written in flow form on lines of its own.
  private func isFilled(_ node: PolicyNode, _ level: Int, after start: Int) -> Bool {
    if case .scalar = node.content { return false }
    return !isBlock(node, level) && start + flow(node).count > Self.width
  }

  /// A list or map in flow form that is too long for one line, filled over several.
  private mutating func filled(
    _ node: PolicyNode, after start: String, tail: String, indent: Int
  ) {
    lines.append(start + tail)
    let margin = spaces(indent + 4)
    var isList = false
    if case .list = node.content { isList = true }
    var line = spaces(indent + 2) + (isList ? "[ " : "{ ")
    for (index, part) in flowParts(node).enumerated() {
      if index > 0 {
        line += ","
        if line.count + 1 + part.count > Self.width - 2 {
          lines.append(line)
          line = margin + part
          continue
        }
        line += " "
      }
      line += part
    }
    lines.append(line + (isList ? " ]" : " }"))
  }

  // MARK: Layout

  private func isBlock(_ node: PolicyNode, _ level: Int) -> Bool {
    if hasComments(node) { return true }
    if keepsLayout { return !comments.flow.contains(YAMLPlace(node.location)) }
    return isSection(node) && level <= 1
  }

  /// Whether something within `node` carries a comment, so that it needs lines of its own.
  private func hasComments(_ node: PolicyNode) -> Bool {
    switch node.content {
    case .scalar: return false
    case .list(let elements):
      return elements.contains { isCommented(YAMLPlace($0.location)) || hasComments($0) }
    case .map(let entries):
      return entries.contains { isCommented(YAMLPlace($0.keyLocation)) || hasComments($0.value) }
    }
  }

  private func isCommented(_ place: YAMLPlace) -> Bool {
    comments.after[place] != nil || comments.above[place]?.contains { !$0.isEmpty } == true
  }

  /// Whether `node` holds maps, as the list of rules does and each rule.
  private func isSection(_ node: PolicyNode) -> Bool {
    switch node.content {
    case .scalar: false
    case .list(let elements): elements.contains { $0.isMap }
    case .map(let entries): entries.contains { $0.value.isMap }
    }
  }

  /// The lines that stood above an entry; where no layout is kept, an empty one before a section.
  private mutating func above(_ place: YAMLPlace, indent: Int, isSpaced: Bool) {
    if !keepsLayout, isSpaced, !lines.isEmpty { lines.append("") }
    put(comments.above.removeValue(forKey: place) ?? [], indent: indent)
  }

  private mutating func put(_ more: [String], indent: Int) {
    for line in more {
      if line.isEmpty {
        if let last = lines.last, last != "", lines.count != opening { lines.append("") }
      } else {
        lines.append(spaces(indent) + line)
      }
    }
  }

  private mutating func open(_ line: String) {
    lines.append(line)
    opening = lines.count
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension PolicyNode {
  fileprivate var isMap: Bool {
    guard case .map(let entries) = content else { return false }
    return !entries.isEmpty
  }
}
