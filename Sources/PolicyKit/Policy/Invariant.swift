public import Findings

extension Policy {
  /// Something that must hold of every answer, whatever is asked.
  public struct Invariant: Sendable, Hashable {
    /// Its name, unique in the policy.
    public var id: String
    /// The requests that it speaks of.
    public var when: Condition
    /// What it says of their answers.
    public var claim: Claim
    /// Why it must hold; shown to people.
    public var reason: String?
    /// Where it stands.
    public var location: SourceLocation

    /// What an invariant says of the answers to the requests it speaks of.
    public enum Claim: Sendable, Hashable {
      /// No answer is like this.
      case never(Answer)
      /// Every answer is like this.
      case always(Answer)
    }

    /// A kind of answer: all that is given must hold.
    public struct Answer: Sendable, Hashable {
      /// The outcome is one of these; empty where any will do.
      public var outcomes: [Posture]
      /// The outcome is at least as strict as this.
      public var atLeast: Posture?
      /// The answer is honoured in one of these ways; empty where any will do.
      public var honoured: [Honoured]
      /// The content may end up in one of these places; empty where any will do.
      public var exposures: [Exposure.Place]

      /// Makes a kind of answer.
      public init(
        outcomes: [Posture] = [], atLeast: Posture? = nil, honoured: [Honoured] = [],
        exposures: [Exposure.Place] = []
      ) {
        self.outcomes = outcomes
        self.atLeast = atLeast
        self.honoured = honoured
        self.exposures = exposures
      }

      /// Whether nothing is given, so that every answer is of this kind.
      public var isEmpty: Bool {
        outcomes.isEmpty && atLeast == nil && honoured.isEmpty && exposures.isEmpty
      }

      /// Whether `decision` is of this kind.
      public func matches(_ decision: Decision) -> Bool {
        (outcomes.isEmpty || outcomes.contains(decision.outcome))
          && atLeast.map { decision.outcome >= $0 } ?? true
          && (honoured.isEmpty || honoured.contains(decision.honoured))
          && (exposures.isEmpty || decision.exposures.contains { exposures.contains($0.place) })
      }
    }

    /// Makes an invariant.
    public init(
      id: String, when: Condition, claim: Claim, reason: String? = nil,
      location: SourceLocation = SourceLocation(path: "")
    ) {
      self.id = id
      self.when = when
      self.claim = claim
      self.reason = reason
      self.location = location
    }

    /// Whether `decision`, about a request that the invariant speaks of, breaks it.
    public func isBroken(by decision: Decision) -> Bool {
      switch claim {
      case .never(let answer): answer.matches(decision)
      case .always(let answer): !answer.matches(decision)
      }
    }
  }
}
