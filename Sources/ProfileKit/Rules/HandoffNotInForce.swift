import Devices
import Findings

extension Rule {
  static let handoffNotInForce = Rule(
    "handoff-not-in-force", .warning, "Handoff is switched off where the key has no effect",
    explanation: """
      `allowActivityContinuation` = false is the one restriction that closes Universal Clipboard (inferred: Apple
      says it of Handoff). It needs iOS 8, macOS 10.15 or visionOS 2 and is not allowed under User Enrollment;
      there content still travels to the user's other devices.
      """,
    accepted: [
      .restrictions(
        "<key>allowActivityContinuation</key><false/>",
        target: "platform=iOS,version=18.1,enrollment=device")
    ],
    rejected: [
      .restrictions(
        "▸<key>allowActivityContinuation</key><false/>",
        target: "platform=iOS,version=18.1,enrollment=user",
        says:
          "`allowActivityContinuation` does nothing on iOS 18.1: not allowed under User Enrollment;"
          + " Universal Clipboard stays open"),
      .restrictions(
        "▸<key>allowActivityContinuation</key><false/>", target: "platform=iOS,version=7.1",
        says:
          "`allowActivityContinuation` does nothing on iOS 7.1: needs 8.0 or later, the device has 7.1;"
          + " there is no Universal Clipboard: it came with iOS 10.0"),
      .restrictions(
        "▸<key>allowActivityContinuation</key><false/>", target: "platform=macOS,version=10.14",
        says:
          "`allowActivityContinuation` does nothing on macOS 10.14: needs 10.15 or later, the device has"
          + " 10.14; Universal Clipboard stays open"),
    ],
    check: { context in
      context.targets.flatMap { target in
        context.eachPayload { _, payload in
          guard payload.isRestrictions, let entry = payload.node.entry(handoffKey),
            entry.value.coercedBoolean == false,
            let finding = finding(payload, entry, target, context)
          else { return [] }
          return [finding]
        }
      }
    })

  private static func finding(
    _ payload: Payload, _ entry: PlistEntry, _ target: Device, _ context: RuleContext
  ) -> Finding? {
    let place = payload.location(entry.keyPosition)
    let keyPath = payload.keyPath(entry.key)
    let support = context.catalog.restriction(handoffKey)?.support(on: target.platform)
    let obstacles =
      support?.obstacles(on: target, catalog: context.catalog) ?? [.notOnPlatform(target.platform)]
    if let obstacle = obstacles.first(where: \.isCertain) {
      let absent = ClipboardSummary.universalClipboardIsAbsent(on: target)
      return Finding(
        "handoff-not-in-force", .warning, at: place, keyPath: keyPath,
        "`\(entry.key)` does nothing on \(target.shortName): \(obstacle.text); "
          + (absent.map { "there is no Universal Clipboard: \($0)" }
            ?? "Universal Clipboard stays open"),
        help: absent == nil
          ? "only apps themselves can keep content here: write it as local-only"
          : "there is nothing to close here")
    }
    guard target.sharedIPad == true else { return nil }
    return Finding(
      "handoff-not-in-force", .notice, at: place, keyPath: keyPath,
      "`\(entry.key)` adds nothing on a Shared iPad: Universal Clipboard is reported to be off there",
      help: "the report rests on decompiled code, not on Apple's word; keep the key")
  }
}
