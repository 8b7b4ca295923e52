import DecisionService
import Findings
import PolicyFiles
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
      expects. Of a test that fails it says where it stands, what was asked, what was expected and \
      found, and why it was answered so. A policy without tests fails.
      """,
    positionals: [files],
    options: [.policyKey],
    formats: [.text, .json, .junit],
    examples: [
      Example("pbpolicy policy test Policies/balanced/policy.yaml", "run one policy's tests"),
      Example(
        "pbpolicy policy test --format junit Policies/strict/policy.yaml > tests.xml",
        "for a build server"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      let policy = try PolicyInput(arguments.words(files), arguments, console).compiled(console)
      let runs = policy.tests.map { PolicyTestRun($0, policy: policy) }
      let failed = runs.filter { !$0.failures.isEmpty }.count
      let report = PolicyTestReport(runs: runs)
      switch arguments.format {
      case .json: try console.print(report.json.prettyText)
      case .junit: try console.write(report.junit)
      default:
        for line in report.lines(width: console.width) { try console.print(printable(line)) }
        try console.print("\(runs.count - failed) passed, \(failed) failed")
      }
      if runs.isEmpty { console.remark("no test in these files: nothing was shown to hold") }
      return failed == 0 && !runs.isEmpty ? .success : .findings
    })
}
