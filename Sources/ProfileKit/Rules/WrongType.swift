import Devices
import Findings

extension Rule {
  static let wrongType = Rule(
    "wrong-type", .error, "a value of another type than the key has",
    explanation: """
      Macs have been seen to take 0 and 1 for false and true; upload checks of management servers and Apple
      Business Manager refuse them, so the setting cannot be relied on. Other types are ignored or make the profile fail. An integer where a real is due is right.
      """,
    accepted: [
      .restrictions("<key>safariAcceptCookies</key><integer>2</integer>"),
      .restrictions("<key>allowCamera</key><false/>"),
    ],
    rejected: [
      .restrictions(
        "<key>allowCamera</key>▸<integer>0</integer>",
        says:
          "`allowCamera` is an integer, expected a boolean: some devices take 0 for false, upload checks refuse it"
      ),
      .restrictions(
        "<key>allowCamera</key>▸<string>false</string>",
        says: "`allowCamera` is a string, expected a boolean"),
      .restrictions(
        "<key>blockedAppBundleIDs</key><array>▸<integer>1</integer></array>",
        says: "`blockedAppBundleIDs[0]` is an integer, expected a string"),
    ],
    check: { context in
      context.eachKey { payload, entry, known in
        check(entry, known, context) {
          payload.location($0)
        } keyPath: {
          payload.keyPath($0)
        }
      }
        + context.eachTopKey { profile, entry, known in
          check(entry, known, context) {
            profile.location($0)
          } keyPath: {
            $0
          }
        }
    })

  private static func check(
    _ entry: PlistEntry, _ known: KeyDefinition?, _ context: RuleContext,
    at place: (TextPosition) -> SourceLocation, keyPath: (String) -> String
  ) -> [Finding] {
    guard let known else { return [] }
    var wrong: [(String, PlistNode, String)] = []
    if !fits(entry.value, known.type) { wrong.append((entry.key, entry.value, known.type)) }
    if known.type == "array", !known.elementType.isEmpty {
      for (index, element) in entry.value.elements.enumerated()
      where !fits(element, known.elementType) {
        wrong.append(("\(entry.key)[\(index)]", element, known.elementType))
      }
    }
    let onlyMac = !context.targets.isEmpty && context.targets.allSatisfy { $0.platform == .macOS }
    return wrong.map { name, node, expected in
      let coerced =
        expected == "boolean" && node.coercedBoolean != nil ? node.integer : nil
      let tail =
        coerced.map { ": some devices take \($0) for \($0 == 1), upload checks refuse it" } ?? ""
      return Finding(
        "wrong-type", coerced != nil && onlyMac ? .warning : .error, at: place(node.position),
        keyPath: keyPath(name),
        "`\(name)` is \(withArticle(node.typeName)), expected \(withArticle(expected))\(tail)",
        help: advice(expected, node))
    }
  }

  /// Whether a value has the type that the catalogue names.
  static func fits(_ node: PlistNode, _ type: String) -> Bool {
    type == "any" || node.typeName == type || type == "real" && node.typeName == "integer"
  }

  private static func advice(_ type: String, _ node: PlistNode) -> String? {
    guard type == "boolean" else { return nil }
    return node.coercedBoolean.map { "write `<\($0 ? "true" : "false")/>`" }
      ?? "write `<true/>` or `<false/>`"
  }
}
