/// The rules that hold whatever the policy files say, unless the organisation relaxes one.
public enum BuiltInRules {
  /// Every built-in rule; one id may stand for several.
  public static let all: [Rule] =
    [
      pasteNeedsAPerson, detectionReadNeedsAPerson, historyLeavesSecretsOut, localStaysLocal,
      lockScreenShowsNoContent, clearOnlyWhatIsOurs, noPasteboardHere, noBackgroundCapture,
    ] + historyIsANewCopy + noPlatformNoPromise

  /// Those that some request for an operation can match.
  static let byOperation = all.byOperation

  /// The ids, each once, in the order of `all`.
  public static let ids: [String] = all.reduce(into: []) { ids, rule in
    if !ids.contains(rule.id) { ids.append(rule.id) }
  }

  /// The ids of the rules that deny what a platform cannot do anyway.
  static let impossibilities: Set<String> = [
    "no-platform-no-promise", "no-pasteboard-here", "no-background-capture",
  ]

  /// What holds for an operation where no layer answers.
  public static func defaultPosture(_ operation: Operation) -> Posture {
    switch operation {
    case .copy: .localOnly
    case .paste, .detect, .clear: .allow
    case .capture, .transfer, .reveal: .deny
    }
  }

  static func leaf(_ attribute: Attribute, _ values: String...) -> Condition {
    .leaf(Condition.Leaf(attribute, .oneOf(values)))
  }

  static func below(_ version: OSVersionText) -> Condition {
    .leaf(Condition.Leaf(.osVersion, .versions(.init(below: version.version))))
  }

  private static let nobody = ["programmatic", "foreground", "background"]
  private static let nobodyChose = Condition.leaf(
    Condition.Leaf(.trigger, .oneOf(nobody)))

  static let pasteNeedsAPerson = Rule(
    id: "paste-needs-a-person", effect: .deny,
    when: .all([leaf(.operation, "paste"), leaf(.pasteboard, "general"), nobodyChose]),
    reason: "a read of the general pasteboard needs a person who chose it",
    instead: [.pasteControl, .detectFirst], facts: ["R1", "R3", "R8"])

  static let detectionReadNeedsAPerson = Rule(
    id: "paste-needs-a-person", effect: .deny,
    when: .all([
      leaf(.operation, "detect"), leaf(.pasteboard, "general"), leaf(.method, "values", "data"),
      nobodyChose,
    ]),
    reason: "a detection that reads content needs a person who chose it",
    instead: [.pasteControl, .detectFirst], facts: ["R6"])

  static let historyLeavesSecretsOut = Rule(
    id: "history-leaves-secrets-out", effect: .deny,
    when: .all([
      leaf(.operation, "capture"),
      .any([leaf(.contentClass, "credential"), leaf(.marker, "concealed", "transient")]),
    ]),
    reason: "concealed, transient and secret content is never kept in a history",
    facts: ["P6"])

  static let historyIsANewCopy: [Rule] = [Posture.localOnly, .deny].map { posture in
    Rule(
      id: "history-is-a-new-copy", effect: posture,
      when: .all([
        leaf(.operation, "copy"), leaf(.fromHistory, "yes"),
        leaf(.storedPosture, posture.rawValue),
      ]),
      reason: "content from a history is copied anew, at least as strictly as it was kept",
      facts: ["N5"])
  }

  static let localStaysLocal = Rule(
    id: "local-stays-local", effect: .deny,
    when: .all([leaf(.operation, "transfer"), leaf(.storedPosture, "local-only", "deny")]),
    reason: "content kept for this device only is not sent to another")

  static let lockScreenShowsNoContent = Rule(
    id: "lock-screen-shows-no-content", effect: .localOnly,
    when: .all([
      leaf(.operation, "reveal"),
      leaf(.surface, "lock-screen", "live-activity", "widget", "notification"),
    ]),
    reason: "outside the app only counts and kinds of content are shown", facts: ["E5"])

  static let clearOnlyWhatIsOurs = Rule(
    id: "clear-only-what-is-ours", effect: .deny,
    when: .all([leaf(.operation, "clear"), leaf(.ours, "no")]),
    reason: "somebody else has written to the pasteboard since", facts: ["U17"])

  static let noPasteboardHere = Rule(
    id: "no-pasteboard-here", effect: .deny,
    when: .all([
      leaf(.operation, "copy", "paste", "detect", "capture", "clear"),
      leaf(.platform, "watchOS", "tvOS"),
    ]),
    reason: "this platform has no pasteboard", facts: ["C14"])

  static let noBackgroundCapture = Rule(
    id: "no-background-capture", effect: .deny,
    when: .all([
      leaf(.operation, "capture"), leaf(.platform, "iOS", "iPadOS", "visionOS"),
      leaf(.trigger, "background"),
    ]),
    reason: "an app in the background cannot read the pasteboard here", facts: ["U17", "U18"])
}
