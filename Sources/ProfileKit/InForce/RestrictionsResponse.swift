public import Devices
public import Findings

/// A device's answer to `Restrictions`: what is in force on it, by its own word.
///
/// Taken is the whole response (`GlobalRestrictions` beside `Status`) or that dictionary alone.
/// Members by Apple's schema (`mdm/commands/device.restrictions.list.yaml`): `restrictedBool`,
/// `restrictedValue`, `intersection`, `union`.
public struct RestrictionsResponse: Sendable {
  /// What the device says of one key.
  public struct Word: Sendable {
    /// The value in force.
    public let value: RestrictionValue
    /// Where the response says it.
    public let location: SourceLocation
    let keyPath: String
    /// The profiles that set it, by their identifiers and in the order written; empty where the
    /// response does not go into profiles.
    public let profiles: [String]
  }

  /// The file it stands in.
  public let path: String
  /// By key.
  public let words: [String: Word]
  /// What is wrong with it.
  public let findings: [Finding]
  /// Whether the device's silence on a key means that nothing restricts it.
  public let isUsable: Bool
  /// Where the restrictions stand.
  let location: SourceLocation

  private static let kinds = ["restrictedBool", "restrictedValue", "intersection", "union"]

  /// Reads a response; nil where the file is none.
  /// - Parameter device: the device that gave it; where Apple says that such a device gives no
  ///   true answer, the response is not used, and a finding says so.
  public init?(_ file: PlistFile, from device: Device) {
    guard let root = file.root, root.isDictionary else { return nil }
    let isWhole = root["GlobalRestrictions"] != nil
    let global = root["GlobalRestrictions"] ?? root
    guard isWhole || Self.kinds.contains(where: { root[$0]?.isDictionary == true }) else {
      return nil
    }
    path = file.path
    location = file.location(global.position)
    let refusals = MDMStatus.findings(root, file)
    var findings = refusals
    let base = isWhole ? "GlobalRestrictions." : ""
    let owners = Self.owners(root["ProfileRestrictions"])
    var words: [String: Word] = [:]
    Self.eachWord(of: global) { kind, entry, value in
      let keyPath = "\(base)\(kind).\(shown(entry.key))"
      let place = file.location(entry.keyPosition)
      guard let value else {
        findings.append(
          Finding(
            "response-not-understood", .error, at: place, keyPath: keyPath,
            "expected a dictionary with `\(Self.member(of: kind))`"))
        return
      }
      words[entry.key] = Word(
        value: value, location: place, keyPath: keyPath, profiles: owners[entry.key] ?? [])
    }
    if let why = Self.whyNot(words, device) {
      findings.append(
        Finding("response-not-usable", .warning, at: file.location(global.position), why))
      isUsable = false
    } else {
      isUsable = refusals.isEmpty
    }
    self.words = words
    self.findings = findings
  }

  /// Under which name a dictionary of this kind keeps what is in force.
  private static func member(of kind: String) -> String {
    kind == "intersection" || kind == "union" ? "values" : "value"
  }

  /// Calls `body` with every key of the four dictionaries and the value it is given.
  private static func eachWord(
    of node: PlistNode, _ body: (String, PlistEntry, RestrictionValue?) -> Void
  ) {
    for kind in kinds {
      for entry in node[kind]?.effectiveEntries ?? [] {
        let value = entry.value[member(of: kind)].map { RestrictionValue($0, nil) }
        body(kind, entry, value)
      }
    }
  }

  /// For each key the profiles whose own restrictions name it.
  private static func owners(_ node: PlistNode?) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for profile in node?.effectiveEntries ?? [] {
      eachWord(of: profile.value) { _, entry, _ in
        result[entry.key, default: []].append(profile.key)
      }
    }
    return result
  }

  private static func whyNot(_ words: [String: Word], _ device: Device) -> String? {
    if device.platform == .macOS, words.isEmpty {
      return
        "a Mac answers this query with nothing, whatever is in force: there is nothing to compare"
    }
    if device.enrollment == .user {
      return "under User Enrollment the query is not allowed: this is no answer of such a device"
    }
    return nil
  }
}

extension RestrictionsResponse {
  /// The restriction as the device has it; nil where its word is not to be used.
  func settling(_ files: Restriction, isOnPlatform: Bool) -> Restriction? {
    guard isUsable, isOnPlatform || words[files.key] != nil else { return nil }
    let word = words[files.key]
    guard let value = word?.value ?? files.defaultValue else { return nil }
    let said = word.map { "the device itself says `\(shown($0.value.description))`" }
    let isSet =
      value != files.defaultValue || files.setBy.contains { !$0.isOut && $0.value == value }
    let silent = "the device itself names no such restriction"
    return Restriction(
      key: files.key, standing: word != nil && isSet ? .inForce : .notInForce, require: value,
      relyOn: value, defaultValue: files.defaultValue, isConflict: files.isConflict,
      why: [said ?? silent], missingFacts: [], setBy: files.setBy)
  }
}
