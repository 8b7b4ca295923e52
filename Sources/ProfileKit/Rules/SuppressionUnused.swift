import Findings

extension Rule {
  static let suppressionUnused = Rule(
    "suppression-unused", .warning, "a comment suppresses a finding that is not there",
    explanation: """
      The finding was mended, or the comment stands in the wrong place. Left alone it would hide the next one of its
      kind, which nobody has looked at yet. Rules that were left out of the run are not missed.
      """,
    accepted: [
      .restrictions(
        "<!-- pbpolicy:ignore unknown-key: taken by our own agent --><key>allowTeleportation</key><true/>"
      ),
      .restrictions(
        "<key>allowTeleportation</key><true/> <!-- pbpolicy:ignore unknown-key: our own -->"),
    ],
    rejected: [
      .restrictions(
        "▸<!-- pbpolicy:ignore unknown-key: ours --><key>allowCamera</key><false/>",
        says: "nothing to suppress: `unknown-key` says nothing about the element that follows"),
      .restrictions(
        "▸<!-- pbpolicy:ignore-file duplicate-key: ours -->",
        says: "nothing to suppress: `duplicate-key` says nothing in this file"),
    ],
    check: { context in
      let suppressions = context.suppressions
      if suppressions.isEmpty { return [] }
      if !context.othersRan.isEmpty {
        return suppressions.unused(context.others, ran: Set(context.othersRan))
      }
      let rules = allRules.filter { $0.id != "suppression-unused" }
      return suppressions.unused(
        rules.flatMap { context.found(by: $0) }, ran: Set(rules.map(\.id)))
    })
}
