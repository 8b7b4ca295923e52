import Findings

/// A value of which the catalogue knows what it should be.
struct KnownValue {
  /// The value.
  let node: PlistNode
  /// What the catalogue says of it.
  let known: KeyDefinition
  /// Its use, or that of the array it stands in.
  let use: KeyUse
  private let uses: KeyUses
  private let index: Int
  private let element: Int?

  fileprivate init(_ uses: KeyUses, _ index: Int, _ known: KeyDefinition) {
    self.uses = uses
    self.index = index
    self.known = known
    use = uses.all[index]
    node = use.entry.value
    element = nil
  }

  fileprivate init(
    _ uses: KeyUses, _ index: Int, _ known: KeyDefinition, element: Int, _ node: PlistNode
  ) {
    self.uses = uses
    self.index = index
    self.known = known
    self.node = node
    self.element = element
    use = uses.all[index]
  }

  /// The path from the payload, such as `Services.Camera[0].Allowed`.
  var name: String { uses.name(index) + tail }
  /// The path from the top of the file.
  var keyPath: String { uses.keyPath(index) + tail }
  private var tail: String { element.map { "[\($0)]" } ?? "" }

  /// Whether it has one of the types that the catalogue names.
  var hasItsType: Bool { known.types.contains { node.fits($0) } }

  /// Whether it is a key of the payload or the profile itself, called `key`.
  func isTop(_ key: String) -> Bool {
    element == nil && use.entry.key == key && use.parent.map { uses.all[$0].isRoot } == true
  }
}

extension RuleContext {
  /// Everything in the profiles that the catalogue has something to say of.
  var uses: KeyUses { lazyUses.value(profiles, catalog) }

  /// What `check` finds at each value that the catalogue knows, to any depth; payloads themselves
  /// are not among them.
  func eachValue(_ check: (KnownValue) -> LateFinding?) -> [Finding] {
    let uses = uses
    var list = list
    for (index, use) in uses.all.enumerated() {
      guard let known = use.known, !use.isRoot else { continue }
      if let finding = check(KnownValue(uses, index, known)) { list.add(finding) }
      guard known.types.contains("array"), let inner = known.element, inner.isChecked else {
        continue
      }
      for (place, node) in use.entry.value.lazyElements.enumerated() where !node.isContainer {
        let value = KnownValue(uses, index, inner, element: place, node)
        if let finding = check(value) { list.add(finding) }
      }
    }
    return list.findings
  }

  /// The place of `position` in the file of `use`.
  func location(_ use: KeyUse, _ position: TextPosition) -> SourceLocation {
    SourceLocation(
      path: profiles[use.profile].path, line: position.line, column: position.column)
  }
}

extension KeyDefinition {
  /// Whether it says anything that a value can go against.
  fileprivate var isChecked: Bool {
    type != "any" || !values.isEmpty || format != nil || minimum != nil || maximum != nil
  }
}

extension PlistNode {
  /// Whether it has a type of the catalogue's; an integer is a real as well.
  func fits(_ type: String) -> Bool {
    type == "any" || typeName == type || type == "real" && typeName == "integer"
  }
}
