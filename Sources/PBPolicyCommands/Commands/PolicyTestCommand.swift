import DecisionService
import Findings
import PolicyKit
import StrictJSON

extension Command {
  private static let files = Positional(
    .file("FILE"), .atLeastOne, help: "a policy with tests; several are layers that only tighten")

  /// `pbpolicy policy test`
  static let policyTest = Command(
    path: ["policy", "test"],
    summary: "run the tests that a policy carries",
    discussion: """
      Decides the request of each test in the files and compares the answer with what the test \
      expects. A policy without tests fails.
      """,
    positionals: [files],
    options: [.policyKey],
    examples: [
      Example("pbpolicy policy test Policies/balanced/policy.yaml", "run one policy's tests")
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      let policy = try PolicyInput(arguments.words(files), arguments, console).compiled(console)
      let runs = policy.tests.map { PolicyTestRun($0, policy: policy) }
      let failed = runs.filter { !$0.failures.isEmpty }.count
      if arguments.format == .json {
        try console.print(json(runs).prettyText)
      } else {
        for run in runs { try show(run, console) }
        try console.print("\(runs.count - failed) passed, \(failed) failed")
      }
      if runs.isEmpty { console.remark("no test in these files: nothing was shown to hold") }
      return failed == 0 && !runs.isEmpty ? .success : .findings
    })

  private static func show(_ run: PolicyTestRun, _ console: Console) throws {
    let passed = run.failures.isEmpty
    let mark = passed ? "passed" : "FAILED"
    try console.print("\(mark)  \(printable(run.test.name))")
    guard !passed else { return }
    try console.print("        \(printable(run.test.location.description))")
    for failure in run.failures { try console.print("        \(printable(failure))") }
    try console.print("        \(printable(run.decision.texts.administrator))")
  }

  private static func json(_ runs: [PolicyTestRun]) -> JSONValue {
    let failed = runs.filter { !$0.failures.isEmpty }.count
    return [
      "tests": .array(
        runs.map { run in
          [
            "name": .string(run.test.name), "path": .string(run.test.location.path),
            "line": .integer(Int64(run.test.location.line)),
            "passed": .bool(run.failures.isEmpty),
            "failures": .array(run.failures.map { .string($0) }), "decision": run.decision.json,
          ]
        }),
      "summary": [
        "passed": .integer(Int64(runs.count - failed)), "failed": .integer(Int64(failed)),
      ],
    ]
  }
}
