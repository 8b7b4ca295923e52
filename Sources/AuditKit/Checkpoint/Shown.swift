/// Text from outside, made fit to show to a person.
enum Shown {
  /// At most 240 characters, control characters and what reverses the writing direction replaced.
  static func text(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(240) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Without spaces, tabs and newlines (of ASCII) around it.
  static func trimmed(_ text: String) -> Substring {
    let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    let bytes = text.utf8
    let start = bytes.firstIndex { !space.contains($0) } ?? bytes.endIndex
    let last = bytes.lastIndex { !space.contains($0) }
    return text[start..<(last.map { bytes.index(after: $0) } ?? start)]
  }
}
