public import Findings

/// One thing that speaks for an answer.
///
/// Most are made once, for a policy or a platform, and every decision that gives one shares it.
public struct Reason: Sendable, Hashable {
  private let said: Said

  /// What kind of thing.
  public var kind: Kind { said.kind }
  /// Its id: a rule's, a key, a fact's, `default`.
  public var id: String { said.id }
  /// Where it stands; nil for what is built in.
  public var location: SourceLocation? { said.location }
  /// What it answers; nil for a fact and for a restriction not in force.
  public var effect: Posture? { said.effect }
  /// In words.
  public var text: String { said.text }

  init(kind: Kind, id: String, location: SourceLocation?, effect: Posture?, text: String) {
    said = Said(kind, id, location, effect, text)
  }

  /// Kinds of reasons.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A policy's rule, or a built-in one.
    case rule
    /// A restriction of a profile.
    case restriction
    /// A fact about a platform; its id is one of `PlatformFact.all`.
    case platform
    /// A promise that cannot be kept here; its id is one of `PromiseKind`.
    case promise
    /// What the request itself says or leaves out.
    case request
    /// A layer's default, or the built-in one.
    case `default`
  }

  private final class Said: Sendable {
    let kind: Kind
    let id: String
    let location: SourceLocation?
    let effect: Posture?
    let text: String
    let written = PreparedBytes()

    init(
      _ kind: Kind, _ id: String, _ location: SourceLocation?, _ effect: Posture?, _ text: String
    ) {
      self.kind = kind
      self.id = id
      self.location = location
      self.effect = effect
      self.text = text
    }
  }

  /// Whether both say the same of the same.
  public static func == (left: Reason, right: Reason) -> Bool {
    left.said === right.said
      || left.kind == right.kind && left.id == right.id && left.location == right.location
        && left.effect == right.effect && left.text == right.text
  }

  /// What tells one reason from another, all but its place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(id)
    hasher.combine(text)
  }
}

extension Reason {
  /// Calls `body` with the reason as it is written, which `write` gives where nobody has yet.
  package func withWritten(
    _ write: () -> [UInt8], _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    said.written.with(write, body)
  }
}
