import Findings
import Synchronization

/// A place in a profile that the catalogue has something to say of: a payload, an entry of a
/// dictionary whose keys it knows, or a dictionary or array inside an array it knows.
///
/// A file of some megabytes has a hundred thousand of them, so it is kept small.
struct KeyUse: Sendable {
  /// What stands there; a payload and an element come with an empty key.
  let entry: Entry
  /// What the catalogue says; nil for a key that is strange to a dictionary whose keys are listed.
  let known: KeyDefinition?
  private let owner: Owner
  private let above: Int32
  private let place: Int32

  init(
    _ entry: Entry, _ known: KeyDefinition?, in parent: Int? = nil, element: Int? = nil,
    of owner: Owner
  ) {
    self.entry = entry
    self.known = known
    self.owner = owner
    above = Int32(clamping: parent ?? -1)
    place = Int32(clamping: element ?? -1)
  }

  /// The use it stands in; nil for a payload and for the top of a profile.
  var parent: Int? { above < 0 ? nil : Int(above) }
  /// Its place in the array it is an element of.
  var element: Int? { place < 0 ? nil : Int(place) }
  /// The profile, by its place in the context.
  var profile: Int { owner.profile }
  /// The payload; nil at the top of a profile.
  var payload: Payload? { owner.payload }
  /// Whether it is a payload's or a profile's own dictionary.
  var isRoot: Bool { above < 0 }

  /// A use in the same payload, inside this one.
  func inner(_ entry: Entry, _ known: KeyDefinition?, in parent: Int, element: Int?) -> KeyUse {
    KeyUse(entry, known, in: parent, element: element, of: owner)
  }

  /// What all uses of one payload share.
  final class Owner: Sendable {
    let profile: Int
    let payload: Payload?

    init(profile: Int, payload: Payload?) {
      self.profile = profile
      self.payload = payload
    }
  }

  /// A key and its value, or a value without a key.
  struct Entry: Sendable {
    private let tape: PlistTape
    private let index: Int32
    private let isKeyed: Bool

    init(_ entry: PlistEntry) {
      tape = entry.tape
      index = Int32(clamping: entry.index)
      isKeyed = true
    }

    init(_ value: PlistNode) {
      tape = value.tape
      index = Int32(clamping: value.index)
      isKeyed = false
    }

    private var keyed: PlistEntry { PlistEntry(tape: tape, index: Int(index)) }
    /// The value.
    var value: PlistNode {
      isKeyed ? keyed.value : PlistNode(tape: tape, index: Int(index))
    }
    /// The key; empty where there is none.
    var key: String { isKeyed ? keyed.key : "" }
    /// Where the key stands, or the value where there is none.
    var keyPosition: TextPosition { isKeyed ? keyed.keyPosition : value.position }
  }
}

/// All uses in some profiles: every rule about keys reads them, and one walk finds them.
///
/// An array's numbers, texts and so on are no uses of their own, since there may be very many; they
/// are met through `eachValue`.
struct KeyUses: Sendable {
  /// In the order of the files; what holds another comes before it.
  private(set) var all: [KeyUse] = []
  private let catalog: Catalog
  private let common: KeyDefinition?
  private let commonLowered: Set<String>

  init(_ profiles: [Profile], _ catalog: Catalog) {
    self.catalog = catalog
    common = catalog.payload(Catalog.common)?.dictionary
    // Room that is not used costs nothing, and what grows by doubling costs twice its size.
    all.reserveCapacity(profiles.reduce(0) { $0 + $1.node.recordCount })
    commonLowered = Set((common?.keyNames ?? []).map { $0.lowercased() })
    for (index, profile) in profiles.enumerated() {
      if !profile.isBarePayload { top(profile, index) }
      for payload in profile.payloads {
        walk(payload, index, isBare: profile.isBarePayload)
        for settings in ManagedPreferences(payload)?.settings ?? [] {
          walk(settings.asPayload(of: payload), in: index)
        }
      }
    }
  }

  /// Managed preferences of a domain that the catalogue knows; of others nothing is said.
  private mutating func walk(_ settings: Payload, in profile: Int) {
    guard let definition = settings.type.flatMap({ catalog.domain($0) }), definition.listsKeys
    else { return }
    let root = definition.dictionary
    let use = add(settings.node, root, in: nil, profile: profile, payload: settings)
    for entry in settings.node.effectiveEntries {
      let known = root.key(entry.key)
      let inner = add(entry, known, in: use)
      if let known { descend(into: entry.value, known, from: inner) }
    }
  }

  private mutating func top(_ profile: Profile, _ index: Int) {
    guard let known = catalog.payload(Catalog.topLevel)?.dictionary else { return }
    let root = add(profile.node, known, in: nil, profile: index, payload: nil)
    for entry in profile.node.effectiveEntries {
      let inner = known.key(entry.key)
      let use = add(entry, inner, in: root)
      // Payloads have definitions of their own.
      if let inner, entry.key != "PayloadContent" { descend(into: entry.value, inner, from: use) }
    }
  }

  private mutating func walk(_ payload: Payload, _ profile: Int, isBare: Bool) {
    let definition = payload.type.flatMap { catalog.domain($0) }
    guard let root = definition?.dictionary ?? common else { return }
    let isListed = definition?.listsKeys == true && root.listsKeys
    let use = add(payload.node, root, in: nil, profile: profile, payload: payload)
    for entry in payload.node.effectiveEntries {
      if isBare, Self.topOnly.contains(entry.key) { continue }
      let known = common?.key(entry.key) ?? (definition == nil ? nil : root.key(entry.key))
      if known == nil, !isListed, !commonLowered.contains(entry.key.lowercased()) { continue }
      let inner = add(entry, known, in: use)
      if let known { descend(into: entry.value, known, from: inner) }
    }
  }

  /// Keys that belong to a profile and are forgiven in a payload that stands alone.
  private static let topOnly: Set<String> = [
    "PayloadScope", "PayloadRemovalDisallowed", "PayloadContent", "PayloadEnabled",
  ]

  private mutating func descend(into node: PlistNode, _ known: KeyDefinition, from use: Int) {
    if node.isDictionary {
      guard known.hasKeys, known.types.contains("dictionary") else { return }
      let isListed = known.listsKeys
      for entry in node.effectiveEntries {
        let inner = known.key(entry.key)
        if inner == nil, !isListed { continue }
        let next = add(entry, inner, in: use)
        if let inner { descend(into: entry.value, inner, from: next) }
      }
    } else if known.types.contains("array"), let inner = known.element {
      for (index, element) in node.lazyElements.enumerated() where element.isContainer {
        let next = add(KeyUse.Entry(element), inner, in: use, element: index)
        descend(into: element, inner, from: next)
      }
    }
  }

  private mutating func add(
    _ node: PlistNode, _ known: KeyDefinition, in parent: Int?, profile: Int, payload: Payload?
  ) -> Int {
    all.append(
      KeyUse(.init(node), known, in: parent, of: .init(profile: profile, payload: payload)))
    return all.count - 1
  }

  private mutating func add(_ entry: PlistEntry, _ known: KeyDefinition?, in parent: Int) -> Int {
    add(KeyUse.Entry(entry), known, in: parent)
  }

  private mutating func add(
    _ entry: KeyUse.Entry, _ known: KeyDefinition?, in parent: Int, element: Int? = nil
  ) -> Int {
    all.append(all[parent].inner(entry, known, in: parent, element: element))
    return all.count - 1
  }

  /// The path from the payload, such as `Services.Camera[0].Allowed`; empty for a payload.
  func name(_ index: Int) -> String {
    var steps: [String] = []
    var place = index
    while let parent = all[place].parent {
      let step = all[place].element.map { "[\($0)]" } ?? shown(all[place].entry.key, 200)
      steps.append(all[place].element == nil && all[parent].parent != nil ? ".\(step)" : step)
      place = parent
    }
    return steps.reversed().joined()
  }

  /// The path from the top of the file.
  func keyPath(_ index: Int) -> String {
    let name = name(index)
    guard let payload = all[index].payload, !payload.keyPath.isEmpty else { return name }
    return name.isEmpty ? payload.keyPath : "\(payload.keyPath).\(name)"
  }
}

extension PlistNode {
  /// Whether this is a dictionary or an array.
  var isContainer: Bool { isDictionary || isArray }
}

/// Uses that are found once they are asked for.
final class LazyKeyUses: Sendable {
  private let made = Mutex<KeyUses?>(nil)

  func value(_ profiles: [Profile], _ catalog: Catalog) -> KeyUses {
    made.withLock { made in
      if let known = made { return known }
      let new = KeyUses(profiles, catalog)
      made = new
      return new
    }
  }
}
