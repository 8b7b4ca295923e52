import Findings
import StrictJSON

extension Rule: SavedStructure {
  static let blank = Rule(id: "", effect: .deny, when: .always)
  static let fields: [SavedField<Rule>] = [
    SavedField("id", \.id, .identifier), SavedField("effect", \.effect),
    SavedField("when", \.when, .bounded),
    SavedField("unless", \.unless, unless: nil, .optional(.bounded)),
    SavedField("reason", \.reason, unless: nil, .optional(.text(PolicyBounds.reason))),
    SavedField("instead", \.instead, unless: []),
    SavedField("controls", \.controls, unless: [], .every(.text(PolicyBounds.name))),
    SavedField("expiry", \.expiry, unless: nil),
    SavedField("keepOutOf", \.keepOutOf, unless: []),
    SavedField("unenforceable", \.unenforceable, unless: .deny),
    SavedField("minimumAssurance", \.minimumAssurance, unless: nil),
    SavedField("valid", \.valid, unless: nil), SavedField("mode", \.mode, unless: .enforce),
    SavedField(
      "facts", \.facts, unless: [],
      SavedCheck("ids of platform facts") { $0.allSatisfy { PlatformFact.fact($0) != nil } }),
    SavedField("location", \.location),
  ]
}

extension Expiry: SavedStructure {
  static let blank = Expiry(seconds: 1)
  static let fields: [SavedField<Expiry>] = [
    SavedField(
      "seconds", \.seconds,
      SavedCheck("1 to \(PolicyBounds.expirySeconds.upperBound) seconds") {
        PolicyBounds.expirySeconds.contains(Int64($0))
      }),
    SavedField("scope", \.scope, unless: .here),
    SavedField("isRequired", \.isRequired, unless: false),
  ]
}

extension Window: SavedStructure {
  static let blank = Window()
  static let fields: [SavedField<Window>] = [
    SavedField("from", \.from, unless: nil), SavedField("until", \.until, unless: nil),
    SavedField("location", \.location),
  ]

  func problem(in file: SavedFile) -> String? {
    guard from != nil || until != nil else { return "expected `from`, `until` or both" }
    guard let from, let until, until <= from else { return nil }
    return "expected an end after the beginning \(Instant.text(from)), found \(Instant.text(until))"
  }
}

extension Policy.Invariant: SavedStructure {
  static let blank = Policy.Invariant(id: "", when: .always, claim: .never(.init()))
  static let fields: [SavedField<Policy.Invariant>] = [
    SavedField("id", \.id, .identifier), SavedField("when", \.when, .bounded),
    SavedField("claim", \.claim),
    SavedField("reason", \.reason, unless: nil, .optional(.text(PolicyBounds.reason))),
    SavedField("location", \.location),
  ]
}

extension Policy.Invariant.Claim: Saved {
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Policy.Invariant.Claim {
    let claim = try node.choice(["never", "always"])
    let answer = try Policy.Invariant.Answer.read(claim.value)
    guard !answer.isEmpty else {
      throw claim.value.error("`\(claim.key)` says nothing of the answer")
    }
    return claim.key == "never" ? .never(answer) : .always(answer)
  }

  func written(in file: SavedFile) -> JSONValue {
    switch self {
    case .never(let answer): ["never": answer.written(in: file)]
    case .always(let answer): ["always": answer.written(in: file)]
    }
  }
}

extension Policy.Invariant.Answer: SavedStructure {
  static let blank = Policy.Invariant.Answer()
  static let fields: [SavedField<Policy.Invariant.Answer>] = [
    SavedField("outcomes", \.outcomes, unless: []), SavedField("atLeast", \.atLeast, unless: nil),
    SavedField("honoured", \.honoured, unless: []),
    SavedField("exposures", \.exposures, unless: []),
  ]
}

extension BreakGlass: SavedStructure {
  static let blank = BreakGlass(name: "", reason: "", from: 0, until: 0)
  static let fields: [SavedField<BreakGlass>] = [
    SavedField("name", \.name, .filled(PolicyBounds.name)),
    SavedField("version", \.version, unless: "", .text(PolicyBounds.version)),
    SavedField("reason", \.reason, .filled(PolicyBounds.reason)),
    SavedField("from", \.from), SavedField("until", \.until),
    SavedField("rules", \.rules, unless: []), SavedField("layers", \.layers, unless: []),
    SavedField("path", \.path, .path), SavedField("sha256", \.sha256, .digest),
    SavedField("location", \.location),
  ]

  func problem(in file: SavedFile) -> String? {
    if until <= from { return "an emergency that ends before it begins" }
    if until - from > Self.longest {
      return "an emergency lasts at most \(Self.longest / 86_400_000) days"
    }
    return rules.isEmpty && layers.isEmpty ? "an emergency that suspends nothing" : nil
  }
}

extension BreakGlass.Reference: SavedStructure {
  static let blank = BreakGlass.Reference("")
  static let fields: [SavedField<BreakGlass.Reference>] = [
    SavedField("name", \.name, SavedCheck("a text that is not empty") { !$0.isEmpty }),
    SavedField("location", \.location),
  ]
}
