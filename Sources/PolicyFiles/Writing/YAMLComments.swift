import Findings

/// Where a value or key begins, to find the comments that belong to it.
struct YAMLPlace: Hashable {
  let line: Int
  let column: Int

  init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  init(_ location: SourceLocation) {
    line = location.line
    column = location.column
  }
}

/// What stands around the entries of a YAML text besides its values.
struct YAMLComments: Equatable {
  /// The lines above an entry: comments with their `#`, and an empty text for an empty line.
  var above: [YAMLPlace: [String]] = [:]
  /// The comment after an entry, on its line.
  var after: [YAMLPlace: String] = [:]
  /// The lines below everything.
  var below: [String] = []
  /// Where lists and maps in flow form, `[…]` and `{…}`, begin.
  var flow: Set<YAMLPlace> = []

  /// Every comment, in no order: what must be the same in a text written anew.
  var all: [String] {
    (above.values.flatMap { $0 } + after.values + below).filter { !$0.isEmpty }.sorted()
  }

  /// Finds the comments of a text that `node` was read from.
  static func find(in bytes: [UInt8], of node: PolicyNode) -> YAMLComments {
    bytes.withUnsafeBufferPointer { buffer in
      guard let events = YAMLEvents(buffer) else { return YAMLComments() }
      var finder = YAMLCommentFinder(bytes, events)
      return finder.comments(node)
    }
  }
}

/// Walks a text that is known to be well-formed, line by line, along with its entries.
private struct YAMLCommentFinder {
  private let lines: [[UnicodeScalar]]
  private let positions: TextPositions
  /// For each line from 0, the columns from 0 that values cover.
  private var covered: [Int: [Range<Int>]] = [:]
  /// Flow lists and maps: their beginning, and the place just behind their end.
  private var flowEnds: [YAMLPlace: YAMLPlace] = [:]

  init(_ bytes: [UInt8], _ events: YAMLEvents) {
    lines = Self.split(Array(String(decoding: bytes, as: UTF8.self).unicodeScalars))
    positions = TextPositions(bytes)
    var open: [YAMLPlace] = []
    while let event = try? events.next() {
      switch event.kind {
      case .scalar(_, let style): cover(place(event.start), place(event.end), style == .block)
      case .listStart, .mapStart: open.append(place(event.start))
      case .listEnd, .mapEnd:
        // Only in flow form does the end have a width.
        if let start = open.popLast(), event.end > event.start {
          flowEnds[start] = place(event.end)
        }
      case .streamEnd: return
      default: break
      }
    }
  }

  private func place(_ scalar: Int) -> YAMLPlace {
    let place = positions.position(ofScalar: scalar)
    return YAMLPlace(line: place.line, column: place.column)
  }

  private static func split(_ text: [UnicodeScalar]) -> [[UnicodeScalar]] {
    var lines: [[UnicodeScalar]] = [[]]
    for (index, scalar) in text.enumerated() {
      let isReturn = scalar == "\r"
      let isPair = isReturn && index + 1 < text.count && text[index + 1] == "\n"
      if scalar == "\n" || isReturn && !isPair {
        lines.append([])
      } else if !isPair {
        lines[lines.count - 1].append(scalar)
      }
    }
    return lines
  }

  private mutating func cover(_ start: YAMLPlace, _ end: YAMLPlace, _ isBlock: Bool) {
    guard isBlock else {
      for line in (start.line - 1)...(end.line - 1) {
        let from = line == start.line - 1 ? start.column - 1 : 0
        let to = line == end.line - 1 ? end.column - 1 : Int.max
        if from < to { covered[line, default: []].append(from..<to) }
      }
      return
    }
    // The line of `|` or `>` may end in a comment; empty lines at the end are none of its own.
    var last = min(end.column > 1 ? end.line - 1 : end.line - 2, lines.count - 1)
    while last >= start.line, lines[last].allSatisfy({ $0 == " " || $0 == "\t" }) { last -= 1 }
    guard last >= start.line else { return }
    for line in start.line...last { covered[line, default: []].append(0..<Int.max) }
  }

  /// Where the comment of a line begins; nil where it has none.
  private func comment(in line: Int) -> Int? {
    let text = lines[line]
    let values = covered[line] ?? []
    return text.indices.first { column in
      text[column] == "#" && (column == 0 || text[column - 1] == " " || text[column - 1] == "\t")
        && !values.contains { $0.contains(column) }
    }
  }

  mutating func comments(_ node: PolicyNode) -> YAMLComments {
    var result = YAMLComments()
    let entries = Entries(node)
    var waiting: [String] = []
    var next = 0
    for (index, line) in lines.enumerated() {
      let start = comment(in: index)
      let content = line[..<(start ?? line.count)]
      let isInValue =
        covered[index]?.contains { $0.upperBound == .max || $0.lowerBound == 0 } == true
      let isBare = content.allSatisfy { $0 == " " || $0 == "\t" || $0 == "-" } && !isInValue
      if !isBare || start == nil && content.contains("-") {
        while next < entries.places.count, entries.places[next].line == index + 1 {
          if !waiting.isEmpty { result.above[entries.places[next], default: []] += waiting }
          waiting = []
          next += 1
        }
      }
      guard let start else {
        if isBare, !content.contains("-") { waiting.append("") }
        continue
      }
      let text = Self.trimmed(line[start...])
      if isBare {
        waiting.append(text)
      } else if let owner = owner(line: index + 1, column: start + 1, entries, before: next) {
        let known = result.after[owner].map { $0 + " " } ?? ""
        result.after[owner] = known + text
      } else {
        waiting.append(text)
      }
    }
    result.below = waiting
    result.flow = Set(flowEnds.keys)
    return result
  }

  /// The entry that a comment behind it belongs to: the last that begins before it, or the outermost
  /// flow list or map around that which ends before it.
  private func owner(line: Int, column: Int, _ entries: Entries, before next: Int) -> YAMLPlace? {
    guard next > 0 else { return nil }
    var owner = next - 1
    var place = owner
    while let parent = entries.parents[place] {
      place = parent
      guard let end = flowEnds[entries.values[parent]] else { continue }
      if (end.line, end.column) <= (line, column) { owner = parent }
    }
    return entries.places[owner]
  }

  private static func trimmed(_ text: ArraySlice<UnicodeScalar>) -> String {
    var text = text
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return String(String.UnicodeScalarView(text))
  }
}

/// The entries and list elements of a text in the order they begin, and what each lies in.
private struct Entries {
  var places: [YAMLPlace] = []
  /// Where the value of each begins.
  var values: [YAMLPlace] = []
  var parents: [Int?] = []

  init(_ node: PolicyNode) { add(children: node, within: nil) }

  private mutating func add(children node: PolicyNode, within parent: Int?) {
    switch node.content {
    case .scalar: break
    case .list(let elements):
      for element in elements { add(element.location, element, within: parent) }
    case .map(let entries):
      for entry in entries { add(entry.keyLocation, entry.value, within: parent) }
    }
  }

  private mutating func add(_ place: SourceLocation, _ value: PolicyNode, within parent: Int?) {
    let place = YAMLPlace(place)
    // A block map as a list's element begins with its first key: one place, the element's.
    places.append(place)
    values.append(YAMLPlace(value.location))
    parents.append(parent)
    add(children: value, within: places.count - 1)
  }
}
