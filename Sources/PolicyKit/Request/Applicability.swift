/// Whether a caller is expected to know an attribute.
public enum Applicability: String, Sendable, Hashable {
  /// Missing means unknown.
  case expected
  /// Missing means not applicable.
  case optional
  /// Giving it is an error.
  case never
}

extension Attribute {
  /// The circumstances that an attribute's applicability can depend on, the operation aside.
  public struct Circumstances: Sendable, Hashable {
    /// Whether the platform is macOS.
    public var isMac: Bool
    /// Whether an app asks.
    public var askedByApp: Bool
    /// Whether profiles were given, so that facts about the device matter.
    public var profilesGiven: Bool

    /// Makes circumstances.
    public init(isMac: Bool, askedByApp: Bool, profilesGiven: Bool) {
      self.isMac = isMac
      self.askedByApp = askedByApp
      self.profilesGiven = profilesGiven
    }

    /// A number of its own for each of the eight.
    var place: Int { (isMac ? 1 : 0) | (askedByApp ? 2 : 0) | (profilesGiven ? 4 : 0) }

    init(place: Int) {
      self.init(
        isMac: place & 1 != 0, askedByApp: place & 2 != 0, profilesGiven: place & 4 != 0)
    }
  }

  /// The published table: what a caller who wants `operation` is expected to know.
  ///
  /// `Docs/semantics.md` prints it. A compiled policy raises `time` to expected wherever a rule
  /// tests it. Two entries depend on the request itself and are settled in
  /// `RequestFacts`: `stored-posture` is expected once `from-history` is yes, and `trigger` of a
  /// detect once `method` reads content.
  public func applicability(_ operation: Operation, _ circumstances: Circumstances) -> Applicability
  {
    Self.table[(place * Operation.allCases.count + operation.place) * 8 + circumstances.place]
  }

  private static let table: [Applicability] = all.flatMap { attribute in
    Operation.allCases.flatMap { operation in
      (0..<8).map { attribute.stated(operation, Circumstances(place: $0)) }
    }
  }

  private func stated(_ operation: Operation, _ circumstances: Circumstances) -> Applicability {
    switch self {
    case .operation, .platform, .osVersion, .askedBy: .expected
    case .framework: .optional
    case .supervised, .enrollment, .sharedIPad, .appleAccount, .deviceGroups, .userGroups:
      circumstances.profilesGiven ? .expected : .optional
    case .time: .optional
    case .pasteboard: of(operation, expected: [.copy, .paste, .detect, .clear, .capture])
    case .trigger:
      of(operation, expected: [.copy, .paste, .capture], optional: [.detect, .clear])
    case .contentClass, .owner:
      of(operation, expected: [.copy, .transfer, .reveal], optional: [.paste, .capture])
    case .contentType, .contentBytes, .contentCharacters, .itemCount:
      of(operation, expected: [.copy, .transfer], optional: [.paste, .capture])
    case .method: of(operation, expected: [.detect], optional: [.paste])
    case .marker: of(operation, expected: [.capture], optional: [.copy, .paste, .transfer])
    case .remote:
      circumstances.isMac ? of(operation, optional: [.paste, .capture, .transfer]) : .never
    case .sourceBundleID, .sourceTeamID, .sourceManaged, .sourceIdentity, .sourceClass:
      of(
        operation,
        expected: circumstances.askedByApp
          ? [.copy, .transfer] : [.copy, .transfer, .paste, .capture],
        optional: [.paste, .capture])
    case .destinationBundleID, .destinationTeamID, .destinationManaged, .destinationIdentity,
      .destinationClass, .destinationKind:
      of(operation, expected: [.paste], optional: [.copy, .capture, .transfer])
    case .sameApp, .sameTeam, .sameIdentity:
      of(operation, optional: [.copy, .paste, .capture, .transfer])
    case .reach, .expiresAfter: of(operation, optional: [.copy])
    case .fromHistory, .storedPosture: of(operation, expected: [.transfer], optional: [.copy])
    case .ours: of(operation, expected: [.clear])
    case .by: of(operation, expected: [.capture])
    case .road: of(operation, expected: [.transfer])
    case .surface: of(operation, expected: [.reveal])
    }
  }

  private func of(
    _ operation: Operation, expected: [Operation] = [], optional: [Operation] = []
  ) -> Applicability {
    expected.contains(operation)
      ? .expected : optional.contains(operation) ? .optional : .never
  }
}
