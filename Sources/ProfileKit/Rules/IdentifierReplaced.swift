import Findings

extension Rule {
  static let identifierReplaced = Rule(
    "identifier-replaced", .warning,
    "two profiles have the same identifier: one replaces the other",
    explanation: """
      A device keeps one profile of each identifier. Installing the second removes the first with all its
      payloads, so the two are never in force together.
      """,
    accepted: [
      RuleExample(
        RuleExample.profile("", identifier: "com.example.a"),
        RuleExample.profile("", identifier: "com.example.b")),
      RuleExample(
        RuleExample.profile("", identifier: "com.example.a"),
        RuleExample.profile("", identifier: "com.example.a")),
    ],
    rejected: [
      RuleExample(
        RuleExample.profile("", identifier: "com.example.a"),
        RuleExample.profile(RuleExample.payload(""), identifier: "com.example.a").replacing(
          "<string>com.example.a<", with: "▸<string>com.example.a<"),
        says: "this profile replaces `example1`: both have the identifier `com.example.a`")
    ],
    check: { context in
      var last: [String: (profile: Profile, location: SourceLocation)] = [:]
      return context.profiles.filter { !$0.isBarePayload }.compactMap { profile in
        guard let entry = profile.node.entry("PayloadIdentifier"), let text = entry.value.string,
          !text.isEmpty
        else { return nil }
        let location = profile.location(entry.value.position)
        defer { last[text] = (profile, location) }
        // A copy of the same profile changes nothing.
        guard let before = last[text], before.profile.path != profile.path,
          !before.profile.node.saysTheSame(as: profile.node)
        else { return nil }
        return Finding(
          "identifier-replaced", .warning, at: location, keyPath: "PayloadIdentifier",
          "this profile replaces `\(before.profile.path)`: both have the identifier `\(shown(text))`",
          help: "if both are to be installed, give each its own identifier",
          related: [.init(before.location, "the profile that is replaced")])
      }
    })
}
