extension UnicodeScalar {
  /// False for control characters and the marks that reorder or hide text on a terminal.
  var isPrintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      false
    default: true
    }
  }

  /// The columns that a terminal gives it: 0 for marks that join what precedes, 2 for wide ones.
  var columns: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return properties.isEmojiPresentation || isWide ? 2 : 1
    }
  }

  /// East Asian Wide and Fullwidth, by blocks (Unicode Standard Annex 11).
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

/// The text with control characters shown as `�`, so that input never drives the terminal.
public func printable(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    result.append(scalar.isPrintable ? scalar : "\u{FFFD}")
  }
  return String(result)
}
