public import Devices
public import Findings

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

  /// Chooses those of `profiles` that are installed, by identifier, UUID and the payloads listed,
  /// whatever their order. Of a list that is not usable all of `profiles` stay, and whatever else
  /// may be installed is unknown.
  /// - Parameter pool: more profiles to look in; that one of them is not installed is not worth a
  ///   finding.
  public func choose(from profiles: [Profile], pool: [Profile] = []) -> Choice {
    guard isUsable else {
      let unknown = UnknownProfile("whatever \(path) should list")
      return Choice(installed: profiles, unknown: [unknown], findings: findings.capped())
    }
    let given = profiles.filter { !$0.isBarePayload }
    let all = given + pool.filter { !$0.isBarePayload }
    let byIdentifier = Dictionary(grouping: all) { $0.identifier ?? "" }
    var installed: [Profile] = []
    var unknown: [UnknownProfile] = []
    var findings: [Finding] = []
    for entry in entries {
      let candidates = entry.identifier.flatMap { byIdentifier[$0] } ?? []
      switch entry.pick(among: candidates) {
      case .one(let profile): installed.append(profile)
      case .none(let problem, let mayRestrict):
        unknown.append(UnknownProfile(entry.name, mayRestrict: mayRestrict))
        if let problem { findings.append(problem) }
      }
    }
    let listed = Set(entries.compactMap(\.identifier))
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
}

extension ProfileListResponse.Entry {
  fileprivate enum Pick {
    case one(Profile)
    /// No file is certainly the one that is installed; an entry that is wrong was told already.
    case none(Finding?, mayRestrict: Bool)
  }

  fileprivate func pick(among candidates: [Profile]) -> Pick {
    guard let identifier, let uuid else { return .none(nil, mayRestrict: mayRestrict) }
    // UUIDs are the same whatever their case.
    let same = candidates.filter { $0.uuid?.uppercased() == uuid.uppercased() }
    let fitting = same.filter { !contradicts($0) }
    if let first = fitting.first {
      if fitting.allSatisfy({ $0.isLike(first) }) { return .one(first) }
      return .none(ambiguous(identifier, fitting), mayRestrict: true)
    }
    if let other = same.first { return .none(otherContent(identifier, other), mayRestrict: true) }
    if let other = candidates.first {
      return .none(otherEdition(identifier, uuid, other), mayRestrict: mayRestrict)
    }
    return .none(withoutFile(identifier), mayRestrict: mayRestrict)
  }

  /// Whether the list names a payload that the file lacks, or is silent about one that restricts.
  private func contradicts(_ profile: Profile) -> Bool {
    guard var rest = payloadTypes else { return false }
    for type in profile.everyPayload.compactMap(\.type) {
      if let place = rest.firstIndex(of: type) {
        rest.remove(at: place)
      } else if type == Payload.restrictionsType {
        return true
      }
    }
    return !rest.isEmpty
  }

  private func ambiguous(_ identifier: String, _ profiles: [Profile]) -> Finding {
    Finding(
      "profile-ambiguous", .warning, at: location, keyPath: keyPath,
      "`\(shown(identifier))` is installed, and \(profiles.count) files given have its identifier and"
        + " UUID and differ: which of them it is, is not known, so what it restricts is uncertain",
      help: "give only the file that was pushed",
      related: profiles.map {
        .init($0.location($0.node.position), "a file with this identifier and UUID")
      })
  }

  private func otherContent(_ identifier: String, _ profile: Profile) -> Finding {
    let types = (payloadTypes ?? []).map { "`\(shown($0))`" }.joined(separator: ", ")
    return Finding(
      "profile-edition-differs", .warning, at: location, keyPath: keyPath,
      "`\(shown(identifier))` is installed with \(types.isEmpty ? "no payload" : "the payloads \(types)"),"
        + " the file has others: another edition, so what it restricts is not known",
      help: "give the edition that was pushed",
      related: [.init(profile.location(profile.node.position), "the file with this identifier")])
  }

  private func otherEdition(_ identifier: String, _ uuid: String, _ profile: Profile) -> Finding {
    Finding(
      "profile-edition-differs", .warning, at: location, keyPath: keyPath,
      "`\(shown(identifier))` is installed with the UUID `\(shown(uuid))`, the file has "
        + "`\(shown(profile.uuid ?? "none"))`: another edition, so what it restricts is not known",
      help: "give the edition that was pushed",
      related: [.init(profile.location(profile.node.position), "the file with this identifier")])
  }

  private func withoutFile(_ identifier: String) -> Finding {
    let name = "`\(shown(identifier))`"
    guard mayRestrict else {
      return Finding(
        "profile-without-file", .notice, at: location, keyPath: keyPath,
        "\(name) is installed and no file given holds it; by the list it restricts nothing")
    }
    let why =
      payloadTypes == nil
      ? "the list does not say what it carries"
      : "by the list it carries \(carriesRestrictions ? "restrictions" : "what may be restrictions")"
    return Finding(
      "profile-without-file", .warning, at: location, keyPath: keyPath,
      "\(name) is installed and no file given holds it; \(why): anything it may restrict is uncertain",
      help: "give its file, or the device's own word with --compare")
  }

  private var carriesRestrictions: Bool {
    payloadTypes?.contains(Payload.restrictionsType) == true
  }
}
