/// Writes findings for people, file by file: a heading, then each with its place, its line and a
/// caret, and help. Findings of one kind in one file are one entry that lists the further places.
public struct GroupedReporter: Sendable {
  private let reporter: TextReporter
  private let width: Int
  private let targets: Int

  /// Makes a reporter.
  ///
  /// - Parameters:
  ///   - sources: the lines of the files that findings point into, by path.
  ///   - colour: whether to colour with terminal escapes.
  ///   - width: the columns to write in.
  ///   - targets: how many targets the run has; a finding that holds for fewer names them.
  public init(
    sources: [String: SourceLines] = [:], colour: Bool = false, width: Int = 80, targets: Int = 0
  ) {
    // The margin of an excerpt stands before what the width counts.
    reporter = TextReporter(sources: sources, colour: colour, width: width - 12)
    self.width = max(width, 30)
    self.targets = targets
  }

  /// The text of those findings that count, files in the order of their names, an empty line
  /// after each entry.
  public func text(of findings: [Finding]) -> String {
    var result = ""
    var rest = findings.filter(\.isActive).sorted()[...]
    while let path = rest.first?.location.path {
      let ofFile = rest.prefix { $0.location.path == path }
      rest = rest.dropFirst(ofFile.count)
      result += "\(reporter.bold(printable(path)))\n"
      for entry in FindingEntry.entries(of: Array(ofFile)) { result += text(of: entry) + "\n" }
    }
    return result
  }

  private func text(of entry: FindingEntry) -> String {
    let finding = entry.first
    var result = headline(finding)
    result += reporter.excerpt(at: finding.location, indent: 4)
    for related in finding.related.prefix(TextReporter.relatedShown) {
      let isHere = related.location.path == finding.location.path
      let place = isHere ? place(related.location) : "\(related.location): "
      result += lines("\(place)\(related.message)", indent: 4)
      if finding.related.count <= 2, related.location != finding.location {
        result += reporter.excerpt(at: related.location, indent: 4)
      }
    }
    let unseen = finding.related.count - TextReporter.relatedShown
    if unseen > 0 { result += "    and \(counted(unseen, "more place"))\n" }
    if let further = entry.further { result += lines(further, indent: 4) }
    if let help = finding.help { result += lines("help: " + help, indent: 4) }
    return result
  }

  /// Place, severity and message, on as many lines as they need; the rule last.
  private func headline(_ finding: Finding) -> String {
    let severity = finding.severity.rawValue
    let message =
      finding.targets.count < targets ? finding.placedMessage : finding.message
    let text = "  \(place(finding.location))\(severity): \(message) [\(finding.rule)]"
    var lines = folded(text, width: width, indent: 4)
    guard reporter.colour else { return lines.map { $0 + "\n" }.joined() }
    if let first = lines.first, let range = first.firstRange(of: "\(severity):") {
      lines[0] =
        first[..<range.lowerBound] + reporter.label(finding.severity) + ":"
        + first[range.upperBound...]
    }
    if let last = lines.last, let range = last.ranges(of: "[\(finding.rule)]").last {
      lines[lines.count - 1] =
        last[..<range.lowerBound] + reporter.paint("[\(finding.rule)]", "2")
        + last[range.upperBound...]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func place(_ location: SourceLocation) -> String {
    location.line == 0
      ? "" : location.column == 0 ? "\(location.line): " : "\(location.line):\(location.column): "
  }

  private func lines(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return folded(margin + text, width: width, indent: indent + 2).map { $0 + "\n" }.joined()
  }
}

/// Findings of one file that differ in their place, and in what they quote, alone.
private struct FindingEntry {
  let first: Finding
  private var others: [Finding] = []

  init(_ first: Finding) { self.first = first }

  /// Equal for findings of one kind: what they share, parted by zeros. A text has a key of its own
  /// sooner than a structure.
  private static func kind(_ finding: Finding) -> String {
    var kind = "\(finding.rule)\0\(finding.severity.rawValue)\0"
    for part in unquoted(finding.message) { kind += part + "\0" }
    kind += "\0"
    for part in unquoted(finding.help ?? "") { kind += part + "\0" }
    kind += "\0"
    for target in finding.targets { kind += target + "\0" }
    return kind
  }

  /// The entries in the order of their first findings; two of a kind stay apart.
  static func entries(of findings: [Finding]) -> [FindingEntry] {
    // What stands alone or beside one other is never gathered.
    if findings.count <= 2 { return findings.map(FindingEntry.init) }
    let kinds = findings.map(kind)
    let counts = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    var entries: [FindingEntry] = []
    var places: [String: Int] = [:]
    for (finding, kind) in zip(findings, kinds) {
      if counts[kind, default: 0] > 2, let place = places[kind] {
        entries[place].others.append(finding)
      } else {
        places[kind] = entries.count
        entries.append(FindingEntry(finding))
      }
    }
    return entries
  }

  private static let mostListed = 40

  /// Where else, and of what; nil where this is all.
  var further: String? {
    guard !others.isEmpty else { return nil }
    let own = quoted(first.message)
    let places = others.prefix(Self.mostListed).map { finding -> String in
      let other = quoted(finding.message)
      let names = zip(other, own).filter { $0 != $1 }.map { "`\($0.0)`" }
      let place = "\(finding.location.line):\(finding.location.column)"
      return names.isEmpty ? place : "\(place) \(names.joined(separator: " "))"
    }
    let rest = others.count - places.count
    let more = rest > 0 ? ", and \(rest) more" : ""
    return "likewise at \(places.joined(separator: ", "))\(more)"
  }
}

/// The parts of a message outside its backticks.
private func unquoted(_ text: String) -> [Substring] { parts(text, from: 0) }

/// What stands between its backticks.
private func quoted(_ text: String) -> [Substring] { parts(text, from: 1) }

private func parts(_ text: String, from first: Int) -> [Substring] {
  let all = text.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false)
    .map { Substring($0) }
  return stride(from: first, to: all.count, by: 2).map { all[$0] }
}
