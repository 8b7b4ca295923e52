import Findings

extension Rule {
  static let privacyDisagree = Rule(
    "privacy-disagree", .warning, "one program is both given and denied access to one service",
    explanation: """
      Entries for the same program and service, in one profile or in several, are to say the same. Apple says
      of access to be denied that it wins; whoever reads one of the entries alone expects something else.
      """,
    accepted: [RuleExample.privacy("Calendar", "<key>Allowed</key><true/>")],
    rejected: [
      RuleExample.privacy(
        "Calendar",
        """
        <key>Allowed</key><true/></dict><dict>
        <key>Identifier</key><string>com.example.app</string>
        <key>IdentifierType</key><string>bundleID</string>
        <key>CodeRequirement</key><string>anchor apple</string>
        ▸<key>Allowed</key><false/>
        """,
        says: "`com.example.app` is denied `Calendar` here and given it elsewhere")
    ],
    check: { context in
      var first: [[String]: (answer: PlistEntry, gives: Bool, payload: Payload)] = [:]
      let paths = Set(installed(context.profiles).map(\.path))
      return context.eachPrivacyEntry { entry in
        guard paths.contains(entry.payload.path), let (answer, gives) = entry.answer,
          let name = entry.node["Identifier"]?.string
        else { return nil }
        let program =
          [entry.service]
          + [
            "Identifier", "IdentifierType", "CodeRequirement", "AEReceiverIdentifier",
            "AEReceiverIdentifierType", "AEReceiverCodeRequirement",
          ].map { entry.node[$0]?.string ?? "" }
        guard let before = first[program] else {
          first[program] = (answer, gives, entry.payload)
          return nil
        }
        guard before.gives != gives else { return nil }
        let place =
          before.payload.path == entry.payload.path ? "elsewhere" : "in `\(before.payload.path)`"
        let words = ["denied", "given"]
        return Finding(
          "privacy-disagree", .warning, at: entry.payload.location(answer.keyPosition),
          keyPath: "\(entry.keyPath).\(answer.key)",
          "`\(shown(name))` is \(words[gives ? 1 : 0]) `\(shown(entry.service))` here and"
            + " \(words[gives ? 0 : 1]) it \(place)",
          help: "keep the entry that is meant",
          related: [
            .init(before.payload.location(before.answer.keyPosition), "the other answer")
          ])
      }
    })
}

extension PrivacyEntry {
  /// What it answers, and whether that gives access; nil where it leaves the choice to the user or
  /// does not answer.
  fileprivate var answer: (entry: PlistEntry, gives: Bool)? {
    if let given = grants { return (given, true) }
    if let entry = node.entry("Authorization"), entry.value.string == "Deny" {
      return (entry, false)
    }
    guard node["Authorization"] == nil, let entry = node.entry("Allowed"),
      entry.value.coercedBoolean == false
    else { return nil }
    return (entry, false)
  }
}
