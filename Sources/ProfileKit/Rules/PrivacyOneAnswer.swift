import Findings

extension Rule {
  static let privacyOneAnswer = Rule(
    "privacy-one-answer", .error,
    "a privacy entry with both or neither of `Authorization` and `Allowed`",
    explanation: """
      Each entry of a Privacy Preferences Policy Control payload answers with `Allowed` or, since macOS 11,
      with `Authorization` in its place: exactly one of them. With both or neither the payload is refused.
      """,
    accepted: [
      RuleExample.privacy("Calendar", "<key>Allowed</key><true/>"),
      RuleExample.privacy("Calendar", "<key>Authorization</key><string>Allow</string>"),
    ],
    rejected: [
      RuleExample.privacy(
        "Calendar", "▸<key>Authorization</key><string>Allow</string><key>Allowed</key><true/>",
        says: "`Authorization` and `Allowed` are both set; exactly one is allowed"),
      RuleExample.privacy(
        "▸Calendar", "", says: "neither `Authorization` nor `Allowed` is set; one of them is needed"
      ),
    ],
    check: { context in
      context.eachPrivacyEntry { entry in
        let answers = ["Authorization", "Allowed"].compactMap { entry.node.entry($0) }
        guard answers.count != 1 else { return nil }
        return Finding(
          "privacy-one-answer", .error,
          at: entry.payload.location(answers.first?.keyPosition ?? entry.node.position),
          keyPath: "\(entry.keyPath).\(answers.first?.key ?? "Authorization")",
          answers.isEmpty
            ? "neither `Authorization` nor `Allowed` is set; one of them is needed"
            : "`Authorization` and `Allowed` are both set; exactly one is allowed",
          help: answers.isEmpty
            ? "add `<key>Allowed</key>` with `<true/>` or `<false/>`"
            : "keep `Authorization` for macOS 11 and later, `Allowed` for older ones",
          related: answers.dropFirst().map {
            .init(entry.payload.location($0.keyPosition), "`\($0.key)` is set here")
          })
      }
    })
}

/// One application's entry of one service in a privacy payload.
struct PrivacyEntry {
  let payload: Payload
  let service: String
  let node: PlistNode
  let keyPath: String
  /// Whether it gives access, as far as it answers.
  var grants: PlistEntry? {
    if let entry = node.entry("Allowed"), entry.value.coercedBoolean == true { return entry }
    if let entry = node.entry("Authorization"), entry.value.string == "Allow" { return entry }
    return nil
  }
}

extension RuleContext {
  /// The payload type of Privacy Preferences Policy Control.
  static let privacyType = "com.apple.TCC.configuration-profile-policy"

  /// What `check` finds in each entry of each privacy payload.
  func eachPrivacyEntry(_ check: (PrivacyEntry) -> Finding?) -> [Finding] {
    var list = list
    for payload in profiles.lazy.flatMap(\.payloads) where payload.type == Self.privacyType {
      for service in payload.node["Services"]?.effectiveEntries ?? [] {
        let path = "\(payload.keyPath("Services")).\(shown(service.key, 200))"
        let name = service.key
        for (index, node) in service.value.lazyElements.enumerated() where node.isDictionary {
          let entry = PrivacyEntry(
            payload: payload, service: name, node: node, keyPath: "\(path)[\(index)]")
          if let finding = check(entry) { list.add(finding) }
        }
      }
    }
    return list.findings
  }
}

extension RuleExample {
  /// A privacy payload with one entry of one service; a mark before the service stands before the
  /// entry.
  static func privacy(_ service: String, _ keys: String, says message: String = "") -> RuleExample {
    let isMarked = service.first == mark
    let name = String(service.drop { $0 == mark })
    return RuleExample(
      profile(
        payload(
          """
          <key>Services</key><dict><key>\(name)</key><array>\(isMarked ? "▸" : "")<dict>
          <key>Identifier</key><string>com.example.app</string>
          <key>IdentifierType</key><string>bundleID</string>
          <key>CodeRequirement</key><string>anchor apple</string>
          \(keys)</dict></array></dict>
          """, type: RuleContext.privacyType)), says: message)
  }
}
