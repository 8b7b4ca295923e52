public import Devices

/// One thing known about Apple's platforms, and how well it is known.
public struct PlatformFact: Sendable, Hashable {
  /// Its id, such as `N2`; decisions cite it.
  public let id: String
  /// What is so.
  public let statement: String
  /// The platforms and versions it is so on.
  public let versions: String
  /// How it is known.
  public let confidence: [Confidence]
  /// What a promise that rests on it alone is worth.
  public let assurance: Assurance
  /// Where it can be read.
  public let source: String

  /// How a fact is known.
  public enum Confidence: String, Sendable, Hashable, CaseIterable {
    /// Apple documents it.
    case apple = "A"
    /// Apple's device-management schema says it.
    case schema = "S"
    /// Decompiled system software shows it.
    case decompiled = "D"
    /// Third parties report it.
    case thirdParty = "T"
    /// It follows from other facts.
    case inferred = "I"
    /// It was looked for and not found.
    case notFound = "NF"

    var assurance: Assurance {
      switch self {
      case .apple, .schema: .documented
      case .decompiled, .inferred: .inferred
      case .thirdParty: .reported
      case .notFound: .assumed
      }
    }
  }

  init(
    _ id: String, _ versions: String, _ confidence: [Confidence], _ statement: String,
    _ source: String, assurance: Assurance? = nil
  ) {
    self.id = id
    self.statement = statement
    self.versions = versions
    self.confidence = confidence
    self.assurance = assurance ?? confidence.map(\.assurance).min() ?? .assumed
    self.source = source
  }

  /// The first major version of the systems that nothing is known of: the facts were gathered
  /// when 27 was current.
  public static let firstUnknownVersion = OSVersion(28)

  /// The fact called `id`.
  public static func fact(_ id: String) -> PlatformFact? { place(id).map { all[$0] } }

  /// The place of the fact called `id` in `all`.
  static func place(_ id: String) -> Int? { places[id] }

  private static let places = Dictionary(uniqueKeysWithValues: zip(all.map(\.id), all.indices))

  /// The facts as reasons, in the order of `all`.
  static let reasons: [Reason] = all.map { fact in
    Reason(
      kind: .platform, id: fact.id, location: nil, effect: nil,
      text: "\(fact.statement) (\(fact.assurance.rawValue))")
  }

  /// Every fact, ordered by subject.
  public static let all: [PlatformFact] =
    writingOnUIKit + readingOnUIKit + onAppKit + markers + continuity + management
}
