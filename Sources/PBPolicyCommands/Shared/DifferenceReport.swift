import DecisionService
import Findings
import PolicyFiles
import PolicyKit
import StrictJSON

/// What a comparison of policies or profiles found, for people and for programs.
struct DifferenceReport {
  let difference: PolicyDifference

  /// Shows the changes of these kinds, each with what is common to it and one request with both
  /// answers.
  func show(_ kinds: [PolicyDifference.Kind] = PolicyDifference.Kind.allCases, on console: Console)
    throws
  {
    for change in difference.changes where kinds.contains(change.kind) {
      let place = change.situation.name.isEmpty ? "" : " on \(change.situation.name)"
      try console.show(
        "\(change.kind.rawValue)\(place): \(change.classes) classes of requests", indent: 0)
      try console.show(change.cover, indent: 4)
      try console.show(change.witness.before, as: "for example", answer: "before", indent: 2)
      try console.show(change.witness.after.decision, as: "after", indent: 2)
      if !change.isConfirmed {
        try console.show("`decide` does not confirm this: please report it", indent: 2)
      }
      try console.print()
    }
  }

  /// How many classes changed, and of how many.
  var counts: String {
    let counts = PolicyDifference.Kind.allCases.filter {
      $0 != .mixed || !difference.count($0).isZero
    }.map { "\(difference.count($0)) \($0.rawValue)" }
    return "\(counts.joined(separator: ", ")), of \(difference.classes) classes of requests"
      + (difference.unfinished == nil ? "" : ", as far as it was looked at: not finished")
  }

  var json: JSONValue {
    [
      "changes": .array(difference.changes.map(Self.json)),
      "summary": .object(
        PolicyDifference.Kind.allCases.map { .init($0.rawValue, difference.count($0).json) }
          + [
            .init("classes", difference.classes.json),
            .init("finished", .bool(difference.unfinished == nil)),
          ]),
    ]
  }

  private static func json(_ change: PolicyDifference.Change) -> JSONValue {
    .object(
      [
        .init("kind", .string(change.kind.rawValue)),
        .init("device", .string(change.situation.name)),
      ] + (change.cover.json.members ?? []) + [
        .init(
          "witness",
          [
            "request": change.witness.before.request.json,
            "before": change.witness.before.decision.json,
            "after": change.witness.after.decision.json,
          ]),
        .init("confirmed", .bool(change.isConfirmed)),
      ])
  }
}
