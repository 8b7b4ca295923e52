import Findings
import StrictJSON

extension Console {
  /// Prints findings for people, each with its line of source.
  func show(_ findings: [Finding], sources: [String: SourceLines]) throws {
    let reporter = TextReporter(sources: sources, colour: usesColour(), width: width - 10)
    for finding in findings { try print(reporter.text(of: finding)) }
  }

  /// Says findings on standard error, for a command whose result is something else.
  func warn(_ findings: [Finding], sources: [String: SourceLines]) {
    let reporter = TextReporter(
      sources: sources, colour: usesColour(on: .error), width: width - 10)
    try? flush()
    for finding in findings { writeError(reporter.text(of: finding)) }
  }
}

/// Input that is not as it must be. The frame tells its findings, in the format that was asked for.
struct InvalidInput: CommandFailure {
  /// What cannot go on.
  var message: String
  /// Why.
  var findings: [Finding] = []
  /// What the findings point into.
  var sources: [String: SourceLines] = [:]
  /// The answer of a command that gives one, such as `refused`.
  var verdict: String?
  var status: ExitStatus { .findings }
  var advice: String? { nil }
}
