/// `text` on lines of at most `width` characters, broken at spaces, those after the first indented;
/// a longer word keeps a line. Leading spaces stay, control characters are shown as `�`.
public func folded(_ text: String, width: Int, indent: Int) -> [String] {
  let text = printable(text)
  let lead = String(text.prefix { $0 == " " })
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = lead
  var columns = lead.count
  var isFresh = true
  for word in text.split(separator: " ") {
    let count = word.count
    if !isFresh, columns + 1 + count > width {
      lines.append(line)
      line = margin
      columns = indent
      isFresh = true
    }
    line += isFresh ? word : " " + word
    columns += isFresh ? count : count + 1
    isFresh = false
  }
  return isFresh ? lines : lines + [line]
}
