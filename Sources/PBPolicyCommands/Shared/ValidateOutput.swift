import Findings
import ProfileKit
import StrictJSON

/// How a `validate` command says what it found.
struct ValidateOutput {
  let validation: Validation
  let failures: [FileError]
  let settings: ValidateSettings
  let base: PathBase
  let console: Console

  func print(as format: OutputFormat) throws {
    switch format {
    case .json: try console.print(json.prettyText)
    case .sarif: try console.print(report.sarif.prettyText)
    case .junit: try console.write(report.junitText)
    case .github:
      try console.write(report.githubText)
      try printSummary()
    default: try printText()
    }
  }

  private func printText() throws {
    let reporter = GroupedReporter(
      sources: validation.sources, colour: console.usesColour(), width: console.width,
      targets: validation.targets.count)
    try console.write(reporter.text(of: validation.findings))
    try printSummary()
  }

  private func printSummary() throws {
    if console.isQuiet { return }
    let count = validation.files.count
    let unread = validation.unread.count
    try console.print(
      "\(counted(count, "file"))\(unread > 0 ? ", \(unread) not read" : ""): "
        + validation.summary.description)
    let rules = validation.findings.countedRules
    guard rules.count > 1, rules.reduce(0, { $0 + $1.count }) > 5 else { return }
    let words = rules.prefix(5).map { "\($0.rule) \($0.count)" }.joined(separator: ", ")
    for line in folded("most often: \(words)", width: console.width, indent: 2) {
      try console.print(line)
    }
  }

  private var json: JSONValue {
    let unreadable = JSONValue.array(
      failures.map { ["path": .string($0.path), "message": .string($0.message)] })
    return .object((validation.json.members ?? []) + [.init("unreadable", unreadable)])
  }

  private var report: Report {
    let rules = settings.config.choice.rules.map {
      Report.RuleText(
        id: $0.id, severity: settings.config.choice.overrides[$0.id] ?? $0.severity,
        summary: $0.summary, explanation: $0.explanation, markdown: $0.markdown)
    }
    var report = Report(
      version: Release.version,
      files: validation.files.map { .init(path: $0.path, isRead: $0.root != nil) }, rules: rules,
      findings: validation.findings, base: base)
    report.failures = failures.map { .init(path: $0.path, message: $0.message) }
    report.sources = validation.sources
    report.threshold = settings.threshold
    report.hasBaseline = validation.gone != nil
    report.properties = ["targets", "now"].compactMap { key in
      validation.json[key].map { .init(key, $0) }
    }
    return report
  }
}
