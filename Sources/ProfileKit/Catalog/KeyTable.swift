import Synchronization

/// Everything the layers say of one payload type, joined: its keys to any depth.
///
/// Where each key stands is known once it is made; what a key's lines say is read when it is asked for,
/// since a profile has few of the keys of its payloads.
final class KeyTable: Sendable {
  /// The names of the layers, as records number them.
  let layerNames: [String]
  /// Whether its keys are listed; otherwise only the type's name is known.
  let listsKeys: Bool
  private let keys: KeyPlaces
  private let facts: LateFacts

  /// - Parameter others: the sections of another type, for a type that has its keys, too.
  init(
    _ sections: [CatalogText.Section], layerNames: [String],
    others: (String) -> [CatalogText.Section] = { _ in [] }
  ) {
    let sections = Self.current(sections, layerNames)
    var builder = KeyTableBuilder(mostLines: sections.reduce(0) { $0 + $1.body.count / 48 })
    var known: [String] = []
    for type in sections.compactMap(\.borrowed) where !known.contains(type) {
      known.append(type)
      builder.borrow(Self.current(others(type), layerNames))
    }
    for section in sections { builder.read(section) { _, _ in } }
    self.layerNames = layerNames
    listsKeys = builder.listsKeys
    keys = builder.keys
    facts = LateFacts(count: keys.count)
  }

  /// Apple's schema is whole: a newer state of it takes the place of the older.
  private static func current(_ sections: [CatalogText.Section], _ layerNames: [String])
    -> [CatalogText.Section]
  {
    let last = sections.last { layerNames[$0.layer] == CatalogText.schemaName }?.layer ?? 0
    return sections.filter { $0.layer >= last }
  }

  /// What is wrong with `sections`, by line of the text.
  static func problems(
    _ sections: [CatalogText.Section],
    _ report: (_ section: CatalogText.Section, _ line: Int, _ message: String) -> Void
  ) {
    var builder = KeyTableBuilder(mostLines: 0, isStrict: true)
    for section in sections { builder.read(section) { report(section, $0, $1) } }
  }

  /// What is said of a key; the payload itself is the first.
  func facts(_ index: Int) -> KeyFacts { facts.value(index) { keys.record(index) } }

  func name(_ index: Int) -> String { keys.name(index) }
  func isRequired(_ index: Int) -> Bool { keys[index].isRequired }
  /// Where the inner keys stand that are also those of `index`.
  func group(_ index: Int) -> Int { keys[index].like < 0 ? index : Int(keys[index].like) }
  /// A dictionary's named keys, in the order first named.
  func children(_ index: Int) -> [Int] { keys.children(group(index)) }
  func hasChildren(_ index: Int) -> Bool { keys[group(index)].childCount > 0 }
  func child(_ name: String, of index: Int) -> Int? { keys.child(name, of: group(index)) }
  func wildcard(_ index: Int) -> Int? {
    let place = keys[group(index)].wildcard
    return place < 0 ? nil : Int(place)
  }
  func element(_ index: Int) -> Int? {
    let place = keys[group(index)].element
    return place < 0 ? nil : Int(place)
  }
}

extension KeyTable {
  /// The deepest nesting that is read.
  static let deepest = 64
  /// The most keys that one payload type may have.
  static let most = 100_000
}

/// What is said of one key.
final class KeyFacts: Sendable {
  let record: KeyRecord
  init(_ record: KeyRecord) { self.record = record }
}

/// Facts that are made when they are first asked for.
private final class LateFacts: @unchecked Sendable {
  private let slots: UnsafeMutableBufferPointer<AtomicLazyReference<KeyFacts>>

  init(count: Int) {
    slots = .allocate(capacity: count)
    for index in 0..<count { slots.initializeElement(at: index, to: AtomicLazyReference()) }
  }

  deinit {
    for index in slots.indices { slots.deinitializeElement(at: index) }
    slots.deallocate()
  }

  func value(_ index: Int, _ make: () -> KeyRecord) -> KeyFacts {
    if let made = slots[index].load() { return made }
    return slots[index].storeIfNil(KeyFacts(make()))
  }
}

extension CatalogText.Section {
  /// The type whose keys are its own too; nil where there is none.
  fileprivate var borrowed: String? {
    var fields = FieldScan(text, head)
    _ = fields.next()
    _ = fields.next()
    while let field = fields.next() {
      if text.begins(field, "with=") {
        return CatalogText.plain(text.text(field.lowerBound + 5..<field.upperBound)[...])
      }
    }
    return nil
  }
}
