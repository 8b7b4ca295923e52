import Devices
import Findings

extension Rule {
  static let managedPasteboardNotRequired = Rule(
    "managed-pasteboard-not-required", .warning,
    "open-in is closed for documents and open for the clipboard",
    explanation: """
      `allowOpenFromManagedToUnmanaged` and `allowOpenFromUnmanagedToManaged` stop documents between managed and
      unmanaged apps. Copy and paste obey them only where `requireManagedPasteboard` is true as well (iOS and
      iPadOS 15, visionOS 2). Without it whatever is on screen can still be copied and pasted across: the
      commonest gap in published baselines.
      """,
    accepted: [
      .restrictions(
        "<key>allowOpenFromManagedToUnmanaged</key><false/><key>requireManagedPasteboard</key><true/>"
      ),
      .restrictions("<key>allowOpenFromManagedToUnmanaged</key><true/>"),
      .restrictions(
        "<key>allowOpenFromManagedToUnmanaged</key><false/>", target: "platform=macOS,version=15.1"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("<key>allowOpenFromManagedToUnmanaged</key><false/>")
            + RuleExample.payload("<key>requireManagedPasteboard</key><true/>"))),
    ],
    rejected: [
      .restrictions(
        "▸<key>allowOpenFromManagedToUnmanaged</key><false/>",
        says:
          "`allowOpenFromManagedToUnmanaged` is false without `requireManagedPasteboard`: managed content"
          + " can still be copied and pasted into unmanaged apps"),
      .restrictions(
        "▸<key>allowOpenFromUnmanagedToManaged</key><false/><key>requireManagedPasteboard</key><false/>",
        says:
          "`allowOpenFromUnmanagedToManaged` is false without `requireManagedPasteboard`: unmanaged content"
          + " can still be copied and pasted into managed apps"),
    ],
    check: { context in
      guard context.mayHaveManagedPasteboard else { return [] }
      let others = context.payloads { $0.requiresBoard }
      let besides = Besides(others)
      return context.eachPayload { profile, payload in
        guard payload.isRestrictions, !context.isElsewhere(profile) else { return [] }
        let open = OpenIn(payload)
        // What another payload of the same profile requires comes and goes with this one.
        if besides.hasOne(open) { return [] }
        return open.gap(context, others).map { [$0] } ?? []
      }
    })
}

/// The three keys of a payload that together decide about the managed pasteboard.
struct OpenIn {
  let payload: Payload
  /// The open-in keys that are false, in the order written.
  let closed: [PlistEntry]
  /// `requireManagedPasteboard`.
  let board: PlistEntry?

  init(_ payload: Payload) {
    self.payload = payload
    // In the order written; of a key set twice the last counts.
    closed = ["allowOpenFromManagedToUnmanaged", "allowOpenFromUnmanagedToManaged"]
      .compactMap { payload.node.entry($0) }.filter { $0.value.coercedBoolean == false }
      .sorted { $0.index < $1.index }
    board = payload.node.entry("requireManagedPasteboard")
  }

  var requiresBoard: Bool { board?.value.coercedBoolean == true }

  /// `others` are the payloads of the run that require the managed pasteboard.
  func gap(_ context: RuleContext, _ others: [OpenIn]) -> Finding? {
    guard let first = closed.first, !requiresBoard else { return nil }
    let fromManaged = closed.contains { $0.key == "allowOpenFromManagedToUnmanaged" }
    let toManaged = closed.contains { $0.key == "allowOpenFromUnmanagedToManaged" }
    let what =
      fromManaged && toManaged
      ? "content can still be copied and pasted between managed and unmanaged apps"
      : fromManaged
        ? "managed content can still be copied and pasted into unmanaged apps"
        : "unmanaged content can still be copied and pasted into managed apps"
    let names = closed.map { "`\($0.key)`" }.joined(separator: " and ")
    return Finding(
      "managed-pasteboard-not-required", .warning, at: payload.location(first.keyPosition),
      keyPath: payload.keyPath(first.key),
      "\(names) \(closed.count == 1 ? "is" : "are") false without `requireManagedPasteboard`: \(what)",
      help: help(context, others), related: related)
  }

  private func help(_ context: RuleContext, _ others: [OpenIn]) -> String {
    let advice =
      board == nil
      ? "add `<key>requireManagedPasteboard</key><true/>` to this payload"
      : "set `requireManagedPasteboard` to true in this payload"
    if let (device, needed) = context.tooOldForManagedPasteboard {
      return "nothing closes it on \(device): `requireManagedPasteboard` needs \(needed); \(advice)"
        + " for devices that have it"
    }
    guard let other = others.first(where: { !$0.isSame(as: payload) }), let entry = other.board
    else {
      return "\(advice) (iOS and iPadOS 15, visionOS 2)"
    }
    let place = other.payload.location(entry.keyPosition)
    return
      "\(place) sets `requireManagedPasteboard`; where both are installed the clipboard obeys too,"
      + " without it \(advice)"
  }

  private var related: [Finding.Related] {
    closed.dropFirst().map {
      Finding.Related(payload.location($0.keyPosition), "`\($0.key)` is false here")
    }
      + (board.map {
        [
          .init(
            payload.location($0.keyPosition),
            "`requireManagedPasteboard` is \($0.value.shortText) here")
        ]
      } ?? [])
  }

  func isSame(as other: Payload) -> Bool {
    payload.path == other.path && payload.index == other.index
  }
}

/// Payloads by the profile they are in.
struct Besides {
  private var byPath: [String: [OpenIn]] = [:]

  init(_ payloads: [OpenIn]) {
    // Two are enough to tell whether there is another one.
    for open in payloads where byPath[open.payload.path, default: []].count < 2 {
      byPath[open.payload.path, default: []].append(open)
    }
  }

  /// Whether another payload of the same profile is among them.
  func hasOne(_ open: OpenIn) -> Bool {
    byPath[open.payload.path]?.contains { !$0.isSame(as: open.payload) } ?? false
  }
}

extension RuleContext {
  /// The Restrictions payloads of the run that fulfil a condition.
  func payloads(where matches: (OpenIn) -> Bool) -> [OpenIn] {
    var found: [OpenIn] = []
    for payload in profiles.lazy.flatMap(\.payloads) where payload.isRestrictions {
      let open = OpenIn(payload)
      if matches(open) { found.append(open) }
    }
    return found
  }

  /// Whether some target, or any device where none is given, has a managed pasteboard.
  var mayHaveManagedPasteboard: Bool {
    targets.isEmpty
      || targets.contains {
        catalog.restriction("requireManagedPasteboard")?.support(on: $0.platform) != nil
      }
  }

  /// Where every target with a managed pasteboard is too old for it: one of them, and the version
  /// it needs.
  var tooOldForManagedPasteboard: (device: String, needed: String)? {
    let key = catalog.restriction("requireManagedPasteboard")
    let having = targets.compactMap { target in
      key?.support(on: target.platform).map { (target, $0) }
    }
    guard let (device, support) = having.first,
      having.allSatisfy({ target, support in
        target.version.map { $0 < support.introduced } ?? false
      })
    else { return nil }
    return (device.shortName, "\(device.platform.rawValue) \(support.introduced)")
  }

  /// Whether a profile says itself that it is for devices without a managed pasteboard.
  ///
  /// `TargetDeviceType`: 1 iPhone and iPad, 2 Watch, 3 HomePod, 4 TV, 5 Mac, 6 Vision.
  func isElsewhere(_ profile: Profile) -> Bool {
    profile.node["TargetDeviceType"]?.integer.map { (2...5).contains($0) } ?? false
  }
}
