public import Devices
public import Findings
public import StrictJSON

/// What a set of profiles restricts on one device once they are installed.
///
/// Files are not devices: nothing here says that they are installed. Where Apple does not say what
/// happens, or a fact about the device is missing, a restriction has two values, of which the
/// restrictive one is to be reckoned with and only the permissive one to be relied on.
public struct RestrictionsInForce: Sendable {
  /// The device.
  public let device: Device
  /// Every restriction that some profile sets, sorted by key.
  public let restrictions: [Restriction]
  /// What follows for the clipboard.
  public let clipboard: ClipboardSummary
  /// Disagreements between profiles and profiles that replace each other.
  public let findings: [Finding]
  /// The files in the order given, each once.
  public let paths: [String]
  /// Payloads that restrict in other ways than by the Restrictions payload, if at all: nothing is
  /// said of them here.
  public let otherPayloads: [OtherPayload]
  /// What else than files it rests on.
  public let evidence: Evidence
  private let pool: SettingPool

  /// Works out what `profiles` restrict on `device`.
  /// - Parameter evidence: what the device itself, or its server, said.
  public init(
    _ profiles: [Profile], on device: Device, evidence: Evidence = Evidence(),
    catalog: Catalog = .standard
  ) {
    let profiles = profiles.withoutCopies
    var evidence = evidence
    evidence.unknown += profiles.filter(\.isLocked)
      .filter { !$0.obstacles(on: device, catalog).contains(where: \.isCertain) }
      .map(UnknownProfile.init(encrypted:))
    let pool = SettingPool(profiles, device, catalog, evidence)
    self.evidence = evidence
    paths = profiles.map(\.path)
    otherPayloads = profiles.flatMap { $0.otherPayloads(on: device) }
    self.device = device
    self.pool = pool
    restrictions = pool.keys.map { pool.restriction($0) }
    clipboard = ClipboardSummary(device: device, catalog: catalog) { pool.restriction($0) }
    let context = RuleContext(profiles: profiles, catalog: catalog)
    // Of profiles that a device lists as installed none replaces another any more.
    let replaced = evidence.listed == nil ? Rule.identifierReplaced.check(context) : []
    findings =
      (replaced
      + restrictions.filter(\.isConflict).map { $0.disagreement(on: device.platform) }).capped()
  }

  /// The restriction called `key`, whether a profile sets it or not.
  public subscript(key: String) -> Restriction { pool.restriction(key) }

  /// As `effective --format json` prints it.
  public var json: JSONValue {
    [
      "device": .object(device.facts.map { .init($0.key, .string($0.value)) }),
      "evidence": .string(evidence.basis.rawValue),
      "restrictions": .array(restrictions.map(\.json)), "clipboard": clipboard.json,
      "otherPayloads": .array(otherPayloads.map(\.json)),
      "findings": .array(findings.map(\.json)),
    ]
  }
}

/// A payload that is no Restrictions payload.
public struct OtherPayload: Sendable, Hashable {
  /// Its type.
  public let type: String
  /// Where it begins.
  public let location: SourceLocation

  /// `type`, `path`, `line`.
  public var json: JSONValue {
    [
      "type": .string(type), "path": .string(location.path),
      "line": .integer(Int64(location.line)),
    ]
  }
}

extension Profile {
  /// The payloads that nothing on `device` takes for restrictions.
  fileprivate func otherPayloads(on device: Device) -> [OtherPayload] {
    everyPayload.filter { payload in
      !payload.mayRestrict && (device.platform != .macOS || payload.managedRestrictions.isEmpty)
    }.map {
      OtherPayload(type: $0.type ?? "without a type", location: $0.location($0.node.position))
    }
  }
}

extension UnknownProfile {
  fileprivate init(encrypted profile: Profile) {
    self.init(profile.identifier ?? profile.path)
    isEncrypted = true
  }
}

extension [Profile] {
  /// The profiles without those that were given before: the same file, or its like under another
  /// name, which a device would exchange for itself.
  var withoutCopies: [Profile] {
    var known: [String: [Profile]] = [:]
    return filter { profile in
      let names = ["path " + profile.path, profile.identifier.map { "identifier " + $0 } ?? ""]
      for name in names where !name.isEmpty {
        if known[name]?.contains(where: { $0.isLike(profile) }) == true { return false }
      }
      for name in names where !name.isEmpty { known[name, default: []].append(profile) }
      return true
    }
  }
}

extension RuleContext {
  /// A context of profiles whose files are at hand elsewhere.
  init(profiles: [Profile], catalog: Catalog) {
    files = []
    targets = []
    now = nil
    most = BoundedFindings.most
    suppressions = Suppressions([])
    lazyUses = LazyKeyUses()
    lazyCertificates = LazyCertificates()
    self.profiles = profiles
    self.catalog = catalog
  }
}
