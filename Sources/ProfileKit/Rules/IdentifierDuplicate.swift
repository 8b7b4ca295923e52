import Findings

extension Rule {
  static let identifierDuplicate = Rule(
    "identifier-duplicate", .warning, "two payloads of a profile have the same identifier",
    explanation: """
      Payload identifiers are to be unique within a profile: when the profile is replaced, a device matches
      old and new payloads by them.
      """,
    accepted: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("", identifier: "com.example.a")
            + RuleExample.payload("", identifier: "com.example.b")))
    ],
    rejected: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("", identifier: "com.example.a")
            + RuleExample.payload("", identifier: "com.example.a").replacing(
              "<string>com.example.a<", with: "▸<string>com.example.a<")),
        says: "payload identifier `com.example.a` is used twice in this profile")
    ],
    check: { context in
      context.profiles.flatMap { profile in
        Repeats("PayloadIdentifier", profile.payloads.map { ($0.node, $0.keyPath) }).all {
          text, first, again, keyPath in
          Finding(
            "identifier-duplicate", .warning, at: profile.location(again.value.position),
            keyPath: keyPath,
            "payload identifier `\(text)` is used twice in this profile",
            help: "give each payload its own, such as `\(text).2`",
            related: [.init(profile.location(first.value.position), "used here first")])
        }
      }
    })
}

/// Values of one key that stand in several dictionaries of a profile.
struct Repeats {
  let key: String
  let nodes: [(node: PlistNode, keyPath: String)]

  /// Dictionaries, each with the path of keys to it.
  init(_ key: String, _ nodes: [(node: PlistNode, keyPath: String)]) {
    self.key = key
    self.nodes = nodes
  }

  func all(_ finding: (String, PlistEntry, PlistEntry, String) -> Finding) -> [Finding] {
    var first: [String: PlistEntry] = [:]
    return nodes.compactMap { node, keyPath in
      guard let entry = node.entry(key), let text = entry.value.string, !text.isEmpty else {
        return nil
      }
      guard let before = first[text.uppercased()] else {
        first[text.uppercased()] = entry
        return nil
      }
      return finding(
        shown(text), before, entry, keyPath.isEmpty ? key : "\(keyPath).\(key)")
    }
  }
}
