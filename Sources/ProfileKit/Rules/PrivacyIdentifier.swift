import Findings

extension Rule {
  static let privacyIdentifier = Rule(
    "privacy-identifier", .error, "a privacy entry whose identifier is not of its type",
    explanation: """
      `IdentifierType` says how `Identifier` names the program: `bundleID` by an application's bundle
      identifier, `path` by where it is installed. A path that does not begin with `/`, and a bundle identifier
      that is a path, name nothing, and the entry is for no program.
      """,
    accepted: [
      RuleExample.privacy("Calendar", "<key>Allowed</key><true/>"),
      RuleExample.privacy(
        "Calendar",
        "<key>Identifier</key><string>/usr/bin/a</string><key>IdentifierType</key><string>path</string>"
      ),
    ],
    rejected: [
      RuleExample.privacy(
        "Calendar", "▸<key>Identifier</key><string>/usr/bin/a</string>",
        says: "`Identifier` is `/usr/bin/a`, a path, where `IdentifierType` is `bundleID`"),
      RuleExample.privacy(
        "Calendar",
        "▸<key>Identifier</key><string>com.example.a</string><key>IdentifierType</key><string>path</string>",
        says: "`Identifier` is `com.example.a`, no path, where `IdentifierType` is `path`"),
    ],
    check: { context in
      context.eachPrivacyEntry { entry in
        for prefix in ["", "AEReceiver"] {
          if let finding = mismatch(entry, "\(prefix)Identifier", "\(prefix)IdentifierType") {
            return finding
          }
        }
        return nil
      }
    })

  private static func mismatch(_ entry: PrivacyEntry, _ key: String, _ typeKey: String) -> Finding?
  {
    guard let found = entry.node.entry(key), let text = found.value.string, !text.isEmpty,
      let type = entry.node[typeKey]?.string, type == "path" || type == "bundleID",
      !text.isServerVariable, text.hasPrefix("/") != (type == "path")
    else { return nil }
    return Finding(
      "privacy-identifier", .error, at: entry.payload.location(found.keyPosition),
      keyPath: "\(entry.keyPath).\(key)",
      "`\(key)` is `\(shown(text))`, \(type == "path" ? "no" : "a") path, where `\(typeKey)` is `\(type)`",
      help: type == "path"
        ? "write the path from `/`, or `bundleID` as the type"
        : "write the bundle identifier, or `path` as the type")
  }
}
