import DecisionService
import Findings
import PolicyFiles
import PolicyKit
import StrictJSON

/// The tests of a policy, run, as people and build servers read them.
struct PolicyTestReport {
  let runs: [PolicyTestRun]

  /// A line a test; of one that failed, all there is to know, in lines of at most `width` columns.
  func lines(width: Int) -> [String] {
    runs.flatMap { run in
      guard !run.failures.isEmpty else { return ["passed  \(run.test.name)"] }
      let details = details(run).flatMap { detail in
        wrapped(detail, width: max(width - 10, 20)).enumerated().map { index, line in
          String(repeating: " ", count: index == 0 ? 8 : 10) + line
        }
      }
      return ["FAILED  \(run.test.name)"] + details
    }
  }

  /// Where a failed test stands, what was asked, what was wrong, and why it was answered so.
  private func details(_ run: PolicyTestRun) -> [String] {
    let decision = run.decision
    var lines = ["\(run.test.location): asked \(run.test.request.words)"]
    lines += run.failures
    lines.append(decision.texts.administrator)
    for reason in decision.reasons where reason.effect != nil {
      lines.append("because of \(Self.named(reason))")
    }
    for reason in decision.overruled { lines.append("outvoted: \(Self.named(reason))") }
    return lines
  }

  private static func named(_ reason: Reason) -> String {
    var words = reason.kind.rawValue
    if reason.id != words { words += " \(reason.id)" }
    if let effect = reason.effect { words += " → \(effect.rawValue)" }
    words += ": \(reason.text)"
    if let location = reason.location, !location.path.isEmpty { words += " [\(location)]" }
    return words
  }

  var json: JSONValue {
    let failed = runs.filter { !$0.failures.isEmpty }.count
    return [
      "tests": .array(
        runs.map { run in
          [
            "name": .string(run.test.name), "path": .string(run.test.location.path),
            "line": .integer(Int64(run.test.location.line)),
            "column": .integer(Int64(run.test.location.column)),
            "request": .string(run.test.request.words),
            "passed": .bool(run.failures.isEmpty),
            "failures": .array(run.failures.map { .string($0) }), "decision": run.decision.json,
          ]
        }),
      "summary": [
        "passed": .integer(Int64(runs.count - failed)), "failed": .integer(Int64(failed)),
      ],
    ]
  }

  /// A suite a file, a case a test.
  var junit: String {
    var paths: [String] = []
    for run in runs where !paths.contains(run.test.location.path) {
      paths.append(run.test.location.path)
    }
    let suites = paths.map { path in
      var suite = JUnitSuite(name: path)
      for run in runs where run.test.location.path == path {
        let passed = run.failures.isEmpty
        suite.add(
          run.test.name, passed ? .passed : .failure, run.failures.joined(separator: "; "),
          passed ? [] : details(run))
      }
      return suite
    }
    return JUnitSuite.document("pbpolicy policy test", suites)
  }
}

extension Request {
  /// The request as `decide` takes it: `operation=copy platform=iOS …`.
  var words: String {
    guard case .map(let entries) = form.content else { return "" }
    return entries.map { "\($0.key)=\(Self.text($0.value))" }.joined(separator: " ")
  }

  private static func text(_ node: PolicyNode) -> String {
    switch node.content {
    case .scalar(let scalar): return node.isNull ? "?" : scalar.text
    case .list(let elements): return elements.map(text).joined(separator: ",")
    case .map(let entries):
      return "{" + entries.map { "\($0.key)=\(text($0.value))" }.joined(separator: " ") + "}"
    }
  }
}
