public import Devices
public import Findings

/// A device's answer to `ProfileList`: the profiles that are installed on it.
///
/// Taken is the whole response as a server gets it (`ProfileList` beside `Status`), or the array
/// alone. Members by Apple's schema (`mdm/commands/profile.list.yaml`).
public struct ProfileListResponse: Sendable {
  /// One installed profile.
  public struct Entry: Sendable {
    /// `PayloadIdentifier`.
    public let identifier: String
    /// `PayloadUUID`.
    public let uuid: String
    /// `PayloadDisplayName`.
    public let displayName: String?
    /// The types of its payloads; nil where the list does not say, as for encrypted profiles.
    public let payloadTypes: [String]?
    /// Whether the management server installed it; nil where the device does not say.
    public let isManaged: Bool?
    /// Where it stands in the list.
    public let location: SourceLocation
    let keyPath: String
  }

  /// The file it stands in.
  public let path: String
  /// The profiles in the order listed.
  public let entries: [Entry]
  /// What is wrong with the list.
  public let findings: [Finding]

  /// Reads a list; nil where the file is none.
  public init?(_ file: PlistFile) {
    guard let root = file.root, let list = Self.list(root) else { return nil }
    path = file.path
    var entries: [Entry] = []
    var findings = MDMStatus.findings(root, file)
    for (index, node) in list.elements.enumerated() {
      let keyPath = root.isDictionary ? "ProfileList[\(index)]" : "[\(index)]"
      guard let identifier = node["PayloadIdentifier"]?.string,
        let uuid = node["PayloadUUID"]?.string
      else {
        findings.append(
          Finding(
            "response-not-understood", .error, at: file.location(node.position), keyPath: keyPath,
            "expected `PayloadIdentifier` and `PayloadUUID` of an installed profile"))
        continue
      }
      let payloads = node["PayloadContent"]?.elements
      entries.append(
        Entry(
          identifier: identifier, uuid: uuid, displayName: node["PayloadDisplayName"]?.string,
          payloadTypes: payloads?.map { $0["PayloadType"]?.string ?? "" },
          isManaged: node["IsManaged"]?.boolean, location: file.location(node.position),
          keyPath: keyPath))
    }
    self.entries = entries
    self.findings = findings
  }

  private static func list(_ root: PlistNode) -> PlistNode? {
    if let list = root["ProfileList"], case .array = list.kind { return list }
    let isList =
      !root.elements.isEmpty
      && root.elements.allSatisfy {
        $0["PayloadIdentifier"] != nil && $0["PayloadContent"]?["PayloadContent"] == nil
      }
    return isList ? root : nil
  }
}

extension ProfileListResponse {
  /// What a list makes of the profiles given.
  public struct Choice: Sendable {
    /// Those of the profiles given that are installed.
    public let installed: [Profile]
    /// Installed profiles of which no file holds the content.
    public let unknown: [UnknownProfile]
    /// Editions that differ, profiles without a file, files that are not installed.
    public let findings: [Finding]
  }

  /// Chooses those of `profiles` that are installed, by identifier and UUID.
  /// - Parameter pool: more profiles to look in; that one of them is not installed is not worth a
  ///   finding.
  public func choose(from profiles: [Profile], pool: [Profile] = []) -> Choice {
    let given = profiles.filter { !$0.isBarePayload }
    let all = given + pool.filter { !$0.isBarePayload }
    let byIdentifier = Dictionary(grouping: all) { $0.identifier ?? "" }
    var installed: [Profile] = []
    var unknown: [UnknownProfile] = []
    var findings: [Finding] = []
    for entry in entries {
      let candidates = byIdentifier[entry.identifier] ?? []
      if let profile = candidates.first(where: { Self.isSame($0.uuid, entry.uuid) }) {
        installed.append(profile)
        continue
      }
      let mayRestrict = entry.payloadTypes?.contains(Payload.restrictionsType) ?? true
      unknown.append(UnknownProfile(entry.identifier, mayRestrict: mayRestrict))
      findings.append(
        candidates.first.map { Self.otherEdition(entry, $0) }
          ?? Self.withoutFile(entry, mayRestrict))
    }
    let listed = Set(entries.map(\.identifier))
    findings += given.filter { !listed.contains($0.identifier ?? "") }.map { profile in
      Finding(
        "profile-not-installed", .notice, at: profile.location(profile.node.position),
        "the device does not list this profile: it counts for nothing here",
        related: [.init(SourceLocation(path: path), "the device's list of profiles")])
    }
    return Choice(
      installed: installed, unknown: unknown, findings: (findings + self.findings).capped())
  }

  /// What such a list does not say of `device`.
  public func caveats(on device: Device) -> [Finding] {
    guard device.enrollment == .user else { return [] }
    return [
      Finding(
        "profile-list-partial", .notice, at: SourceLocation(path: path),
        "under User Enrollment a device lists only the profiles that its server installed: others may"
          + " restrict more")
    ]
  }

  /// UUIDs are the same whatever their case.
  private static func isSame(_ one: String?, _ other: String) -> Bool {
    one?.uppercased() == other.uppercased()
  }

  private static func otherEdition(_ entry: Entry, _ profile: Profile) -> Finding {
    Finding(
      "profile-edition-differs", .warning, at: entry.location, keyPath: entry.keyPath,
      "`\(shown(entry.identifier))` is installed with the UUID `\(shown(entry.uuid))`, the file has "
        + "`\(shown(profile.uuid ?? "none"))`: another edition, so what it restricts is not known",
      help: "give the edition that was pushed",
      related: [.init(profile.location(profile.node.position), "the file with this identifier")])
  }

  private static func withoutFile(_ entry: Entry, _ mayRestrict: Bool) -> Finding {
    let name = "`\(shown(entry.identifier))`"
    guard mayRestrict else {
      return Finding(
        "profile-without-file", .notice, at: entry.location, keyPath: entry.keyPath,
        "\(name) is installed and no file given holds it; by the list it restricts nothing")
    }
    let why =
      entry.payloadTypes == nil
      ? "the list does not say what it carries" : "by the list it carries restrictions"
    return Finding(
      "profile-without-file", .warning, at: entry.location, keyPath: entry.keyPath,
      "\(name) is installed and no file given holds it; \(why): anything it may restrict is uncertain",
      help: "give its file, or the device's own word with --compare")
  }
}

/// What every response of a device says of itself.
enum MDMStatus {
  /// A finding where the device did not answer what it was asked.
  static func findings(_ root: PlistNode, _ file: PlistFile) -> [Finding] {
    guard let entry = root.entry("Status"), let status = entry.value.string,
      status != "Acknowledged"
    else { return [] }
    return [
      Finding(
        "response-not-understood", .error, at: file.location(entry.value.position),
        keyPath: "Status",
        "the device answered `\(shown(status))`, not `Acknowledged`",
        help: "ask it again once it is awake and allows the query")
    ]
  }
}
