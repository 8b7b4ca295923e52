public import Findings
public import StrictJSON

/// What the files say beside what the device says, key by key.
public struct RestrictionComparison: Sendable {
  /// How the two stand to each other.
  public enum Kind: String, Sendable, CaseIterable {
    /// The files set it and nothing hinders it, but the device does not have it in force.
    case onlyInFiles = "only-in-files"
    /// The device has it in force, and no file sets it.
    case onlyOnDevice = "only-on-device"
    /// Both have it, with different values.
    case differentValue = "different-value"
    /// By the files it is uncertain; the device's word settles it.
    case settled
  }

  /// One key.
  public struct Difference: Sendable {
    /// The key.
    public let key: String
    /// How the two stand to each other.
    public let kind: Kind
    /// By the files alone.
    public let files: Restriction
    /// By the device; nil where it does not name the key.
    public let word: RestrictionsResponse.Word?
    /// The value that the device has, its default where it does not name the key; nil where
    /// neither is known.
    public let onDevice: RestrictionValue?
  }

  /// The differences, sorted by key; what both say alike is not among them.
  public let differences: [Difference]
  /// Whether anything was compared: not with a response that is not usable.
  public var isMade: Bool { response.isUsable }
  /// How many keys were left out because the device does not make clear what holds.
  public var unclear: Int { response.unclear.count }
  private let response: RestrictionsResponse

  /// Compares what `files` come to without the device's word with `response`.
  public init(_ files: RestrictionsInForce, with response: RestrictionsResponse) {
    self.response = response
    guard response.isUsable else {
      differences = []
      return
    }
    let keys = Set(files.restrictions.map(\.key)).union(response.words.keys)
      .subtracting(response.unclear.keys).sorted()
    differences = keys.compactMap { key in
      let restriction = files[key]
      let word = response.words[key]
      let onDevice = word?.value ?? restriction.defaultValue
      guard let kind = Self.kind(restriction, word, onDevice) else { return nil }
      return Difference(
        key: key, kind: kind, files: restriction, word: word, onDevice: onDevice)
    }
  }

  private static func kind(
    _ files: Restriction, _ word: RestrictionsResponse.Word?, _ onDevice: RestrictionValue?
  ) -> Kind? {
    guard !files.setBy.isEmpty else {
      return word != nil && onDevice != files.defaultValue ? .onlyOnDevice : nil
    }
    if !files.isCertain {
      let readings = [files.require, files.relyOn]
      return readings.contains { same($0, onDevice) } ? .settled : .differentValue
    }
    let expected = files.standing == .notInForce ? files.defaultValue : files.require
    if same(expected, onDevice) { return nil }
    // A list or text without a default that the device does not name is not in force there.
    return word == nil ? .onlyInFiles : .differentValue
  }

  /// Lists are sets of names.
  private static func same(_ one: RestrictionValue?, _ other: RestrictionValue?) -> Bool {
    if case .list(let left) = one, case .list(let right) = other { return Set(left) == Set(right) }
    return one == other
  }

  /// The differences as findings: those that matter point into the file where the key is set, with
  /// the response beside it, or into the response where no file sets it.
  public var findings: [Finding] {
    (differences.map { $0.finding(response) } + response.findings).capped()
  }

  /// `key`, `kind`, `files`, `device` and the place of the device's word, for each difference; null
  /// where nothing was compared.
  public var json: JSONValue {
    guard isMade else { return .null }
    return .array(
      differences.map { difference in
        [
          "key": .string(difference.key), "kind": .string(difference.kind.rawValue),
          "files": [
            "value": difference.files.shownValue?.json ?? .null,
            "require": difference.files.require?.json ?? .null,
            "relyOn": difference.files.relyOn?.json ?? .null,
          ],
          "device": difference.onDevice?.json ?? .null,
          "path": .string(response.path),
          "line": difference.word.map { .integer(Int64($0.location.line)) } ?? .null,
          "profiles": .array((difference.word?.profiles ?? []).map { .string($0) }),
        ]
      })
  }
}

extension RestrictionComparison.Difference {
  fileprivate func finding(_ response: RestrictionsResponse) -> Finding {
    let setting = files.setBy.last { !$0.isOut } ?? files.setBy.last
    let place = word?.location ?? response.location
    let name = "`\(shown(key))`"
    let value = "`\(shown(onDevice?.description ?? "nothing"))`"
    let said = word == nil ? "does not name it, so that \(value) holds" : "says \(value)"
    let reasons = files.why.joined(separator: "; ")
    let reading = "`\(shown(files.shownValue?.description ?? "several values"))`"
    let message =
      switch kind {
      case .onlyInFiles: "\(name) is set to \(reading), but is not in force: the device \(said)"
      case .onlyOnDevice:
        "\(name) is in force as \(value), and no Restrictions payload given sets it"
          + (isOfPasscode ? "; passcode payloads, which set it too, are not compared" : "")
      case .differentValue where files.standing == .notInForce:
        "\(name) would not be in force (\(reasons)), but the device \(said)"
      case .differentValue: "\(name) would be \(reading), but the device \(said)"
      case .settled: "\(name) is uncertain by the files (\(reasons)); the device \(said)"
      }
    let owners = word?.profiles ?? []
    return Finding(
      RuleID("device-" + kind.rawValue), severity,
      at: setting?.location ?? place, keyPath: setting?.keyPath ?? word?.keyPath ?? key, message,
      help: owners.isEmpty
        ? nil
        : "on the device it is set by \(owners.map { "`\(shown($0))`" }.joined(separator: ", "))",
      related: setting == nil ? [] : [.init(place, "the device's word")])
  }

  private var isOfPasscode: Bool {
    Catalog.standard.payload("com.apple.mobiledevice.passwordpolicy")?.dictionary.named(key) != nil
  }

  private var severity: Severity {
    switch kind {
    case .onlyInFiles, .differentValue: .warning
    case .onlyOnDevice: files.defaultValue == nil ? .notice : .warning
    case .settled: .notice
    }
  }
}
