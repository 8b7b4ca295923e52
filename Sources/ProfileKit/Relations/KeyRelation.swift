import Devices

/// A relation between the keys of one dictionary that Apple states in prose alone.
struct KeyRelation: Sendable {
  /// What kind of relation.
  enum Kind: Sendable {
    /// The first key has to be there; the others, if any, would do instead.
    case required
    /// Exactly one of the keys has to be there.
    case exactlyOne
    /// At least one has to be there.
    case atLeastOne
    /// At most one may be there.
    case atMostOne
    /// At least one has to be true; absent ones are as given.
    case oneTrue(byDefault: Bool)
    /// The key does nothing; where a value is given, only that value is worth a word.
    case noEffect(of: String?)
    /// The key has to have one of the values.
    case mustBe([String])
    /// The key's text has to begin so.
    case mustBegin(String)
    /// The first key's number may not be above the second's.
    case notAbove
    /// The key's number may not be above this.
    case atMost(Int)
  }

  /// The payload types.
  let types: [String]
  /// The way from the payload to the dictionary: keys, `*` for each value of a dictionary, `[]`
  /// for each element of an array.
  let path: [String]
  /// What kind of relation.
  let kind: Kind
  /// The keys it speaks of.
  let keys: [String]
  /// When it holds; always, where nil.
  let condition: KeyCondition?
  /// The platforms it holds for; all of the payload's, where empty.
  var platforms: Set<Platform> = []
  /// Whether another payload of the type may lift the condition, as payloads of it join.
  var joins = false
  /// Whether it follows from the meaning of the keys, where Apple's text does not say it.
  var isInferred = false

  init(
    _ types: [String], _ path: String, _ kind: Kind, _ keys: [String], _ condition: KeyCondition?
  ) {
    self.types = types
    self.path = path.isEmpty ? [] : path.split(separator: "/").map(String.init)
    self.kind = kind
    self.keys = keys
    self.condition = condition
  }

  /// The same for some platforms alone.
  func on(_ platforms: Platform...) -> KeyRelation {
    var result = self
    result.platforms = Set(platforms)
    return result
  }

  /// The same, with the condition lifted by another payload of the type.
  var joined: KeyRelation {
    var result = self
    result.joins = true
    return result
  }

  /// The same, as a conclusion of ours.
  var inferred: KeyRelation {
    var result = self
    result.isInferred = true
    return result
  }
}

/// Relations of one dictionary of some payload types, for short tables.
struct RelationTable: Sendable {
  let types: [String]
  let path: String

  init(_ types: String..., at path: String = "") {
    self.types = types
    self.path = path
  }

  init(_ types: [String], at path: String = "") {
    self.types = types
    self.path = path
  }

  /// `key`, or one of `others`, has to be there.
  func need(_ key: String, or others: [String] = [], _ condition: KeyCondition? = nil)
    -> KeyRelation
  {
    KeyRelation(types, path, .required, [key] + others, condition)
  }

  /// `key` does nothing.
  func idle(_ key: String, of value: String? = nil, _ condition: KeyCondition) -> KeyRelation {
    KeyRelation(types, path, .noEffect(of: value), [key], condition)
  }

  /// Several keys that do nothing.
  func idle(_ keys: [String], _ condition: KeyCondition) -> [KeyRelation] {
    keys.map { idle($0, condition) }
  }

  func exactlyOne(_ keys: String..., when condition: KeyCondition? = nil) -> KeyRelation {
    KeyRelation(types, path, .exactlyOne, keys, condition)
  }
  func atLeastOne(_ keys: String..., when condition: KeyCondition? = nil) -> KeyRelation {
    KeyRelation(types, path, .atLeastOne, keys, condition)
  }
  func atMostOne(_ keys: String..., when condition: KeyCondition? = nil) -> KeyRelation {
    KeyRelation(types, path, .atMostOne, keys, condition)
  }
  func oneTrue(_ keys: String..., byDefault: Bool = false, when condition: KeyCondition? = nil)
    -> KeyRelation
  {
    KeyRelation(types, path, .oneTrue(byDefault: byDefault), keys, condition)
  }
  func mustBe(_ key: String, _ values: String..., when condition: KeyCondition? = nil)
    -> KeyRelation
  {
    KeyRelation(types, path, .mustBe(values), [key], condition)
  }
  /// The version or number at `key` is at most that at `other`.
  func notAbove(_ key: String, _ other: String) -> KeyRelation {
    KeyRelation(types, path, .notAbove, [key, other], nil)
  }
  func atMost(_ key: String, _ number: Int) -> KeyRelation {
    KeyRelation(types, path, .atMost(number), [key], nil)
  }
  func mustBegin(_ key: String, _ text: String, when condition: KeyCondition? = nil) -> KeyRelation
  {
    KeyRelation(types, path, .mustBegin(text), [key], condition)
  }
}
