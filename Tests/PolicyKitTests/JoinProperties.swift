import PolicyKit
import TestSupport

/// What must hold of how layers, files, items and what is built in come together; `DecisionProperties`
/// tries it.
enum JoinProperties {
  typealias Property = DecisionProperties.Property

  static let all: [(name: String, holds: Property)] = [
    ("layersAreJoined", layersAreJoined),
    ("aLayerInTwoFilesIsOneLayer", aLayerInTwoFilesIsOneLayer),
    ("whatIsOnlyWatchedChangesNothing", whatIsOnlyWatchedChangesNothing),
    ("relaxingNeverTightensAndIsSaid", relaxingNeverTightensAndIsSaid),
    ("aCallIsTheJoinOfItsItems", aCallIsTheJoinOfItsItems),
    ("aHigherMinimumIsNeverBetter", aHigherMinimumIsNeverBetter),
    ("askingForAnExpiryIsNeverMore", askingForAnExpiryIsNeverMore),
  ]

  /// All that an answer says but for where its reasons stand, and what it would be.
  private static func isAlike(_ left: Decision, _ right: Decision) -> Bool {
    left.outcome == right.outcome && left.required == right.required
      && left.honoured == right.honoured && left.becauseUnknown == right.becauseUnknown
      && left.atBest == right.atBest && Set(left.reasons) == Set(right.reasons)
      && Set(left.overruled) == Set(right.overruled) && left.obligations == right.obligations
      && left.plan == right.plan && left.exposures == right.exposures
      && left.notices == right.notices && left.promises == right.promises
  }

  /// Each layer is judged alone, and the strictest holds.
  static let layersAreJoined: Property = {
    _, layers, _, request, restrictions in
    let shared = layers.first
    let layers = layers.map { layer in
      var layer = layer
      layer.relax = []
      // Below what holds where nobody says, it is the organisation's alone to state.
      layer.minimumAssurance = shared?.minimumAssurance.map { max($0, .contested) }
      layer.expects = shared?.expects ?? [:]
      layer.defaults[request.operation] =
        layer.defaults[request.operation]
        ?? .init(BuiltInRules.defaultPosture(request.operation))
      return layer
    }
    guard !layers.isEmpty, let together = try? DecisionProperties.compile(layers) else {
      return true
    }
    let alone = layers.compactMap { try? DecisionProperties.compile([$0]) }.map {
      decide(request, policy: $0, restrictions: restrictions).required
    }
    guard alone.count == layers.count else { return true }
    return decide(request, policy: together, restrictions: restrictions).required
      == alone.max()
  }

  /// Files with one layer and one name are one layer, however its rules are dealt out.
  static let aLayerInTwoFilesIsOneLayer: Property = {
    generator, layers, policy, request, restrictions in
    var files: [Policy] = []
    for layer in layers {
      var (one, other) = (layer, layer)
      (one.rules, other.rules) = ([], [])
      for rule in layer.rules {
        if generator.chance(50) { one.rules.append(rule) } else { other.rules.append(rule) }
      }
      if generator.chance(50) { one.defaults = [:] } else { other.relax = [] }
      if generator.chance(50) { one.minimumAssurance = nil } else { other.expects = [:] }
      files += [one, other]
    }
    guard let divided = try? DecisionProperties.compile(files) else { return true }
    return isAlike(
      decide(request, policy: policy, restrictions: restrictions),
      decide(request, policy: divided, restrictions: restrictions))
  }

  /// A rule that is only watched neither matches nor takes the place of a default.
  static let whatIsOnlyWatchedChangesNothing: Property = {
    generator, layers, policy, request, restrictions in
    guard !layers.isEmpty else { return true }
    var watching = layers
    for index in watching.indices {
      var rule = generator.rule("watched\(index)")
      rule.mode = .auditOnly
      watching[index].rules.append(rule)
    }
    guard let watched = try? DecisionProperties.compile(watching) else { return true }
    return isAlike(
      decide(request, policy: policy, restrictions: restrictions),
      decide(request, policy: watched, restrictions: restrictions))
  }

  /// What is built in holds unless the organisation switches it off, and only loosens when it does.
  static let relaxingNeverTightensAndIsSaid: Property = {
    generator, layers, policy, request, restrictions in
    guard let index = layers.firstIndex(where: { $0.layer == .organisation }) else { return true }
    let id = generator.pick(BuiltInRules.ids)
    var relaxing = layers
    relaxing[index].relax = [.init(id)]
    for other in relaxing.indices where other != index { relaxing[other].relax = [] }
    var strict = relaxing
    strict[index].relax = []
    let without = try DecisionProperties.compile(strict)
    guard let relaxed = try? DecisionProperties.compile(relaxing) else { return true }
    let before = decide(request, policy: without, restrictions: restrictions)
    let after = decide(request, policy: relaxed, restrictions: restrictions)
    let spoke = before.reasons.contains { $0.id == id }
    let said = (after.reasons + after.overruled).contains { $0.id == id }
    return after.required <= before.required && (!spoke || said)
  }

  /// The call takes the join of its items; each is judged alone.
  static let aCallIsTheJoinOfItsItems: Property = {
    generator, _, policy, request, restrictions in
    guard [.copy, .transfer].contains(request.operation) else { return true }
    let classes = ["credential", "public", "internal.document", "health", "link"]
    func item() -> AttributeValues {
      var values: AttributeValues = [.contentClass: .names([generator.pick(classes)])]
      if generator.chance(50) { values[.owner] = .text(generator.pick(["own", "others"])) }
      if generator.chance(20) { values[.owner] = .some(nil) }
      if generator.chance(30) {
        values[.marker] = .names([generator.pick(["concealed", "other"])])
      }
      return values
    }
    var builder = RequestBuilder(askedBy: request.askedBy)
    builder.values = request.values
    builder.values[.itemCount] = nil
    builder.can = request.can
    builder.items = (0..<Int.random(in: 2...4, using: &generator.random)).map { _ in item() }
    guard let call = try? builder.request() else { return true }
    let whole = decide(call, policy: policy, restrictions: restrictions)
    let items = builder.items
    var alone: [Decision] = []
    for item in items {
      builder.values = call.values.merging(item)
      builder.values[.itemCount] = .number(items.count)
      builder.items = []
      alone.append(
        decide(try builder.request(), policy: policy, restrictions: restrictions))
    }
    let backwards = decide(
      try reversed(call), policy: policy, restrictions: restrictions)
    return whole.required == alone.map(\.required).max()
      && alone.allSatisfy { whole.outcome >= $0.outcome }
      && whole.outcome == backwards.outcome && whole.required == backwards.required
      && whole.honoured == backwards.honoured && whole.obligations == backwards.obligations
      && whole.plan == backwards.plan && whole.atBest == backwards.atBest
  }

  private static func reversed(_ request: Request) throws -> Request {
    var builder = RequestBuilder(askedBy: request.askedBy)
    builder.values = request.values
    builder.items = request.items.reversed()
    builder.can = request.can
    return try builder.request()
  }

  /// Whoever accepts less of what promises rest on never gets a more permissive answer.
  static let aHigherMinimumIsNeverBetter: Property = {
    generator, layers, policy, request, restrictions in
    guard !layers.isEmpty else { return true }
    var demanding = layers
    let index = Int.random(in: layers.indices, using: &generator.random)
    let before = layers.compactMap(\.minimumAssurance).max() ?? .contested
    demanding[index].minimumAssurance = max(before, generator.pick(Assurance.allCases))
    guard let higher = try? DecisionProperties.compile(demanding) else { return true }
    let usual = decide(request, policy: policy, restrictions: restrictions)
    let strict = decide(request, policy: higher, restrictions: restrictions)
    return strict.required >= usual.required && strict.outcome >= usual.outcome
  }

  /// An expiry that the caller asks for never makes the answer more permissive.
  static let askingForAnExpiryIsNeverMore: Property = {
    generator, layers, policy, request, restrictions in
    let tested = layers.flatMap(\.rules).flatMap { $0.when.leaves + ($0.unless?.leaves ?? []) }
    guard request.operation == .copy, request.values[.expiresAfter] == nil,
      !tested.contains(where: { $0.attribute == .expiresAfter })
    else { return true }
    var builder = RequestBuilder(askedBy: request.askedBy)
    builder.values = request.values
    builder.values[.expiresAfter] = .number(generator.pick([5, 60, 3600]))
    builder.items = request.items
    builder.can = request.can
    let before = decide(request, policy: policy, restrictions: restrictions)
    let after = decide(
      try builder.request(), policy: policy, restrictions: restrictions)
    return after.required == before.required && after.outcome >= before.outcome
  }
}
