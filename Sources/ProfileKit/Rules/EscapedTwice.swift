import Findings

extension Rule {
  static let escapedTwice = Rule(
    "escaped-twice", .warning, "a text with `&amp;` in it, left from escaping it twice",
    explanation: """
      In XML `&` is written `&amp;` once. A tool that escapes what was escaped already writes `&amp;amp;`, and a
      device then reads the five characters `&amp;`: a URL, a password or a command that is not the one meant.
      """,
    accepted: [
      .restrictions("<key>PayloadDisplayName</key><string>Wi-Fi &amp; VPN</string>"),
      .restrictions("<key>PayloadDescription</key><string>&lt;p>a &amp;amp; b&lt;/p></string>"),
    ],
    rejected: [
      .restrictions(
        "<key>PayloadDisplayName</key>▸<string>Wi-Fi &amp;amp; VPN</string>",
        says: "the text contains `&amp;`: it was escaped twice")
    ],
    check: { context in
      var found = context.list
      for profile in context.profiles {
        profile.node.eachLeaf("") { node, leaf in
          guard let name = node.string.flatMap(entity) else { return }
          found.add(
            Finding(
              "escaped-twice", .warning, at: profile.location(node.position),
              keyPath: leaf.keyPath,
              "the text contains `\(name)`: it was escaped twice",
              help: "write `\(name)` in the file where the character itself is meant"))
        }
      }
      return found.findings
    })

  private static let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"]

  /// The first reference that a text still holds; nil in markup, which has them by right.
  private static func entity(_ text: String) -> String? {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(of: UInt8(ascii: "&")) else { return nil }
    if bytes.contains(UInt8(ascii: "<")), bytes.contains(UInt8(ascii: ">")) { return nil }
    var rest = bytes[first...]
    while let place = rest.firstIndex(of: UInt8(ascii: "&")) {
      rest = rest[place...]
      if let name = entities.first(where: { rest.starts(with: $0.utf8) }) { return name }
      rest = rest.dropFirst()
    }
    return nil
  }
}
