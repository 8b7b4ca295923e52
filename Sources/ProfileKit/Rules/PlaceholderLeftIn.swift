import Findings

extension Rule {
  static let placeholderLeftIn = Rule(
    "placeholder-left-in", .warning, "a text that stands for something that was never put there",
    explanation: """
      Templates are published with `YOUR_COMPANY`, `CHANGEME` or a UUID of zeros in them, and installed as
      they are. `$NAME`, `%Name%` and `{{name}}` are variables that some management servers replace: right there,
      and left as they stand by everything else, so they are only noted.
      """,
    accepted: [
      .restrictions(
        "<key>blockedAppBundleIDs</key><array><string>com.example.app</string></array>"),
      .restrictions("<key>PayloadDisplayName</key><string>100 % sure</string>"),
    ],
    rejected: [
      RuleExample(
        RuleExample.profile("", identifier: "com.yourcompany.wifi").replacing(
          "<string>com.yourc", with: "▸<string>com.yourc"),
        says: "`com.yourcompany.wifi` looks like a placeholder that was left in"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("", uuid: "00000000-0000-0000-0000-000000000000").replacing(
            "<string>0000", with: "▸<string>0000")),
        says: "`00000000-0000-0000-0000-000000000000` looks like a placeholder that was left in"),
      .restrictions(
        "<key>PayloadDisplayName</key>▸<string>{{mail}}</string>",
        says: "`{{mail}}` is left for a management server to replace"),
    ],
    check: { context in
      var found = context.list
      for profile in context.profiles {
        var variables = Variables()
        profile.node.eachLeaf("") { node, leaf in
          guard let part = node.string?.templatePart else { return }
          let place = profile.location(node.position)
          switch part {
          case .placeholder(let text):
            // A secret is not repeated, even one that nobody has changed.
            let name =
              SecretNames.contain(leaf.key)
              ? "the value of `\(shown(leaf.key))`" : "`\(shown(text))`"
            found.add(
              Finding(
                "placeholder-left-in", .warning, at: place, keyPath: leaf.keyPath,
                "\(name) looks like a placeholder that was left in",
                help: "put the real value there"))
          case .variable(let name):
            // What only looks like a variable is a password.
            if SecretNames.contain(leaf.key), node.isFilledSecret { return }
            variables.add(shown(name), place) { leaf.keyPath }
          }
        }
        found.add(noticed(variables))
      }
      return found.findings
    })

  /// The variables of a profile: their names, and the first places.
  private struct Variables {
    var names: Set<String> = []
    var first: [(name: String, place: SourceLocation, keyPath: String)] = []

    mutating func add(_ name: String, _ place: SourceLocation, keyPath: () -> String) {
      names.insert(name)
      if first.count <= 20 { first.append((name, place, keyPath())) }
    }
  }

  /// One notice of all variables of a profile; templates have many.
  private static func noticed(_ variables: Variables) -> [Finding] {
    guard let first = variables.first.first else { return [] }
    let names = variables.names
    return [
      Finding(
        "placeholder-left-in", .notice, at: first.place, keyPath: first.keyPath,
        names.count == 1
          ? "`\(first.name)` is left for a management server to replace"
          : "`\(first.name)` and \(names.count - 1) other names are left for a management server to"
            + " replace",
        help: "where none does, a device takes the text as it stands",
        related: variables.first.dropFirst().map { .init($0.place, "`\($0.name)` here") })
    ]
  }
}
