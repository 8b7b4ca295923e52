import Devices
import Findings

extension Rule {
  static let tooDeepForIOS = Rule(
    "too-deep-for-ios", .notice, "more nesting than Apple's reader takes on an iPhone",
    explanation: """
      CoreFoundation stops at 512 dictionaries and arrays within each other on a Mac and at 128 in its builds for
      iOS. A profile between the two installs on a Mac only.
      """,
    accepted: [
      RuleExample(nested(128, mark: "")),
      RuleExample(nested(129, mark: ""), target: "platform=macOS,version=15.1"),
    ],
    rejected: [
      RuleExample(
        nested(129, mark: "▸"),
        says: "more than 128 levels of nesting: Apple's reader on iOS stops here, on a Mac at 512")
    ],
    check: { context in
      let mayBeIOS = context.targets.isEmpty || context.targets.contains { $0.platform != .macOS }
      guard mayBeIOS else { return [] }
      return context.files.compactMap { file in
        // Beyond 256 levels the reader has said so itself.
        guard let root = file.root, let position = root.first(atLevel: 129),
          root.first(atLevel: 257) == nil
        else { return nil }
        return Finding(
          "too-deep-for-ios", .notice, at: file.location(position),
          "more than 128 levels of nesting: Apple's reader on iOS stops here, on a Mac at 512",
          help: "make it flatter")
      }
    })

  private static func nested(_ levels: Int, mark: String) -> String {
    String(repeating: "<array>", count: levels - 1) + mark + "<array/>"
      + String(repeating: "</array>", count: levels - 1)
  }
}

extension PlistNode {
  /// The first dictionary or array that has `level` - 1 others around it.
  func first(atLevel level: Int) -> TextPosition? {
    guard isContainer else { return nil }
    if level == 1 { return position }
    for entry in lazyEntries {
      if let found = entry.value.first(atLevel: level - 1) { return found }
    }
    for element in lazyElements {
      if let found = element.first(atLevel: level - 1) { return found }
    }
    return nil
  }
}
