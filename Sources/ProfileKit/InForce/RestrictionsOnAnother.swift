public import Devices
import Findings
public import StrictJSON

/// The same profiles on another device: what becomes different.
public struct RestrictionsOnAnother: Sendable {
  /// One key that is different there.
  public struct Change: Sendable {
    /// The key.
    public let key: String
    /// On the device that was asked about.
    public let here: Restriction
    /// On the other.
    public let there: Restriction
  }

  /// One way for content that is different there.
  public struct WayChange: Sendable {
    /// What: `Universal Clipboard`, a paste, or a road's name.
    public let what: String
    /// Its state on the device that was asked about.
    public let here: ClipboardSummary.State
    /// Its state on the other.
    public let there: ClipboardSummary.State
    /// Why it is so on the other; nil for roads, whose restrictions say it.
    public let why: String?
  }

  /// The other device.
  public let device: Device
  /// The keys that are different.
  public let changes: [Change]
  /// The ways for content that are different.
  public let ways: [WayChange]

  /// Compares two workings-out of the same profiles.
  public init(_ here: RestrictionsInForce, _ there: RestrictionsInForce) {
    device = there.device
    let keys = Set((here.restrictions + there.restrictions).map(\.key)).sorted()
    changes = keys.compactMap { key in
      let (one, other) = (here[key], there[key])
      let isSame =
        one.standing == other.standing && one.require == other.require && one.relyOn == other.relyOn
      return isSame ? nil : Change(key: key, here: one, there: other)
    }
    let roads = zip(here.clipboard.roads, there.clipboard.roads).map {
      WayChange(what: $0.name, here: $0.state, there: $1.state, why: nil)
    }
    let answers = zip(here.clipboard.answers, there.clipboard.answers).map {
      WayChange(what: $0.what, here: $0.answer.state, there: $1.answer.state, why: $1.answer.why)
    }
    ways = (answers + roads).filter { $0.here != $0.there }
  }

  /// `device`, `differences` (key, here, there) and `clipboard` (what, here, there, why).
  public var json: JSONValue {
    [
      "device": .object(device.facts.map { .init($0.key, .string($0.value)) }),
      "differences": .array(
        changes.map {
          ["key": .string($0.key), "here": $0.here.brief, "there": $0.there.brief]
        }),
      "clipboard": .array(
        ways.map {
          [
            "what": .string($0.what), "here": .string($0.here.rawValue),
            "there": .string($0.there.rawValue), "why": $0.why.map { .string($0) } ?? .null,
          ]
        }),
    ]
  }

  /// The differences as text for people.
  public func text(width: Int = 80) -> String {
    var lines = folded("On \(device.words) instead:", width: width, indent: 2)
    if changes.isEmpty, ways.isEmpty { lines.append("- nothing is different") }
    for change in changes {
      let why = change.there.why.joined(separator: "; ")
      lines += folded(
        "- `\(change.key)`: \(change.here.words) → \(change.there.words)"
          + (why.isEmpty ? "" : ": \(why)"),
        width: width, indent: 2)
    }
    for way in ways {
      lines += folded(
        "- \(way.what): \(way.here.rawValue) → \(way.there.rawValue)"
          + (way.why.map { ": \($0)" } ?? ""),
        width: width, indent: 2)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ClipboardSummary {
  /// The three answers, each with what it is about.
  public var answers: [(what: String, answer: Answer)] {
    [
      ("Universal Clipboard", universalClipboard),
      ("pasting from managed into unmanaged apps", managedToUnmanaged),
      ("pasting from unmanaged into managed apps", unmanagedToManaged),
    ]
  }
}

extension Device {
  /// Such as `iOS 18.1, supervised yes`.
  var words: String {
    let rest = facts.dropFirst(version == nil ? 1 : 2).map { "\($0.key) \($0.value)" }
    return ([shortName] + rest).joined(separator: ", ")
  }
}

extension Restriction {
  /// Such as `in force, false`; both values where they differ.
  fileprivate var words: String {
    if require == nil, relyOn == nil { return "not there" }
    if isCertain { return "\(standing.rawValue), \(shown(require?.description ?? "nothing", 40))" }
    return "uncertain, \(shown(require?.description ?? "anything", 40)) or"
      + " \(shown(relyOn?.description ?? "nothing", 40))"
  }

  fileprivate var brief: JSONValue {
    [
      "inForce": standing == .inForce ? true : standing == .notInForce ? false : .null,
      "require": require?.json ?? .null, "relyOn": relyOn?.json ?? .null,
      "why": why.isEmpty ? .null : .string(why.joined(separator: "; ")),
    ]
  }
}
