import Findings

extension Rule {
  static let suppressionInvalid = Rule(
    "suppression-invalid", .warning, "a comment is meant to suppress findings and does not",
    explanation: """
      `<!-- pbpolicy:ignore RULE: reason -->` takes the findings of a rule about the next element, and all within
      it, out of the count; behind an element, at the end of its line, it holds for that line.
      `<!-- pbpolicy:ignore-file RULE: reason -->` holds for the file. Several rules stand apart by commas. The
      rule must exist and the reason must be given: without them the comment does nothing.
      """,
    accepted: [
      .restrictions(
        "<!-- pbpolicy:ignore unknown-key: taken by our own agent --><key>allowTeleportation</key><true/>"
      ),
      .restrictions("<!-- a comment of another kind -->"),
    ],
    rejected: [
      .restrictions(
        "▸<!-- pbpolicy:ignore unknown-key --><key>allowTeleportation</key><true/>",
        says: "expected a reason after the rule, found none"),
      .restrictions(
        "▸<!-- pbpolicy:ignore unknown-keys: ours --><key>allowTeleportation</key><true/>",
        says: "there is no rule `unknown-keys`; did you mean `unknown-key`?"),
      .restrictions(
        "▸<!-- pbpolicy:disable unknown-key: ours --><key>allowTeleportation</key><true/>",
        says: "expected `ignore` or `ignore-file` after `pbpolicy:`, found `disable`"),
      .restrictions(
        "▸<!-- pbpolicy:ignore: ours -->",
        says: "expected a rule after `pbpolicy:ignore`, found none"),
      .restrictions(
        "▸<!-- pbpolicy:ignore suppression-unused: why not -->",
        says: "`suppression-unused` cannot be suppressed"),
    ],
    check: { $0.suppressions.invalid })
}
