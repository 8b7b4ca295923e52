import Devices

/// A version written in source, known to be one.
struct OSVersionText: ExpressibleByStringLiteral {
  let version: OSVersion

  init(stringLiteral value: String) { version = OSVersion(value) ?? OSVersion(0) }
}

extension BuiltInRules {
  /// What a platform does not have is denied, with that as the reason.
  static let noPlatformNoPromise: [Rule] = [
    lacking(
      "UIKit has no find pasteboard since iOS 10", ["U15"],
      leaf(.operation, "copy", "paste", "detect", "clear", "capture"),
      leaf(.pasteboard, "find"),
      .any([
        leaf(.platform, "visionOS"),
        .all([leaf(.platform, "iOS", "iPadOS"), .not(below("10"))]),
        .all([leaf(.platform, "macOS"), leaf(.framework, "catalyst", "ios-on-mac")]),
      ])),
    lacking(
      "Mac Catalyst exists from macOS 10.15", ["C15"], leaf(.platform, "macOS"),
      leaf(.framework, "catalyst"), below("10.15")),
    lacking(
      "a Mac runs iOS apps from macOS 11", ["C16"], leaf(.platform, "macOS"),
      leaf(.framework, "ios-on-mac"), below("11")),
    lacking(
      "patterns and values can be detected from iOS 14", ["R5", "R7"],
      leaf(.operation, "detect"), leaf(.method, "patterns", "values"),
      leaf(.platform, "iOS", "iPadOS"), below("14")),
    lacking(
      "patterns and values can be detected from macOS 15.4", ["N13"],
      leaf(.operation, "detect"), leaf(.method, "patterns", "values"), leaf(.platform, "macOS"),
      leaf(.framework, "native"), below("15.4")),
    lacking(
      "a Catalyst app can detect patterns and values from macOS 11", ["R7", "C15"],
      leaf(.operation, "detect"), leaf(.method, "patterns", "values"), leaf(.platform, "macOS"),
      leaf(.framework, "catalyst"), below("11")),
    lacking(
      "the paste button exists from iOS 16", ["R8"], leaf(.operation, "paste", "detect"),
      leaf(.trigger, "paste-control"),
      leaf(.platform, "iOS", "iPadOS"), below("16")),
    lacking(
      "the paste button exists from macOS 10.15", ["R8"], leaf(.operation, "paste", "detect"),
      leaf(.trigger, "paste-control"),
      leaf(.platform, "macOS"), leaf(.framework, "native"), below("10.15")),
    lacking(
      "apps of iOS's have the paste button on a Mac from macOS 13", ["R8"],
      leaf(.operation, "paste", "detect"), leaf(.trigger, "paste-control"),
      leaf(.platform, "macOS"), leaf(.framework, "catalyst", "ios-on-mac"), below("13")),
    lacking(
      "an iPhone, iPad or Apple Vision keeps no clipboard history of its own", ["H1"],
      leaf(.operation, "capture"), leaf(.by, "system"),
      leaf(.platform, "iOS", "iPadOS", "visionOS")),
    lacking(
      "the system keeps a clipboard history from macOS 26", ["N17"],
      leaf(.operation, "capture"), leaf(.by, "system"), leaf(.platform, "macOS"), below("26")),
    lacking(
      "there is no Universal Clipboard before iOS 10", ["U2", "C1"],
      leaf(.operation, "transfer"), leaf(.road, "universal-clipboard"),
      leaf(.platform, "iOS", "iPadOS"), below("10")),
    lacking(
      "there is no Universal Clipboard before macOS 10.12", ["N1", "C1"],
      leaf(.operation, "transfer"), leaf(.road, "universal-clipboard"), leaf(.platform, "macOS"),
      below("10.12")),
    lacking(
      "Universal Clipboard is not known on this platform", ["C14"],
      leaf(.operation, "transfer"), leaf(.road, "universal-clipboard"),
      leaf(.platform, "watchOS", "tvOS")),
  ]

  private static func lacking(_ reason: String, _ facts: [String], _ parts: Condition...) -> Rule {
    Rule(
      id: "no-platform-no-promise", effect: .deny, when: Condition.all(parts).normalised,
      reason: reason, facts: facts)
  }
}
