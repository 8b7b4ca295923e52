import Findings

/// What holds of all findings about one text.
func check(_ findings: [Finding], of text: [UInt8], path: String) {
  let lines = SourceLines(String(decoding: text, as: UTF8.self))
  for finding in findings {
    let place = finding.location
    must(place.line >= 0 && place.column >= 0, "a place before the file: \(place)")
    must(place.line == 0 || lines[place.line] != nil, "a place beyond the file: \(place)")
    must(!finding.message.isEmpty, "a finding of `\(finding.rule)` that says nothing")
  }
  let shown = TextReporter(sources: [path: lines]).text(of: findings)
  let stray = shown.unicodeScalars.first { scalar in
    scalar != "\n" && (scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value))
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }
  must(stray == nil, "U+\(String(stray?.value ?? 0, radix: 16)) reaches the terminal")
}
