import DecisionService
import Findings
import PolicyKit
import StrictJSON

/// What `policy check` says beyond findings: where a default alone answers, and where what is
/// required cannot be carried out.
struct ReviewReport {
  let review: PolicyReview

  /// Members to stand beside the findings: `classes`, `silences`, `unkept`, `finished`.
  var json: [JSONValue.Member] {
    [
      .init("classes", review.classes.json),
      .init(
        "silences",
        .array(
          review.silences.map { silence in
            .object(
              [
                .init("operation", .string(silence.operation.rawValue)),
                .init("posture", .string(silence.posture.rawValue)),
              ] + (silence.cover.json.members ?? []))
          })),
      .init(
        "unkept",
        .array(
          review.unkept.map { unkept in
            .object(
              [
                .init("required", .string(unkept.required.rawValue)),
                .init("outcome", .string(unkept.outcome.rawValue)),
                .init("honoured", .string(unkept.honoured.rawValue)),
              ] + (unkept.cover.json.members ?? []))
          })),
      .init("finished", .bool(review.unfinished == nil)),
    ]
  }

  func show(on console: Console) throws {
    if !review.silences.isEmpty {
      try console.print("where no rule speaks and a default alone answers")
      for silence in review.silences {
        try console.show(
          "\(silence.operation.rawValue): \(silence.posture.rawValue), "
            + "\(silence.cover.classes) classes of requests", indent: 2)
        try console.show(silence.cover, indent: 6)
      }
      try console.print()
    }
    if !review.unkept.isEmpty {
      try console.print("where what is required cannot be carried out, or only in part")
      for unkept in review.unkept {
        let answered =
          unkept.outcome == unkept.required ? "" : ", answered \(unkept.outcome.rawValue)"
        try console.show(
          "\(unkept.required.rawValue) required\(answered), honoured: "
            + "\(unkept.honoured.rawValue), \(unkept.cover.classes) classes of requests", indent: 2)
        try console.show(unkept.cover, indent: 6)
      }
      try console.print()
    }
    if !review.foundIdleRules {
      try console.print(
        "more than \(PolicyReview.mostForIdleRules) rules: not looked for rules that change nothing"
      )
    }
    try console.print()
  }
}
