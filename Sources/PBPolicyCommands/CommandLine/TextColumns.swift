/// `text` broken at spaces into lines of at most `width` characters; a longer word keeps a line.
///
/// An empty line in the text stays one; single newlines count as spaces.
func wrapped(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  for (index, paragraph) in paragraphs(of: text).enumerated() {
    if index > 0 { lines.append("") }
    var line = ""
    for word in paragraph.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    lines.append(line)
  }
  return lines
}

/// The paragraphs of `text`, which are apart by empty lines.
func paragraphs(of text: String) -> [String] {
  var result: [String] = []
  var current: [Substring] = []
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.allSatisfy({ $0 == " " }) {
      if !current.isEmpty { result.append(current.joined(separator: "\n")) }
      current = []
    } else {
      current.append(line)
    }
  }
  if !current.isEmpty { result.append(current.joined(separator: "\n")) }
  return result
}

/// Rows of two columns: terms aligned, descriptions wrapped beside them.
///
/// A term too long for its column stands on a line of its own.
func columns(_ rows: [(term: String, text: String)], width: Int, indent: Int = 2) -> [String] {
  let widest = rows.map(\.term.count).max() ?? 0
  let column = min(widest, max(width / 3, 12))
  let start = indent + column + 2
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  for row in rows {
    let text = wrapped(row.text, width: max(width - start, 20))
    var first = margin + row.term
    if row.term.count > column {
      lines.append(first)
      first = ""
    }
    for (index, line) in text.enumerated() {
      let left = index == 0 ? first : ""
      let padding = String(repeating: " ", count: max(start - left.count, 0))
      lines.append(line.isEmpty ? left : left + padding + line)
    }
    if text.isEmpty, !first.isEmpty { lines.append(first) }
  }
  return lines
}
