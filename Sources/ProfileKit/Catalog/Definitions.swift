public import Devices

/// A payload type.
public struct PayloadDefinition: Sendable {
  /// Such as `com.apple.applicationaccess`.
  public let type: String
  /// Whether its keys are in the catalogue; otherwise only its name is.
  public let listsKeys: Bool
  /// What each platform does with it.
  public let support: [Platform: Support]
  /// Its keys by name, a dictionary that is made anew each time.
  public var keys: [String: KeyDefinition] { dictionary.keys }
  /// The payload as one dictionary: its keys, and what any key is where it may have any.
  public let dictionary: KeyDefinition

  init(_ type: String, _ table: KeyTable) {
    self.type = type
    listsKeys = table.listsKeys
    let everywhere = Support(introduced: OSVersion(0))
    let all = Dictionary(uniqueKeysWithValues: Platform.schema.map { ($0, everywhere) })
    let said = !table.facts(0).record.platforms.isEmpty
    support = KeyDefinition(table, 0, inheriting: said ? [:] : all).support
    dictionary = KeyDefinition(table, 0, inheriting: said ? [:] : all, support)
  }

  /// What `platform` does with it; nil where it does not have it. iPadOS counts as iOS.
  public func support(on platform: Platform) -> Support? { support[platform.inSchema] }

  /// The layers that name it, oldest first.
  public var layers: [String] { dictionary.layers }

  /// The definition at the end of `path`, whose steps are keys and `[]` for elements.
  public func key(at path: some Sequence<String>) -> KeyDefinition? {
    path.reduce(dictionary as KeyDefinition?) { place, step in
      step == "[]" ? place?.element : place?.key(step)
    }
  }
}

/// One key of a payload type, or what an array holds.
///
/// It is a place in the table of its payload type; what is inside it is looked up when asked for,
/// since definitions may contain themselves.
public struct KeyDefinition: Sendable {
  private let table: KeyTable
  private let index: Int
  /// What it stands in has.
  private let inherited: [Platform: Support]
  /// What each platform does with it, where that was found out already: each of a payload's keys
  /// asks for it.
  private let known: [Platform: Support]?

  init(
    _ table: KeyTable, _ index: Int, inheriting: [Platform: Support],
    _ known: [Platform: Support]? = nil
  ) {
    self.table = table
    self.index = index
    inherited = inheriting
    self.known = known
  }

  private var facts: KeyFacts { table.facts(index) }

  /// The key; `*` for any key of a dictionary, `[]` for an array's elements.
  public var name: String { table.name(index) }
  /// `boolean`, `string`, `integer`, `real`, `array`, `dictionary`, `date`, `data` or `any`.
  public var type: String { facts.record.types.first ?? "any" }
  /// All types it may have, mostly one.
  public var types: [String] { facts.record.types.isEmpty ? ["any"] : facts.record.types }
  /// Whether the dictionary it stands in must have it.
  public var isRequired: Bool { table.isRequired(index) }
  /// The type of an array's elements; empty where none is given.
  public var elementType: String { element.map(\.type) ?? "" }
  /// The values it may have; empty where any.
  public var values: [String] { facts.record.values }
  /// The least and the greatest number; nil where unbounded.
  public var minimum: Double? { facts.record.minimum }
  /// See `minimum`.
  public var maximum: Double? { facts.record.maximum }
  /// What its text must match: a POSIX extended regular expression.
  public var format: String? { facts.record.format }
  /// What kind of text it is: `url`, `hostname`, `email`; empty where none is said.
  public var subtype: String { facts.record.subtype }
  /// What a device assumes without the key.
  public var defaultValue: String? { facts.record.defaultValue }
  /// How Apple says that several payloads' lists combine (`intersection`); empty where it does not.
  public var combination: String { facts.record.combination }
  /// The least number of elements.
  public var minimumCount: Int? { facts.record.minimumCount }
  /// The greatest number of elements.
  public var maximumCount: Int? { facts.record.maximumCount }
  /// The layers that know it, oldest first.
  public var layers: [String] {
    facts.record.layers.map { table.layerNames.indices.contains($0) ? table.layerNames[$0] : "" }
  }

  /// What each platform does with it; a platform not here does not have it.
  public var support: [Platform: Support] {
    if let known { return known }
    if facts.record.platforms.isEmpty { return inherited }
    var result = inherited
    for change in facts.record.platforms.flatMap({ SupportChange.all($0.utf8) }) {
      result[change.platform] = change.applied(to: result[change.platform])
    }
    return result
  }

  /// What `platform` does with it; nil where it does not have it. iPadOS counts as iOS.
  public func support(on platform: Platform) -> Support? {
    let platform = platform.inSchema
    if let known { return known[platform] }
    var result = inherited[platform]
    for field in facts.record.platforms {
      for change in SupportChange.all(field.utf8) where change.platform == platform {
        result = change.applied(to: result)
      }
    }
    return result
  }

  /// Whether a dictionary's keys are known, so that another one is a stranger.
  public var listsKeys: Bool { table.wildcard(index) == nil && table.hasChildren(index) }

  /// The names of a dictionary's keys, in the order of the catalogue.
  public var keyNames: [String] { table.children(index).map { table.name($0) } }

  /// Whether anything is known of a dictionary's keys.
  public var hasKeys: Bool { table.wildcard(index) != nil || table.hasChildren(index) }

  /// The keys that a dictionary must have, in the order of the catalogue.
  public var requiredKeys: [KeyDefinition] {
    let required = table.children(index).filter { table.isRequired($0) }
    if required.isEmpty { return [] }
    let inside = support
    return required.map { KeyDefinition(table, $0, inheriting: inside) }
  }

  /// A dictionary's key of that name; what any key is where it may have any.
  public func key(_ name: String) -> KeyDefinition? {
    (table.child(name, of: index) ?? table.wildcard(index)).map(inner)
  }

  /// A dictionary's key of that name, where the catalogue names it.
  func named(_ name: String) -> KeyDefinition? { table.child(name, of: index).map(inner) }

  /// A dictionary's named keys.
  public var keys: [String: KeyDefinition] {
    let inside = support
    return Dictionary(
      table.children(index).map {
        (table.name($0), KeyDefinition(table, $0, inheriting: inside))
      }
    ) { first, _ in first }
  }

  /// What any key of a dictionary is, where it may have any.
  public var wildcard: KeyDefinition? { table.wildcard(index).map(inner) }

  /// What an array holds, where that is said.
  public var element: KeyDefinition? { table.element(index).map(inner) }

  private func inner(_ index: Int) -> KeyDefinition {
    KeyDefinition(table, index, inheriting: support)
  }

  /// Which payload type's it is.
  var identity: ObjectIdentifier { ObjectIdentifier(table) }
  /// Its place in the table of its payload type.
  var place: Int { index }

  /// The same, with its support worked out where what is inside it will ask for that.
  var settled: KeyDefinition {
    let hasInside = hasKeys || table.element(index) != nil
    return hasInside && known == nil
      ? KeyDefinition(table, index, inheriting: inherited, support) : self
  }

  /// Equal for definitions of one payload type that share what is inside them.
  public var insideIdentity: Int { table.group(index) }

  /// Whether the same platforms have it as `owner`, which it stands in.
  func isWhere(_ owner: KeyDefinition) -> Bool {
    if facts.record.platforms.isEmpty { return true }
    let own = support
    let others = owner.support
    return own.count == others.count && own.keys.allSatisfy { others[$0] != nil }
  }
}
