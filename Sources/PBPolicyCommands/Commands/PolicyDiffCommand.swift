import Findings
import PolicyKit
import StrictJSON

extension Command {
  private static let before = Positional(.file("BEFORE"), help: "the policy as it was")
  private static let after = Positional(
    .file("AFTER"), .optional,
    help: "the policy as it is to be; left out, both sides have the same and profiles are compared")
  private static let beforeMore = Option(
    "before", .file("FILE"), repeatable: true, help: "another layer of the side before")
  private static let afterMore = Option(
    "after", .file("FILE"), repeatable: true, help: "another layer of the side after")
  private static let beforeProfile = Option(
    "before-profile", .file("FILE"), repeatable: true, help: "a profile on the devices before")
  private static let afterProfile = Option(
    "after-profile", .file("FILE"), repeatable: true, help: "a profile on the devices after")
  private static let failOnChange = Option(
    "fail-on", .choice("CHANGE", ["loosened", "tightened", "any", "nothing"]), default: "loosened",
    help: "end with status 1 where an answer changed so; what is partly looser counts as loosened")

  /// `pbpolicy policy diff`
  static let policyDiff = Command(
    path: ["policy", "diff"],
    summary: "say which answers change between two policies or sets of profiles",
    discussion: """
      Compares the answers to every request: outcome, whether it is honoured, and where content can \
      end up. Says how many classes of requests were loosened and tightened, what they have in \
      common, and shows one of each with both answers of `decide`.
      """,
    positionals: [before, after],
    options: [
      .policyKey, beforeMore, afterMore, .profile, beforeProfile, afterProfile, .devices,
      failOnChange, .bound,
    ],
    examples: [
      Example("pbpolicy policy diff old.yaml new.yaml", "what a change of a policy changes"),
      Example(
        "pbpolicy policy diff policy.yaml --after-profile new.mobileconfig "
          + "--device platform=iOS,version=18.1,supervised=yes,enrollment=automated",
        "what a profile changes"),
    ],
    statuses: [.success, .findings, .notFinished],
    run: { arguments, console in
      let first = arguments.word(before) ?? "-"
      let second = arguments.word(after) ?? first
      let isOneSided = [beforeMore, afterMore, beforeProfile, afterProfile].allSatisfy {
        arguments.values($0).isEmpty
      }
      guard arguments.word(after) != nil || !isOneSided else {
        throw arguments.wrong(
          "nothing to compare with: expected AFTER, or profiles or more files for one side")
      }
      let shared = arguments.values(.profile)
      func side(_ file: String, _ more: Option, _ profiles: Option) throws -> PolicyDifference.Side
      {
        let policy = try arguments.analysedPolicy([file] + arguments.values(more), console)
        let onDevices = shared + arguments.values(profiles)
        return PolicyDifference.Side(
          policy, situations: try arguments.situations(profiles: onDevices, console))
      }
      let difference = PolicyDifference(
        try side(first, beforeMore, beforeProfile), try side(second, afterMore, afterProfile),
        bound: try arguments.analysisBound)
      let report = DifferenceReport(difference: difference)
      if arguments.format == .json {
        try console.print(report.json.prettyText)
      } else {
        try report.show(on: console)
        try console.print(report.counts)
      }
      if let unfinished = difference.unfinished { console.complain(unfinished.remark) }
      let kinds = failing(arguments)
      if difference.changes.contains(where: { kinds.contains($0.kind) || !$0.isConfirmed }) {
        return .findings
      }
      return difference.unfinished == nil ? .success : .notFinished
    })

  private static func failing(_ arguments: Arguments) -> [PolicyDifference.Kind] {
    switch arguments.value(failOnChange) {
    case "tightened": [.tightened, .mixed]
    case "any": PolicyDifference.Kind.allCases
    case "nothing": []
    default: [.loosened, .mixed]
    }
  }
}
