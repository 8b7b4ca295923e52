import Findings
import StrictJSON

/// An error that ended a command, in the format that its result would have had: who reads JSON or
/// JUnit never gets nothing. A command line that is wrong has no result, in no format.
struct FailureReport {
  private let message: String
  private let advice: String?
  private let status: ExitStatus
  private let input: InvalidInput?
  private let arguments: Arguments
  private let hasResult: Bool

  init(_ error: any Error, _ arguments: Arguments) {
    let failure = error as? any CommandFailure
    message = failure?.message ?? "\(error)"
    advice = failure?.advice
    status = failure?.status ?? .file
    input = error as? InvalidInput
    hasResult = !(error is OutputError) && status != .usage
    self.arguments = arguments
  }

  private var findings: [Finding] { input?.findings ?? [] }

  /// Prints JSON or JUnit to standard output, unless a result began to stand there; else the
  /// findings for people to standard error. The message itself is told by the frame.
  func print(to console: Console) throws {
    switch arguments.format {
    case .json where hasResult && !console.hasWritten: try console.print(json.prettyText)
    case .junit where hasResult && !console.hasWritten: try console.write(junit)
    default: if let input { console.warn(input.findings, sources: input.sources) }
    }
  }

  private var json: JSONValue {
    let verdict = input?.verdict.map { [JSONValue.Member("verdict", .string($0))] } ?? []
    let error: JSONValue = [
      "message": .string(message), "help": advice.map { .string($0) } ?? .null,
      "status": .integer(Int64(status.rawValue)),
    ]
    return .object(verdict + [JSONValue.Member("error", error)] + findings.report)
  }

  /// A suite a file, a case a finding; where there is none, one case that says what happened.
  private var junit: String {
    let name = "pbpolicy \(arguments.command.name)"
    var suites: [JUnitSuite] = []
    for path in Set(findings.map(\.location.path)).sorted() {
      var suite = JUnitSuite(name: path)
      for finding in findings where finding.location.path == path {
        let line = "\(finding.location): \(finding.severity.rawValue): \(finding.message)"
        suite.add(
          finding.rule.name, finding.severity == .error ? .error : .passed, finding.message,
          [line] + (finding.help.map { ["  help: \($0)"] } ?? []))
      }
      suites.append(suite)
    }
    if !findings.contains(where: { $0.severity == .error }) {
      var suite = JUnitSuite(name: name)
      suite.add(arguments.command.name, .error, message, [message] + (advice.map { [$0] } ?? []))
      suites.append(suite)
    }
    return JUnitSuite.document(name, suites)
  }
}

extension Collection<Finding> {
  /// `findings` and `summary`, as every report in JSON has them.
  var report: [JSONValue.Member] {
    let summary = FindingsSummary(self)
    return [
      JSONValue.Member("findings", .array(map(\.json))),
      JSONValue.Member(
        "summary",
        [
          "errors": .integer(Int64(summary.errors)), "warnings": .integer(Int64(summary.warnings)),
          "notices": .integer(Int64(summary.notices)),
        ]),
    ]
  }
}
