import Findings

extension Rule {
  static let uuidDuplicate = Rule(
    "uuid-duplicate", .error, "a `PayloadUUID` is used twice in a profile",
    explanation: """
      Apple requires every payload's UUID to be unique, the profile's own included; devices refuse some
      profiles that repeat one.
      """,
    accepted: [.restrictions("")],
    rejected: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("", uuid: "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01").replacing(
            "<string>6A5A", with: "▸<string>6A5A")),
        says: "UUID `6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01` is used twice in this profile")
    ],
    check: { context in
      context.profiles.filter { !$0.isBarePayload }.flatMap { profile in
        Repeats(
          "PayloadUUID", [(profile.node, "")] + profile.payloads.map { ($0.node, $0.keyPath) }
        ).all { text, first, again, keyPath in
          Finding(
            "uuid-duplicate", .error, at: profile.location(again.value.position),
            keyPath: keyPath, "UUID `\(text)` is used twice in this profile",
            help: "make a new one with `uuidgen`",
            related: [.init(profile.location(first.value.position), "used here first")])
        }
      }
    })
}
