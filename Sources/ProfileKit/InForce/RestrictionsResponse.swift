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
  /// By key; only what the device says clearly.
  public let words: [String: Word]
  /// What is wrong with it.
  public private(set) var findings: [Finding]
  /// Whether the device's silence on a key means that nothing restricts it.
  public private(set) var isUsable: Bool
  /// Where the restrictions stand.
  let location: SourceLocation
  /// For keys of which it does not make clear what holds, the values that may; nil stands for any.
  let unclear: [String: [RestrictionValue?]]
  private let device: [String: String]

  /// Reads a response; nil where the file is none.
  /// - Parameters:
  ///   - device: the device that gave it; where Apple says that such a device gives no true answer,
  ///     or the answer cannot be of this device, the response is not used, and a finding says so.
  ///   - catalog: what the keys are.
  public init?(_ file: PlistFile, from device: Device, catalog: Catalog = .standard) {
    guard let root = file.root, root.isDictionary else { return nil }
    let isWhole = root["GlobalRestrictions"] != nil
    let global = root["GlobalRestrictions"] ?? root
    guard
      isWhole || RestrictionsReader.kinds.contains(where: { root[$0]?.isDictionary == true })
    else { return nil }
    path = file.path
    location = file.location(global.position)
    self.device = MDMStatus.device(root)
    var reader = RestrictionsReader(file, catalog)
    reader.read(global, isWhole ? "GlobalRestrictions" : "")
    reader.readProfiles(root["ProfileRestrictions"])
    let refusals = MDMStatus.findings(root, file)
    words = reader.words
    unclear = reader.unclear
    findings = refusals + reader.findings
    isUsable =
      refusals.isEmpty && !reader.isDamaged && !root.repeatedKeys.contains("GlobalRestrictions")
    if !isUsable, refusals.isEmpty, !reader.isDamaged {
      findings.append(
        Finding(
          "response-not-usable", .error, at: location, keyPath: "GlobalRestrictions",
          "`GlobalRestrictions` stands twice: the response is not used"))
    }
    if let (why, place) = reader.whyNot(device, location) {
      findings.append(Finding("response-not-usable", .warning, at: place, why))
      isUsable = false
    }
  }

  /// The same response, not used if `list` is another device's.
  public func held(against list: ProfileListResponse) -> RestrictionsResponse {
    let other = device.first { key, value in list.device[key].map { $0 != value } ?? false }
    guard let other else { return self }
    var result = self
    result.isUsable = false
    result.findings.append(
      Finding(
        "response-not-usable", .error, at: location, keyPath: other.key,
        "this is another device's answer (`\(other.key)` is `\(shown(other.value))`, in the list of"
          + " profiles `\(shown(list.device[other.key] ?? ""))`): the response is not used",
        help: "give the two answers of one device",
        related: [.init(SourceLocation(path: list.path), "the device's list of profiles")]))
    return result
  }
}

extension RestrictionsResponse {
  /// The restriction as the device has it; nil where its word is not to be used.
  func settling(_ files: Restriction, isOnPlatform: Bool) -> Restriction? {
    guard isUsable else { return nil }
    if let values = unclear[files.key] { return leavingOpen(files, values) }
    let word = words[files.key]
    guard isOnPlatform || word != nil else { return nil }
    let value = word?.value ?? files.defaultValue
    if value == nil {
      // Of a list or text without a default the device's silence says that none is set.
      let isFlag = files.setBy.contains { $0.value.boolean != nil }
      guard !files.setBy.isEmpty, !isFlag else { return nil }
    }
    let said = word.map { "the device itself says `\(shown($0.value.description))`" }
    let isSet =
      value != files.defaultValue || files.setBy.contains { !$0.isOut && $0.value == value }
    let silent = "the device itself names no such restriction"
    return Restriction(
      key: files.key, standing: word != nil && isSet ? .inForce : .notInForce, require: value,
      relyOn: value, defaultValue: files.defaultValue, isConflict: files.isConflict,
      why: [said ?? silent], missingFacts: [], setBy: files.setBy)
  }

  /// The restriction with the values that the device may mean beside those of the files.
  private func leavingOpen(_ files: Restriction, _ values: [RestrictionValue?]) -> Restriction {
    let rule = MergeRule(files.key)
    let pool = values + [files.require, files.relyOn]
    return Restriction(
      key: files.key, standing: .uncertain, require: rule.end(of: pool, restrictive: true),
      relyOn: rule.end(of: pool, restrictive: false), defaultValue: files.defaultValue,
      isConflict: files.isConflict,
      why: ["the device's response does not make clear what holds"], missingFacts: [],
      setBy: files.setBy)
  }
}
