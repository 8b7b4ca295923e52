import Findings

extension Rule {
  static let systemExtensionTeamTwice = Rule(
    "system-extension-team-twice", .error,
    "a team whose system extensions are allowed both wholly and one by one",
    explanation: """
      A team identifier stands either in `AllowedTeamIdentifiers`, which allows all its extensions, or as a key
      of `AllowedSystemExtensions` with a list of them. In both it is an error, and the payload is refused.
      """,
    accepted: [
      example("<key>AllowedTeamIdentifiers</key><array><string>AAAAAAAAAA</string></array>")
    ],
    rejected: [
      example(
        """
        <key>AllowedTeamIdentifiers</key><array><string>AAAAAAAAAA</string></array>
        <key>AllowedSystemExtensions</key><dict>▸<key>AAAAAAAAAA</key><array/></dict>
        """,
        says: "team `AAAAAAAAAA` is in `AllowedTeamIdentifiers` and in `AllowedSystemExtensions`")
    ],
    check: { context in
      context.eachPayload { _, payload in
        guard payload.type == type, let teams = payload.node["AllowedTeamIdentifiers"] else {
          return []
        }
        let wholly = Dictionary(
          teams.elements.compactMap { node in node.string.map { ($0, node) } }
        ) { first, _ in first }
        return (payload.node["AllowedSystemExtensions"]?.effectiveEntries ?? []).compactMap {
          entry in
          guard let other = wholly[entry.key] else { return nil }
          return Finding(
            "system-extension-team-twice", .error, at: payload.location(entry.keyPosition),
            keyPath: "\(payload.keyPath("AllowedSystemExtensions")).\(shown(entry.key, 200))",
            "team `\(shown(entry.key))` is in `AllowedTeamIdentifiers` and in `AllowedSystemExtensions`",
            help: "keep one: the team, or the list of its extensions",
            related: [.init(payload.location(other.position), "the whole team is allowed here")])
        }
      }
    })

  private static let type = "com.apple.system-extension-policy"

  private static func example(_ keys: String, says message: String = "") -> RuleExample {
    RuleExample(
      RuleExample.profile(RuleExample.payload(keys, type: type)), says: message)
  }
}
