public import Findings

/// Whose policy a file is. All layers only ever tighten; the kind decides who may relax.
public enum LayerKind: String, Sendable, Hashable, CaseIterable {
  /// The organisation's; the only one that may relax a built-in rule.
  case organisation
  /// A team's.
  case team
  /// App protection (data-loss prevention inside managed apps).
  case appProtection = "app-protection"
  /// The app's own.
  case app
  /// The user's own.
  case user
}

/// One policy file, read but not yet checked against what platforms can do.
public struct Policy: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// Its version, free text.
  public var version: String
  /// Whose it is.
  public var layer: LayerKind
  /// Whether it decides or is only watched.
  public var mode: EnforcementMode
  /// The least assurance that promises may rest on; nil where the file does not say.
  public var minimumAssurance: Assurance?
  /// What holds where no rule of the layer does.
  public var defaults: [Operation: Default]
  /// Ids of built-in rules to switch off.
  public var relax: [Relaxation]
  /// Optional attributes raised to expected, by operation.
  public var expects: [Operation: [Attribute]]
  /// The organisation's name, for the texts that users see.
  public var organisation: String?
  /// Content classes added to the built-in ones.
  public var classes: [String]
  /// Its rules, in order.
  public var rules: [Rule]
  /// What must hold of every answer.
  public var invariants: [Invariant]
  /// Requests with the answers they must get.
  public var tests: [PolicyTest]
  /// The file.
  public var path: String
  /// SHA-256 of the file's bytes in lower-case hexadecimal; empty where it was not read from one.
  public var sha256: String

  /// A layer's answer where none of its rules holds.
  public struct Default: Sendable, Hashable {
    /// The answer.
    public var posture: Posture
    /// Where it stands.
    public var location: SourceLocation

    /// Makes a default.
    public init(_ posture: Posture, at location: SourceLocation = SourceLocation(path: "")) {
      self.posture = posture
      self.location = location
    }
  }

  /// A built-in rule switched off.
  public struct Relaxation: Sendable, Hashable {
    /// The rule's id.
    public var id: String
    /// Where it stands.
    public var location: SourceLocation

    /// Makes a relaxation.
    public init(_ id: String, at location: SourceLocation = SourceLocation(path: "")) {
      self.id = id
      self.location = location
    }
  }

  /// Makes a policy.
  public init(
    name: String, version: String = "", layer: LayerKind = .organisation,
    mode: EnforcementMode = .enforce, minimumAssurance: Assurance? = nil,
    defaults: [Operation: Default] = [:],
    relax: [Relaxation] = [], expects: [Operation: [Attribute]] = [:],
    organisation: String? = nil, classes: [String] = [], rules: [Rule] = [],
    invariants: [Invariant] = [], tests: [PolicyTest] = [], path: String = "", sha256: String = ""
  ) {
    self.name = name
    self.version = version
    self.layer = layer
    self.mode = mode
    self.minimumAssurance = minimumAssurance
    self.defaults = defaults
    self.relax = relax
    self.expects = expects
    self.organisation = organisation
    self.classes = classes
    self.rules = rules
    self.invariants = invariants
    self.tests = tests
    self.path = path
    self.sha256 = sha256
  }
}

/// A request with the answer it must get.
public struct PolicyTest: Sendable, Hashable {
  /// What it shows.
  public var name: String
  /// The request.
  public var request: Request
  /// The answer.
  public var expected: Expectation
  /// Where it stands.
  public var location: SourceLocation

  /// What an answer must be; nil where anything will do.
  public struct Expectation: Sendable, Hashable {
    /// The outcome.
    public var outcome: Posture?
    /// What policy wants.
    public var required: Posture?
    /// Whether it can be carried out.
    public var honoured: Honoured?
    /// What it rests on.
    public var assurance: Assurance?
    /// The id of one rule that determines it.
    public var rule: String?
    /// The attributes that must be named as unknown.
    public var becauseUnknown: [Attribute]?
    /// What the outcome would be with everything that is only watched.
    public var wouldBe: Posture?

    /// Makes an expectation.
    public init(
      outcome: Posture? = nil, required: Posture? = nil, honoured: Honoured? = nil,
      assurance: Assurance? = nil, rule: String? = nil, becauseUnknown: [Attribute]? = nil,
      wouldBe: Posture? = nil
    ) {
      self.outcome = outcome
      self.required = required
      self.honoured = honoured
      self.assurance = assurance
      self.rule = rule
      self.becauseUnknown = becauseUnknown
      self.wouldBe = wouldBe
    }
  }

  /// Makes a test.
  public init(
    name: String, request: Request, expected: Expectation,
    location: SourceLocation = SourceLocation(path: "")
  ) {
    self.name = name
    self.request = request
    self.expected = expected
    self.location = location
  }
}
