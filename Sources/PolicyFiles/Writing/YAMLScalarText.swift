/// How a text is written in YAML: plain where every reader takes it for text, else in double quotes.
enum YAMLScalarText {
  /// The text on one line; `isFlow` where it stands within `[…]` or `{…}`, or is a key.
  static func inline(_ text: String, isFlow: Bool) -> String {
    isPlain(text, isFlow: isFlow) ? text : quoted(text)
  }

  /// Words that older readers take for truth values; `yes` and `no` are this language's own.
  private static let taken: Set<String> = ["on", "off", "y", "n", "yes", "no", "true", "false"]

  private static func isPlain(_ text: String, isFlow: Bool) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, first.properties.isAlphabetic,
      PolicyScalar.Kind(plain: text) == .string, scalars.last != " ", scalars.last != ":",
      !taken.contains(text.lowercased()) || text == "yes" || text == "no"
    else { return false }
    for (index, scalar) in scalars.enumerated() {
      guard isPrintable(scalar) else { return false }
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      switch scalar {
      case ":": if next == " " || isFlow && ",[]{}".unicodeScalars.contains(next) { return false }
      case " ": if next == "#" { return false }
      case ",", "[", "]", "{", "}": if isFlow { return false }
      default: break
      }
    }
    return true
  }

  /// Whether a reader gives the character back as it is, and a person can see it.
  private static func isPrintable(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        if isPrintable(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16)
          let width = scalar.value < 0x100 ? 2 : scalar.value < 0x10000 ? 4 : 8
          let mark = width == 2 ? "\\x" : width == 4 ? "\\u" : "\\U"
          result += mark + String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
      }
    }
    return result + "\""
  }

  /// A long text folded into lines of at most `width` characters; nil where folding would change it.
  static func folded(_ text: String, width: Int) -> [String]? {
    guard text.unicodeScalars.allSatisfy(isPrintable) else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count > 1, words.allSatisfy({ !$0.isEmpty }) else { return nil }
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// A text of several lines as they are, and the mark it starts with; nil where that would change
  /// it.
  static func literal(_ text: String) -> (mark: String, lines: [String])? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let endsInNewline = lines.last == ""
    if endsInNewline { lines.removeLast() }
    guard lines.count > 1, lines.first?.isEmpty == false, lines.first?.first != " ",
      lines.last?.isEmpty == false,
      lines.allSatisfy({ $0.last != " " && $0.unicodeScalars.allSatisfy(isPrintable) })
    else { return nil }
    return (endsInNewline ? "|" : "|-", lines)
  }
}
