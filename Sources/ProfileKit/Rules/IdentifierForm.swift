import Findings

extension Rule {
  static let identifierForm = Rule(
    "identifier-form", .warning, "an identifier or type that is empty or has white space around it",
    explanation: """
      White space is kept: ` com.apple.applicationaccess` is another, unknown payload type, and an identifier
      with a line break is another identifier.
      """,
    accepted: [.restrictions("")],
    rejected: [
      RuleExample(
        RuleExample.profile("", identifier: " com.example.a").replacing(
          "<string> com", with: "▸<string> com"),
        says: "`PayloadIdentifier` has white space around it")
    ],
    check: { context in
      context.profiles.flatMap { profile in
        let top = profile.isBarePayload ? [] : check(profile.node, "", profile.path)
        return top + profile.payloads.flatMap { check($0.node, $0.keyPath, profile.path) }
      }
    })

  private static func check(_ node: PlistNode, _ keyPath: String, _ path: String) -> [Finding] {
    node.lazyEffectiveEntries.compactMap { entry in
      guard ["PayloadIdentifier", "PayloadType"].contains(entry.key), let text = entry.value.string
      else { return nil }
      let isPadded = text.first?.isWhitespace == true || text.last?.isWhitespace == true
      guard text.isEmpty || isPadded else { return nil }
      let place = entry.value.position
      return Finding(
        "identifier-form", .warning,
        at: SourceLocation(path: path, line: place.line, column: place.column),
        keyPath: keyPath.isEmpty ? entry.key : "\(keyPath).\(entry.key)",
        text.isEmpty ? "`\(entry.key)` is empty" : "`\(entry.key)` has white space around it",
        help: text.isEmpty
          ? "write one, such as `com.example.wifi`"
          : "devices keep white space, so this is another name than it looks")
    }
  }
}
