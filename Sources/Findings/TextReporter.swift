/// Writes findings for people: place, severity, message, the line with a caret, help.
public struct TextReporter: Sendable {
  /// The lines of the files that findings point into, by path; those of a text within a file by its
  /// place there, `path:line:column`.
  public var sources: [String: SourceLines]
  /// Whether to colour with terminal escapes.
  public var colour: Bool
  /// The widest line of source or help shown, in characters; longer source is cut around the
  /// caret, longer help folded.
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
    let rest = finding.related.count - Self.relatedShown
    for related in finding.related.prefix(Self.relatedShown) {
      result += "  \(printable(related.location.description)): \(printable(related.message))\n"
      if related.location != finding.location, rest <= 0 { result += excerpt(at: related.location) }
    }
    if rest > 0 { result += "  and \(counted(rest, "more place"))\n" }
    if let help = finding.help {
      let lines = folded("  help: " + help, width: width, indent: 8)
      result += lines.map { $0 + "\n" }.joined()
    }
    return result
  }

  /// Further places shown with one finding; JSON has them all.
  static let relatedShown = 4

  /// The line at `location` with a caret under the column; empty where it is not known.
  func excerpt(at location: SourceLocation, indent: Int = 2) -> String {
    if let inner = location.inner, let lines = sources[location.outer.description] {
      var place = SourceLocation(path: location.path)
      (place.line, place.column) = (Int(inner.line), Int(inner.column))
      return excerpt(of: lines, at: place, indent: indent)
    }
    return sources[location.path].map { excerpt(of: $0, at: location, indent: indent) } ?? ""
  }

  private func excerpt(of lines: SourceLines, at location: SourceLocation, indent: Int) -> String {
    guard location.line > 0, let window = lines.window(location.line, column: location.column)
    else { return "" }
    let shown = LineExcerpt(window.text[...], column: window.column, width: width)
    let margin = String(location.line)
    let lead = String(repeating: " ", count: indent)
    var result = "\(lead)\(margin) | \(shown.text)\n"
    if location.column > 0 {
      let blank = String(repeating: " ", count: margin.count)
      let spaces = String(repeating: " ", count: shown.caret)
      result += "\(lead)\(blank) | \(spaces)\(paint("^", "1;36"))\n"
    }
    return result
  }

  func label(_ severity: Severity) -> String {
    switch severity {
    case .error: paint(severity.rawValue, "1;31")
    case .warning: paint(severity.rawValue, "1;33")
    case .notice: paint(severity.rawValue, "1;34")
    }
  }

  func bold(_ text: String) -> String { paint(text, "1") }

  func paint(_ text: String, _ code: String) -> String {
    colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
