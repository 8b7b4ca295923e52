import Devices
import Findings
import ProfileKit
import StrictJSON

/// A payload type's keys as a tree for people, or as JSON; what is inside a key that stands in
/// several places is shown at the first of them.
struct DefinitionTree {
  private let width: Int
  private(set) var lines: [String] = []
  private var shown: [Int: String] = [:]

  init(width: Int) { self.width = width }

  /// Adds the keys inside `definition`, which is called `path`.
  mutating func add(inside definition: KeyDefinition, path: String, depth: Int) {
    if definition.element != nil || definition.hasKeys {
      shown[definition.insideIdentity] = shown[definition.insideIdentity] ?? path
    }
    if let element = definition.element {
      add(element, as: "[]", path: path + "[]", around: definition, depth)
    }
    for name in definition.keyNames {
      guard let key = definition.key(name) else { continue }
      add(key, as: name, path: path.isEmpty ? name : "\(path).\(name)", around: definition, depth)
    }
    if let any = definition.wildcard {
      add(any, as: "any key", path: path.isEmpty ? "*" : "\(path).*", around: definition, depth)
    }
  }

  private mutating func add(
    _ key: KeyDefinition, as name: String, path: String, around: KeyDefinition, _ depth: Int
  ) {
    var text = "\(name): \(key.facts)"
    let hasInside = key.element != nil || key.hasKeys
    let before = hasInside ? shown[key.insideIdentity] : nil
    if let before { text += "; inside like `\(before)`" }
    let margin = String(repeating: "  ", count: depth)
    lines += folded(margin + text, width: width, indent: margin.count + 4)
    for line in Self.differences(key, around) {
      lines += folded(margin + "    " + line, width: width, indent: margin.count + 6)
    }
    if hasInside, before == nil { add(inside: key, path: path, depth: depth + 1) }
  }

  /// How a key's platforms differ from those of what it stands in.
  private static func differences(_ key: KeyDefinition, _ around: KeyDefinition) -> [String] {
    let (own, outer) = (key.support, around.support)
    guard own != outer else { return [] }
    let missing = outer.keys.filter { own[$0] == nil }.sorted().map(\.rawValue)
    return own.ordered.filter { outer[$0.platform] != $0.support }.map {
      "\($0.platform.rawValue) \($0.support.words(inside: outer[$0.platform]))"
    } + (missing.isEmpty ? [] : ["not on \(missing.joined(separator: ", "))"])
  }
}

extension KeyDefinition {
  /// Its type, whether it is required, and what its value may be, in one line.
  var facts: String {
    var facts = [types.joined(separator: " or ")]
    if isRequired { facts.append("required") }
    if let range { facts.append(range) }
    if !values.isEmpty { facts.append("one of \(values.joined(separator: ", "))") }
    if let count { facts.append(count) }
    if let format { facts.append("of the form \(format)") }
    if !subtype.isEmpty { facts.append(subtype) }
    if let defaultValue { facts.append("default \(defaultValue)") }
    if !combination.isEmpty { facts.append("several combine by \(combination)") }
    return facts.joined(separator: ", ")
  }

  private var range: String? {
    func text(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }
    return switch (minimum, maximum) {
    case (let least?, let most?): "\(text(least)) to \(text(most))"
    case (let least?, nil): "at least \(text(least))"
    case (nil, let most?): "at most \(text(most))"
    case (nil, nil): nil
    }
  }

  private var count: String? {
    switch (minimumCount, maximumCount) {
    case (let least?, let most?) where least == most: "exactly \(counted(least, "element"))"
    case (let least?, let most?): "\(least) to \(counted(most, "element"))"
    case (let least?, nil): "at least \(counted(least, "element"))"
    case (nil, let most?): "at most \(counted(most, "element"))"
    case (nil, nil): nil
    }
  }

  /// Everything that is known, to any depth; an inside that is shown already is named by `like`.
  func json(path: String, _ seen: inout [Int: String]) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("types", .array(types.map { .string($0) })),
      .init("required", .bool(isRequired)),
    ]
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(.init(name, value)) }
    }
    add("values", values.isEmpty ? nil : .array(values.map { .string($0) }))
    add("minimum", minimum.map { Int64(exactly: $0).map { .integer($0) } ?? .number($0) })
    add("maximum", maximum.map { Int64(exactly: $0).map { .integer($0) } ?? .number($0) })
    add("minimumCount", minimumCount.map { .integer(Int64($0)) })
    add("maximumCount", maximumCount.map { .integer(Int64($0)) })
    add("format", format.map { .string($0) })
    add("subtype", subtype.isEmpty ? nil : .string(subtype))
    add("default", defaultValue.map { .string($0) })
    add("combination", combination.isEmpty ? nil : .string(combination))
    add("layers", .array(layers.map { .string($0) }))
    add("platforms", support.json)
    guard element != nil || hasKeys else { return .object(members) }
    if let before = seen[insideIdentity] {
      add("like", .string(before))
      return .object(members)
    }
    seen[insideIdentity] = path
    if hasKeys {
      var keys: [JSONValue] = []
      for key in keyNames.compactMap({ self.key($0) }) + [wildcard].compactMap(\.self) {
        keys.append(key.json(path: path.isEmpty ? key.name : "\(path).\(key.name)", &seen))
      }
      add("keys", .array(keys))
    }
    add("element", element?.json(path: path + "[]", &seen))
    return .object(members)
  }
}
