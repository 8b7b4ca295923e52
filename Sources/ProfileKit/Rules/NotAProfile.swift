import Findings

extension Rule {
  static let notAProfile = Rule(
    "not-a-profile", .error, "a property list that is no configuration profile",
    explanation: """
      A profile is a dictionary whose `PayloadType` is `Configuration`, with its payloads in
      `PayloadContent`. A file without either was checked as a property list only:
      an error where it is called `.mobileconfig`, a warning else. A profile whose
      `PayloadType` is something else is refused by devices.
      """,
    accepted: [.restrictions("")],
    rejected: [
      RuleExample(
        "<plist>▸<dict><key>Name</key><string>x</string></dict></plist>",
        says: "this property list is no configuration profile: it has no `PayloadType`"),
      RuleExample(
        "<plist>▸<array/></plist>",
        says: "this property list is no configuration profile: it is an array, not a dictionary"),
      RuleExample(
        "<plist>▸<dict><key>PayloadType</key><integer>1</integer></dict></plist>",
        says:
          "this property list is no configuration profile: its `PayloadType` is an integer, not a string"
      ),
      RuleExample(
        RuleExample.profile("").replacing("<string>Configuration<", with: "▸<string>Profile<"),
        says: "`PayloadType` of the profile is `Profile`, not `Configuration`"),
    ],
    check: { context in
      let known = Set(context.profiles.map(\.path))
      let strangers = context.files.filter { $0.root != nil && !known.contains($0.path) }
      return strangers.map(stranger) + context.profiles.compactMap(misnamed)
    })

  private static func stranger(_ file: PlistFile) -> Finding {
    // What is called a profile is meant to be installed as one.
    let isMeant = file.path.lowercased().hasSuffix(".mobileconfig")
    return Finding(
      "not-a-profile", isMeant ? .error : .warning,
      at: file.root.map { file.location($0.position) } ?? file.location,
      "this property list is no configuration profile: \(lack(file.root))",
      help: "a profile is a dictionary with `PayloadType` = `Configuration`")
  }

  private static func lack(_ root: PlistNode?) -> String {
    guard let root, root.isDictionary else {
      return "it is \(withArticle(root?.typeName ?? "value")), not a dictionary"
    }
    guard let type = root["PayloadType"] else { return "it has no `PayloadType`" }
    return "its `PayloadType` is \(withArticle(type.typeName)), not a string"
  }

  private static func misnamed(_ profile: Profile) -> Finding? {
    guard !profile.isBarePayload, let entry = profile.node.entry("PayloadType"),
      entry.value.string != Profile.type
    else { return nil }
    return Finding(
      "not-a-profile", .error, at: profile.location(entry.value.position), keyPath: "PayloadType",
      "`PayloadType` of the profile is `\(entry.value.shortText)`, not `\(Profile.type)`",
      help:
        "write `<string>\(Profile.type)</string>`; the type of a payload belongs into the payload")
  }
}

extension String {
  /// The text with every `part` exchanged.
  func replacing(_ part: String, with other: String) -> String {
    var result = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(part) {
        result += other
        rest = rest.dropFirst(part.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
