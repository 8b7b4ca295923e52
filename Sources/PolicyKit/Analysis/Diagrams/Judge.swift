import Devices

/// Whom requests are put to: policy layers on one device, or on no device in particular.
struct Judge {
  /// The layers.
  let policy: CompiledPolicy
  /// What profiles put on the device; nil where none was given.
  let restrictions: DeviceRestrictions?

  /// Every condition that deciding evaluates over a request.
  var conditions: [Condition] {
    var conditions: [Condition] = []
    for layer in policy.layers {
      for rule in layer.rules { conditions += [rule.when] + (rule.unless.map { [$0] } ?? []) }
    }
    for rules in policy.builtIn.values { conditions += rules.map(\.when) }
    for effect in effects { conditions.append(RestrictionEffect.all[effect.index].when) }
    return conditions
  }

  /// The effects of the restrictions on the device.
  var effects: [(index: Int, sources: [DeviceRestriction], isInForce: Bool)] {
    guard let restrictions else { return [] }
    return RestrictionEffect.all.enumerated().compactMap { index, effect in
      effect.sources(restrictions).map { (index, $0.restrictions, $0.isCertain) }
    }
  }

  /// How an attribute that is left out is read.
  func leftOut(
    _ attribute: Attribute, _ operation: Operation, _ platform: Platform, _ asker: Request.Asker,
    given: AttributeValues = AttributeValues()
  ) -> RequestFacts.State {
    let request = Request(
      operation: operation, platform: platform, askedBy: asker, values: given, items: [],
      attested: [], can: nil, copyID: nil)
    return RequestFacts(
      request, item: nil, expects: policy.expects[operation] ?? [],
      profilesGiven: restrictions != nil
    ).state(attribute)
  }
}

/// What the engine itself tests, beside the conditions of rules.
enum EngineTests {
  /// The tests that decide whether a request is one, and what leaving something out means.
  static let shape: [Condition.Leaf] =
    Operation.allCases.map { leaf(.operation, $0.rawValue) } + [
      leaf(.platform, "macOS"), leaf(.askedBy, "app"), leaf(.framework, "native"),
      leaf(.fromHistory, "yes"), leaf(.method, "types", "patterns"),
    ]

  /// The tests by which what is required becomes an answer: mechanisms, who carries it out, and
  /// where content can end up.
  static let ground: [Condition.Leaf] =
    Mechanism.all.flatMap(\.when.leaves) + [
      leaf(.destinationKind, "other-device", "remote-session"), leaf(.by, "own"),
      leaf(.by, "system"), leaf(.road, "history-sync", "envelope"),
      leaf(.platform, "iOS", "iPadOS"),
      leaf(.platform, "macOS", "iPadOS"), leaf(.platform, "macOS"), leaf(.platform, "visionOS"),
      leaf(.pasteboard, "general"), leaf(.pasteboard, "find"), leaf(.pasteboard, "named"),
      leaf(.pasteboard, "drag"), below("10"), below("10.12"), below("26"),
      Condition.Leaf(.expiresAfter, .numbers(.init())), below("18"), leaf(.platform, "iOS"),
    ]

  /// What the caller asks for.
  static let reach = leaf(.reach, "this-device")

  /// The attributes that the answer to a request for `operation` looks at beside the need.
  static func ground(of operation: Operation) -> [Attribute] {
    switch operation {
    case .copy: [.platform, .framework, .osVersion, .pasteboard, .expiresAfter, .destinationKind]
    case .paste: [.destinationKind]
    case .capture: [.by, .destinationKind, .platform, .osVersion]
    case .transfer: [.road, .destinationKind]
    case .reveal: [.destinationKind]
    case .detect, .clear: []
    }
  }

  private static func leaf(_ attribute: Attribute, _ words: String...) -> Condition.Leaf {
    Condition.Leaf(attribute, .oneOf(words))
  }

  private static func below(_ version: OSVersionText) -> Condition.Leaf {
    Condition.Leaf(.osVersion, .versions(.init(below: version.version)))
  }
}
