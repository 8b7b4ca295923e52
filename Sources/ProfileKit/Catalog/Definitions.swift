public import Devices

/// A payload type.
public struct PayloadDefinition: Sendable {
  /// Such as `com.apple.applicationaccess`.
  public let type: String
  /// Whether its keys are in the catalogue; otherwise only its name is.
  public let listsKeys: Bool
  /// What each platform does with it.
  public let support: [Platform: Support]
  /// Its keys by name.
  public let keys: [String: KeyDefinition]
  /// The payload as one dictionary: its keys, and what any key is where it may have any.
  public let dictionary: KeyDefinition

  init(_ type: String, _ table: KeyTable) {
    self.type = type
    listsKeys = table.listsKeys
    let everywhere = Support(introduced: OSVersion(0))
    let all = Dictionary(uniqueKeysWithValues: Platform.schema.map { ($0, everywhere) })
    let said = !table.records[0].platforms.isEmpty
    support = KeyDefinition(table, 0, inheriting: said ? [:] : all).support
    dictionary = KeyDefinition(table, 0, inheriting: said ? [:] : all, support)
    keys = dictionary.keys
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

  private var record: KeyRecord { table.records[index] }

  /// The key; `*` for any key of a dictionary, `[]` for an array's elements.
  public var name: String { record.name }
  /// `boolean`, `string`, `integer`, `real`, `array`, `dictionary`, `date`, `data` or `any`.
  public var type: String { record.types.first ?? "any" }
  /// All types it may have, mostly one.
  public var types: [String] { record.types.isEmpty ? ["any"] : record.types }
  /// Whether the dictionary it stands in must have it.
  public var isRequired: Bool { record.isRequired }
  /// The type of an array's elements; empty where none is given.
  public var elementType: String { element.map(\.type) ?? "" }
  /// The values it may have; empty where any.
  public var values: [String] { record.values }
  /// The least and the greatest number; nil where unbounded.
  public var minimum: Double? { record.minimum }
  /// See `minimum`.
  public var maximum: Double? { record.maximum }
  /// What its text must match: a POSIX extended regular expression.
  public var format: String? { record.format }
  /// What kind of text it is: `url`, `hostname`, `email`; empty where none is said.
  public var subtype: String { record.subtype }
  /// What a device assumes without the key.
  public var defaultValue: String? { record.defaultValue }
  /// How Apple says that several payloads' lists combine (`intersection`); empty where it does not.
  public var combination: String { record.combination }
  /// The least number of elements.
  public var minimumCount: Int? { record.minimumCount }
  /// The greatest number of elements.
  public var maximumCount: Int? { record.maximumCount }
  /// The layers that know it, oldest first.
  public var layers: [String] {
    record.layers.map { table.layerNames.indices.contains($0) ? table.layerNames[$0] : "" }
  }

  /// What each platform does with it; a platform not here does not have it.
  public var support: [Platform: Support] {
    if let known { return known }
    if record.platforms.isEmpty { return inherited }
    var result = inherited
    for change in record.platforms.flatMap({ SupportChange.all($0.utf8) }) {
      result[change.platform] = change.applied(to: result[change.platform])
    }
    return result
  }

  /// What `platform` does with it; nil where it does not have it. iPadOS counts as iOS.
  public func support(on platform: Platform) -> Support? {
    let platform = platform.inSchema
    if let known { return known[platform] }
    var result = inherited[platform]
    for field in record.platforms {
      for change in SupportChange.all(field.utf8) where change.platform == platform {
        result = change.applied(to: result)
      }
    }
    return result
  }

  /// Whether a dictionary's keys are known, so that another one is a stranger.
  public var listsKeys: Bool {
    let group = table.group(index)
    return group.wildcard == nil && !group.order.isEmpty
  }

  /// The names of a dictionary's keys, in the order of the catalogue.
  public var keyNames: [String] {
    let group = table.group(index)
    return group.order.map { table.records[$0].name }
  }

  /// Whether anything is known of a dictionary's keys.
  public var hasKeys: Bool {
    let group = table.group(index)
    return group.wildcard != nil || !group.order.isEmpty
  }

  /// The keys that a dictionary must have, in the order of the catalogue.
  public var requiredKeys: [KeyDefinition] {
    table.group(index).order.filter { table.records[$0].isRequired }.map(inner)
  }

  /// A dictionary's key of that name; what any key is where it may have any.
  public func key(_ name: String) -> KeyDefinition? {
    let group = table.group(index)
    return (group.children[name] ?? group.wildcard).map(inner)
  }

  /// A dictionary's named keys.
  public var keys: [String: KeyDefinition] {
    let group = table.group(index)
    let inside = support
    return group.children.mapValues { KeyDefinition(table, $0, inheriting: inside) }
  }

  /// What any key of a dictionary is, where it may have any.
  public var wildcard: KeyDefinition? { table.group(index).wildcard.map(inner) }

  /// What an array holds, where that is said.
  public var element: KeyDefinition? { table.group(index).element.map(inner) }

  private func inner(_ index: Int) -> KeyDefinition {
    KeyDefinition(table, index, inheriting: support)
  }

  /// Which payload type's it is.
  var identity: ObjectIdentifier { ObjectIdentifier(table) }
  /// Its place in the table of its payload type.
  var place: Int { index }

  /// The same, with its support worked out where what is inside it will ask for that.
  var settled: KeyDefinition {
    let hasInside = hasKeys || table.group(index).element != nil
    return hasInside && known == nil
      ? KeyDefinition(table, index, inheriting: inherited, support) : self
  }

  /// Equal for definitions of one payload type that share what is inside them.
  public var insideIdentity: Int { record.like ?? index }
}
