import Findings
import Synchronization

/// All uses in some profiles: every rule about keys reads them, and one walk finds them.
///
/// An array's numbers, texts and so on are no uses of their own, since there may be very many; they
/// are met through `eachValue`.
struct KeyUses: Sendable {
  /// In the order of the files; what holds another comes before it.
  private(set) var all = KeyUseList()
  private let catalog: Catalog
  private let common: KeyDefinition?
  private let commonLowered: Set<String>

  init(_ profiles: [Profile], _ catalog: Catalog) {
    self.catalog = catalog
    common = catalog.payload(Catalog.common)?.dictionary
    all.reserve(profiles.reduce(0) { $0 + $1.node.recordCount })
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
    all.finish()
  }

  /// Managed preferences of a domain that the catalogue knows; of others nothing is said.
  private mutating func walk(_ settings: Payload, in profile: Int) {
    guard let definition = settings.type.flatMap({ catalog.domain($0) }), definition.listsKeys
    else { return }
    let root = all.number(definition.dictionary)
    let use = all.add(settings.node, root, profile: profile, payload: settings)
    for entry in settings.node.lazyEffectiveEntries { add(entry, inside: root, from: use) }
  }

  private mutating func top(_ profile: Profile, _ index: Int) {
    guard let known = catalog.payload(Catalog.topLevel)?.dictionary else { return }
    let root = all.number(known)
    let use = all.add(profile.node, root, profile: index, payload: nil)
    for entry in profile.node.lazyEffectiveEntries {
      // Payloads have definitions of their own.
      add(entry, inside: root, from: use, descending: !entry.hasKey("PayloadContent"))
    }
  }

  private mutating func walk(_ payload: Payload, _ profile: Int, isBare: Bool) {
    let definition = payload.type.flatMap { catalog.domain($0) }
    guard let dictionary = definition?.dictionary ?? common else { return }
    let root = all.number(dictionary)
    let shared = common.map { all.number($0) }
    let isListed = definition?.listsKeys == true && dictionary.listsKeys
    let use = all.add(payload.node, root, profile: profile, payload: payload)
    for entry in payload.node.lazyEffectiveEntries {
      let key = entry.key
      if isBare, Self.topOnly.contains(key) { continue }
      if let shared, let known = all.definition(shared).key(key) {
        add(entry, known, inside: shared, from: use)
      } else if definition != nil, let known = all.definition(root).key(key) {
        add(entry, known, inside: root, from: use)
      } else if isListed || commonLowered.contains(key.lowercased()) {
        add(entry, nil, inside: root, from: use)
      }
    }
  }

  /// Keys that belong to a profile and are forgiven in a payload that stands alone.
  private static let topOnly: Set<String> = [
    "PayloadScope", "PayloadRemovalDisallowed", "PayloadContent", "PayloadEnabled",
  ]

  /// Adds an entry of the dictionary `use`, which the definition `number` describes.
  private mutating func add(
    _ entry: PlistEntry, inside number: Int32, from use: Int32, descending: Bool = true
  ) {
    add(
      entry, all.definition(number).key(entry.key), inside: number, from: use,
      descending: descending)
  }

  private mutating func add(
    _ entry: PlistEntry, _ known: KeyDefinition?, inside number: Int32, from use: Int32,
    descending: Bool = true
  ) {
    guard let known else {
      _ = all.add(entry.index, -1, in: use)
      return
    }
    let inner = all.number(known, in: number)
    let next = all.add(entry.index, inner, in: use)
    if descending { descend(into: entry.value, inner, from: next) }
  }

  private mutating func descend(into node: PlistNode, _ number: Int32, from use: Int32) {
    guard node.isContainer else { return }
    let known = all.definition(number)
    if node.isDictionary {
      guard known.hasKeys, known.types.contains("dictionary") else { return }
      let isListed = known.listsKeys
      for entry in node.lazyEffectiveEntries {
        let inner = known.key(entry.key)
        if inner != nil || isListed { add(entry, inner, inside: number, from: use) }
      }
    } else if known.types.contains("array"), let element = known.element {
      let inner = all.number(element, in: number)
      for (index, node) in node.lazyElements.enumerated() where node.isContainer {
        let next = all.add(node.index, inner, in: use, element: index)
        descend(into: node, inner, from: next)
      }
    }
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
