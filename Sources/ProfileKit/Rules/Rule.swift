public import Devices
public import Findings

/// One thing that is checked: its name, its words, examples, and the check itself.
public struct Rule: Sendable {
  /// The stable name.
  public let id: RuleID
  /// How much its findings matter; where that depends on the target, the worst.
  public let severity: Severity
  /// One line: what it looks for.
  public let summary: String
  /// Why it matters and what to do, in a few sentences.
  public let explanation: String
  /// Inputs it has nothing to say about.
  public var accepted: [RuleExample] { makeAccepted() }
  /// Inputs it finds something in, each with what it says.
  public var rejected: [RuleExample] { makeRejected() }
  /// Examples are made for those who look at them: making all takes longer than checking a profile.
  private let makeAccepted: @Sendable () -> [RuleExample]
  private let makeRejected: @Sendable () -> [RuleExample]
  /// Looks at everything that was read.
  let check: @Sendable (RuleContext) -> [Finding]

  init(
    _ id: RuleID, _ severity: Severity, _ summary: String, explanation: String,
    accepted: @autoclosure @escaping @Sendable () -> [RuleExample],
    rejected: @autoclosure @escaping @Sendable () -> [RuleExample],
    check: @escaping @Sendable (RuleContext) -> [Finding]
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.explanation = explanation
    makeAccepted = accepted
    makeRejected = rejected
    self.check = check
  }
}

/// A small input that shows what a rule means.
public struct RuleExample: Sendable {
  /// The files, in order; `▸` stands before the element that the finding points at.
  public let files: [String]
  /// The target, as `Device(parsing:)` reads it; empty for none.
  public let target: String
  /// The time that dates are held against, in seconds since 1970; nil for none.
  public let now: Int64?
  /// That time's day, such as `2030-01-31`.
  public var day: String? { now.map(Crypto.day) }
  /// The certificates that signers are held against; nil for none.
  public let trust: TrustList?
  /// The whole message of the first finding; empty where the rule says nothing.
  public let message: String

  /// The mark before the element that a finding points at.
  public static let mark: Character = "▸"

  /// The files without marks: what is read.
  public var inputs: [String] { files.map { $0.filter { $0 != Self.mark } } }

  init(
    _ files: String..., target: String = "", now: Int64? = nil, trusting trust: [UInt8]? = nil,
    says message: String = ""
  ) {
    self.files = files
    self.trust = trust.map { bytes in
      var list = TrustList()
      try? list.add(bytes)
      return list
    }
    self.target = target
    self.now = now
    self.message = message
  }

  /// A profile with one Restrictions payload that holds `keys`.
  static func restrictions(_ keys: String, target: String = "", says message: String = "")
    -> RuleExample
  {
    RuleExample(profile(payload(keys)), target: target, says: message)
  }

  /// A profile with one payload of `type` that holds `keys`.
  static func payload(
    _ type: String, _ keys: String, target: String = "", says message: String = ""
  ) -> RuleExample {
    RuleExample(profile(payload(keys, type: type)), target: target, says: message)
  }

  /// A whole profile around payload dictionaries.
  static func profile(_ payloads: String, identifier: String = "com.example.profile") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>PayloadType</key><string>Configuration</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>\(identifier)</string>
      <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01</string>
      <key>PayloadContent</key>
      <array>
    \(payloads)
      </array>
    </dict>
    </plist>

    """
  }

  /// A payload dictionary with all that is required.
  static func payload(
    _ keys: String, type: String = Payload.restrictionsType,
    identifier: String = "com.example.profile.restrictions",
    uuid: String = "6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A02"
  ) -> String {
    """
        <dict>
          <key>PayloadType</key><string>\(type)</string>
          <key>PayloadVersion</key><integer>1</integer>
          <key>PayloadIdentifier</key><string>\(identifier)</string>
          <key>PayloadUUID</key><string>\(uuid)</string>
          \(keys)
        </dict>
    """
  }
}

/// Everything that rules look at.
public struct RuleContext: Sendable {
  /// The files in the order given.
  public let files: [PlistFile]
  /// The profiles among them.
  public let profiles: [Profile]
  /// The devices they are meant for; empty where none is given.
  public internal(set) var targets: [Device]
  /// What is known of payloads and keys.
  public let catalog: Catalog
  /// How many findings of one rule in one file are kept: a hundred for each target, since what
  /// holds for several is told once.
  let most: Int
  /// The comments in the files.
  let suppressions: Suppressions
  /// The time that dates are held against, in seconds since 1970-01-01T00:00:00Z; nil where
  /// nothing is to be said of them.
  public let now: Int64?
  /// What the catalogue has something to say of, found when first asked for.
  let lazyUses: LazyKeyUses
  /// The certificates in the payloads, read when first asked for.
  let lazyCertificates: LazyCertificates

  /// What other rules found, in order.
  var others: [Finding] = []
  /// Which those were; empty where none ran.
  var othersRan: [RuleID] = []

  /// Makes a context.
  public init(
    files: [PlistFile], targets: [Device] = [], catalog: Catalog = .standard, now: Int64? = nil
  ) {
    self.files = files
    self.targets = targets
    self.now = now
    self.catalog = catalog
    most = BoundedFindings.most * max(targets.count, 1)
    suppressions = Suppressions(files)
    lazyUses = LazyKeyUses()
    lazyCertificates = LazyCertificates()
    profiles = files.compactMap(Profile.init)
  }

  private init(_ whole: RuleContext, alone target: Device) {
    files = whole.files
    targets = [target]
    now = whole.now
    catalog = whole.catalog
    most = whole.most
    suppressions = whole.suppressions
    // What is in the files does not depend on the target.
    lazyUses = whole.lazyUses
    lazyCertificates = whole.lazyCertificates
    profiles = whole.profiles
  }

  /// The same with one target alone.
  func alone(_ target: Device) -> RuleContext { RuleContext(self, alone: target) }

  /// An empty list for what a rule finds. One whose findings a comment suppresses in part of a file
  /// keeps them all there: which of them count is told by their places.
  var list: BoundedFindings {
    BoundedFindings(most: most) { [suppressions] in suppressions.reachesParts(of: $1, $0) }
  }

  /// What `rule` finds, of each file no more than a list keeps.
  func found(by rule: Rule) -> [Finding] { bounded(rule.check(self)) }

  /// `findings`, of each rule in each file no more than a list keeps.
  func bounded(_ findings: [Finding]) -> [Finding] {
    if findings.count <= most { return findings }
    var list = list
    list.add(findings)
    return list.findings
  }
}

extension RuleContext {
  /// One payload of one profile.
  typealias PayloadCheck = (Profile, Payload) -> [Finding]

  /// What `check` finds in each payload.
  func eachPayload(_ check: PayloadCheck) -> [Finding] {
    var list = list
    for profile in profiles {
      for payload in profile.payloads { list.add(check(profile, payload)) }
    }
    return list.findings
  }

  /// The Restrictions payload as a dictionary.
  var restrictions: KeyDefinition? { catalog.payload(Payload.restrictionsType)?.dictionary }

  /// What `check` finds at each key at the top of each profile.
  func eachTopKey(_ check: (Profile, PlistEntry, KeyDefinition?) -> [Finding]) -> [Finding] {
    let known = catalog.payload(Catalog.topLevel)?.dictionary
    var list = list
    for profile in profiles where !profile.isBarePayload {
      for entry in profile.node.lazyEffectiveEntries {
        list.add(check(profile, entry, known?.named(entry.key)))
      }
    }
    return list.findings
  }
}
