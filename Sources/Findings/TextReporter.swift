/// Writes findings for people: place, severity, message, the line with a caret, help.
public struct TextReporter: Sendable {
  /// The lines of the files that findings point into, by path.
  public var sources: [String: SourceLines]
  /// Whether to colour with terminal escapes.
  public var colour: Bool
  /// The widest line of source shown, in characters; longer ones are cut around the caret.
  public var width: Int

  /// Makes a reporter.
  public init(sources: [String: SourceLines] = [:], colour: Bool = false, width: Int = 80) {
    self.sources = sources
    self.colour = colour
    self.width = max(width, 20)
  }

  /// The text of `findings` in their stable order, each followed by an empty line.
  public func text(of findings: [Finding]) -> String {
    findings.sorted().map { text(of: $0) + "\n" }.joined()
  }

  /// The text of one finding, ending in a newline.
  public func text(of finding: Finding) -> String {
    var result =
      "\(bold(printable(finding.location.description))): \(label(finding.severity)): "
      + "\(printable(finding.message)) [\(finding.rule)]\n"
    result += excerpt(at: finding.location)
    for related in finding.related {
      result += "  \(printable(related.location.description)): \(printable(related.message))\n"
      if related.location != finding.location { result += excerpt(at: related.location) }
    }
    if let help = finding.help { result += "  help: \(printable(help))\n" }
    return result
  }

  private func excerpt(at location: SourceLocation) -> String {
    guard location.line > 0, let line = sources[location.path]?[location.line] else { return "" }
    let characters = Array(line)
    let caret = min(max(location.column - 1, 0), characters.count)
    let start = caret < width - 8 ? 0 : max(0, min(caret - width / 2, characters.count - width))
    let end = min(characters.count, start + width)
    let shown = String(characters[start..<end].map { $0.isPrintable ? $0 : " " })
    let margin = String(location.line)
    let blank = String(repeating: " ", count: margin.count)
    var result =
      "  \(margin) | \(start > 0 ? "…" : "")\(shown)\(end < characters.count ? "…" : "")\n"
    if location.column > 0 {
      let spaces = String(repeating: " ", count: caret - start + (start > 0 ? 1 : 0))
      result += "  \(blank) | \(spaces)\(paint("^", "1;36"))\n"
    }
    return result
  }

  private func label(_ severity: Severity) -> String {
    switch severity {
    case .error: paint(severity.rawValue, "1;31")
    case .warning: paint(severity.rawValue, "1;33")
    case .notice: paint(severity.rawValue, "1;34")
    }
  }

  private func bold(_ text: String) -> String { paint(text, "1") }

  private func paint(_ text: String, _ code: String) -> String {
    colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension Character {
  /// False for control characters and the marks that reorder text on a terminal.
  var isPrintable: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
      default: true
      }
    }
  }
}

/// The text with control characters shown as `�`, so that input never drives the terminal.
public func printable(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  return String(text.map { $0.isPrintable ? $0 : "\u{FFFD}" })
}

/// The lines of one text, for excerpts.
public struct SourceLines: Sendable {
  private let lines: [Substring]

  /// Splits `text` at newlines, carriage returns or both, as XML counts lines.
  public init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r" || $0 == "\r\n"
    }
  }

  /// The line numbered `number`, from 1; nil beyond the end.
  public subscript(number: Int) -> Substring? {
    lines.indices.contains(number - 1) ? lines[number - 1] : nil
  }
}
