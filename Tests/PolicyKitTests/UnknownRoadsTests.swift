import Devices
import Findings
import PolicyKit
import Testing

/// Roads that nobody named, or that stay open beside the one that is closed.
@Suite struct UnknownRoadsTests {
  private func plain(
    _ rules: Rule..., minimum: Assurance? = nil, expects: [PolicyKit.Operation: [Attribute]] = [:],
    defaults: [PolicyKit.Operation: Posture] = [:]
  ) throws -> CompiledPolicy {
    try Questions.policy(
      Policy(
        name: "p", minimumAssurance: minimum,
        defaults: defaults.mapValues { .init($0) }, expects: expects, rules: rules))
  }

  private func copy(
    _ platform: String, _ version: String?, _ board: String? = "general",
    kind: String?? = .none, expiresAfter: String? = nil
  ) throws -> Request {
    var builder = RequestBuilder(askedBy: .app)
    let all: [(Attribute, String?)] =
      [
        (.operation, "copy"), (.platform, platform), (.trigger, "user"), (.contentClass, "public"),
        (.owner, "own"), (.osVersion, version), (.pasteboard, board),
      ] + (kind.map { [(.destinationKind, $0)] } ?? [])
      + (expiresAfter.map { [(.expiresAfter, $0)] } ?? [])
    for (attribute, text) in all {
      builder.values[attribute] = .some(try text.map { try attribute.value(of: [$0]) })
    }
    return try builder.request()
  }

  private func paste(_ kind: String?? = .none) throws -> Request {
    var builder = RequestBuilder(askedBy: .app)
    let all: [(Attribute, String?)] =
      [
        (.operation, "paste"), (.platform, "iOS"), (.osVersion, "17.0"), (.pasteboard, "general"),
        (.trigger, "user"), (.destinationManaged, "no"),
      ] + (kind.map { [(.destinationKind, $0)] } ?? [])
    for (attribute, text) in all {
      builder.values[attribute] = .some(try text.map { try attribute.value(of: [$0]) })
    }
    return try builder.request()
  }

  private static let kinds = [
    "same-app", "app", "other-device", "clipboard-manager", "web-form", "remote-session",
  ]
  private static let disclosing = Rule(
    id: "r", effect: .localOnly, when: Questions.leaf(.operation, "copy"),
    unenforceable: .disclose)

  private func worth(_ honoured: Honoured) -> Int {
    switch honoured {
    case .yes: 2
    case .partly: 1
    case .no: 0
    }
  }

  @Test(arguments: [Posture.allow, .localOnly])
  func anUnknownDestinationIsNeverBetterThanAnyThatThereIs(posture: Posture) throws {
    let policies = [
      try plain(defaults: [.copy: posture, .paste: posture]),
      try plain(Self.disclosing, defaults: [.copy: .allow, .paste: posture]),
    ]
    for policy in policies {
      let unknown = [
        (decide(try copy("iOS", "17.0", kind: .some(nil)), policy: policy), true),
        (decide(try paste(), policy: policy), false),
        (decide(try paste(.some(nil)), policy: policy), false),
      ]
      for (decision, isCopy) in unknown {
        for kind in Self.kinds {
          let known = decide(
            try isCopy ? copy("iOS", "17.0", kind: kind) : paste(kind), policy: policy)
          #expect(decision.outcome >= known.outcome)
          if decision.outcome == known.outcome, decision.outcome != .deny {
            #expect(worth(decision.honoured) <= worth(known.honoured))
            #expect(
              Set(decision.exposures.map(\.place)).isSuperset(of: known.exposures.map(\.place)))
          }
        }
      }
    }
  }

  @Test func anUnknownDestinationIsNamed() throws {
    let policy = try plain(defaults: [.copy: .localOnly, .paste: .localOnly])
    for request in [try copy("iOS", "17.0", kind: .some(nil)), try paste()] {
      let decision = decide(request, policy: policy)
      #expect(decision.becauseUnknown == [.destinationKind])
      #expect(decision.advice.contains { $0.advice == .learnUnknown })
      #expect(decision.reasons.contains { $0.kind == .promise && $0.id == "local-only" })
    }
    #expect(
      decide(try paste(), policy: policy).texts.user
        == "Pasted. It should stay on this device, and nobody said whether it did.")
    #expect(decide(try copy("iOS", "17.0"), policy: policy).honoured == .yes)
  }

  @Test func aDestinationThatAPolicyExpectsCountsAsUnknownWhereItIsLeftOut() throws {
    let policy = try plain(
      expects: [.copy: [.destinationKind]], defaults: [.copy: .localOnly])
    let request = try copy("iOS", "17.0")
    #expect(decide(request, policy: policy).outcome == .deny)
    let quick = try #require(QuickDecider(policy))
    #expect(quick.outcome(of: try #require(policy.classified(request))) == .deny)
  }

  @Test(arguments: ["remote-session", "other-device", nil])
  func whatIsDisclosedStillClosesTheRoadsThatCanBeClosed(kind: String?) throws {
    let policy = try plain(Self.disclosing)
    let decision = decide(try copy("iOS", "17.0", kind: .some(kind)), policy: policy)
    #expect(decision.outcome == .localOnly)
    #expect(decision.honoured == .no)
    #expect(decision.plan.first?.options.map(\.name) == ["local-only"])
    #expect(decision.obligations.map(\.kind) == [.localOnly, .tellUser])
    #expect(!decision.exposures.contains { $0.via == "universal-clipboard" })
    #expect(decision.exposures.contains { $0.place == .otherDevices })
    #expect(decision.promises.allSatisfy { !$0.isMet })
    #expect(decision.assurance == nil)
  }

  @Test func whatIsPlannedOnAnUnknownBoardIsAnObligation() throws {
    let request = try copy("macOS", "15.1", nil)
    let decision = decide(request, policy: try plain(Self.disclosing))
    #expect(decision.plan.first?.call == "prepare-for-new-contents")
    #expect(decision.obligations.map(\.kind) == [.localOnly, .tellUser])
    let unable = decide(request.capable(of: ["tell-user"]), policy: try plain(Self.disclosing))
    #expect(unable.outcome == .deny)
  }

  @Test func aDragIsWorthNoMoreThanTheFactsItRestsOn() throws {
    for mechanism in Mechanism.all where mechanism.id == "no-universal-control" {
      let least = mechanism.facts.compactMap { PlatformFact.fact($0)?.assurance }.min()
      #expect(mechanism.assurance == least)
    }
    let here: [PolicyKit.Operation: Posture] = [.copy: .localOnly]
    let request = try copy("iOS", "17.0", "drag")
    #expect(
      decide(request, policy: try plain(minimum: .inferred, defaults: here)).outcome == .deny)
    let assumed = try plain(minimum: .assumed, defaults: here)
    #expect(decide(request, policy: assumed).assurance == .assumed)
    let mirrored = try copy("iOS", "18.4", "drag")
    #expect(decide(mirrored, policy: assumed).outcome == .deny)
    #expect(
      decide(mirrored, policy: try plain(defaults: [.copy: .allow])).exposures
        .contains { $0.via == "iphone-mirroring" })
    let onAPad = decide(try copy("iPadOS", "17.0", "drag"), policy: assumed)
    #expect(onAPad.fallbackText.contains("Universal Control"))
    #expect(onAPad.reasons.contains { $0.id == "C12" })
  }

  @Test(arguments: [("iOS", "9.3"), ("macOS", "10.11")])
  func noPlanNamesWhatTheSystemDoesNotHave(platform: String, version: String) throws {
    let decision = decide(
      try copy(platform, version), policy: try plain(defaults: [.copy: .localOnly]))
    #expect(decision.honoured == .yes)
    #expect(decision.promises.map(\.mechanism) == ["before-universal-clipboard"])
    #expect(decision.plan.allSatisfy { !$0.api.contains("options") && $0.options.isEmpty })
  }

  @Test func anExpiryEverywhereIsOneHereWhereContentCannotLeave() throws {
    func rule(_ scope: Expiry.Scope) -> Rule {
      Rule(
        id: "r", effect: .allow, when: Questions.leaf(.operation, "copy"),
        expiry: Expiry(seconds: 120, scope: scope))
    }
    let everywhere = try plain(rule(.everywhere))
    for board in ["named", "unique"] {
      #expect(decide(try copy("iOS", "17.0", board), policy: everywhere).honoured == .yes)
    }
    let travelling = decide(try copy("iOS", "17.0"), policy: everywhere)
    #expect(travelling.honoured == .partly)
    let here = decide(try copy("iOS", "17.0"), policy: try plain(rule(.here)))
    #expect(here.honoured == .yes)
    #expect(here.reasons.contains { $0.id == "C9" })
    #expect(here.texts.user.contains("removed here after 120 seconds"))
    let staying = decide(try copy("iOS", "17.0", "unique"), policy: try plain(rule(.here)))
    #expect(!staying.reasons.contains { $0.id == "C9" })
  }

  @Test func anUnknownHistoryMayBeTheSystems() throws {
    func capture(_ version: String?) throws -> [Exposure.Place] {
      decide(
        try Questions.request([
          .operation: "capture", .platform: "macOS", .osVersion: version, .pasteboard: "general",
          .trigger: "user", .marker: "other", .contentClass: "public", .owner: "own", .by: nil,
        ]), policy: try plain(defaults: [.capture: .allow])
      ).exposures.map(\.place)
    }
    #expect(try capture("26.1") == [.systemHistory, .thirdPartyHistory])
    #expect(try capture(nil) == [.systemHistory, .thirdPartyHistory])
    #expect(try capture("15.1") == [.thirdPartyHistory])
  }
}

extension Decision {
  fileprivate var fallbackText: String {
    reasons.filter { $0.kind == .promise }.map(\.text).joined()
  }
}
