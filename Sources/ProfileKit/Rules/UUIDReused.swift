import Findings

extension Rule {
  static let uuidReused = Rule(
    "uuid-reused", .warning, "a `PayloadUUID` stands in two files with different content",
    explanation: """
      A UUID names one profile or payload in the whole world, and devices and servers tell installed ones apart
      by it. A file made from a copy needs UUIDs of its own. Files that are one profile in two states, with one
      identifier, are not meant: there the second replaces the first.
      """,
    accepted: [
      RuleExample(
        RuleExample.profile(RuleExample.payload("")), RuleExample.profile(RuleExample.payload("")))
    ],
    rejected: [
      RuleExample(
        RuleExample.profile("", identifier: "com.example.a"),
        RuleExample.profile("", identifier: "com.example.b").replacing(
          "<key>PayloadUUID</key><string>", with: "<key>PayloadUUID</key>▸<string>"),
        says:
          "UUID `6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01` is used in `example1` as well, for something else"
      )
    ],
    check: { context in
      var first: [String: (node: PlistNode, profile: Profile, entry: PlistEntry)] = [:]
      return context.profiles.filter { !$0.isBarePayload }.flatMap { profile in
        var found: [Finding] = []
        let nodes = [(profile.node, "")] + profile.payloads.map { ($0.node, $0.keyPath) }
        for (node, keyPath) in nodes {
          guard let entry = node.entry("PayloadUUID"), let text = entry.value.string, !text.isEmpty
          else { continue }
          guard let before = first[text.uppercased()] else {
            first[text.uppercased()] = (node, profile, entry)
            continue
          }
          guard before.profile.path != profile.path,
            before.profile.identifier != profile.identifier,
            !before.node.saysTheSame(as: node)
          else { continue }
          found.append(
            Finding(
              "uuid-reused", .warning, at: profile.location(entry.value.position),
              keyPath: keyPath.isEmpty ? entry.key : "\(keyPath).\(entry.key)",
              "UUID `\(shown(text))` is used in `\(before.profile.path)` as well, for something else",
              help: "make a new one with `uuidgen`",
              related: [
                .init(before.profile.location(before.entry.value.position), "used here first")
              ]))
        }
        return found
      }
    })
}
