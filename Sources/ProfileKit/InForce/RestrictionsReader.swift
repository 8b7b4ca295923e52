import Devices
import Findings

/// Reads the dictionaries of a Restrictions response, and keeps apart what they say clearly.
struct RestrictionsReader {
  static let kinds = ["restrictedBool", "restrictedValue", "intersection", "union"]

  private(set) var words: [String: RestrictionsResponse.Word] = [:]
  private(set) var unclear: [String: [RestrictionValue?]] = [:]
  private(set) var findings: [Finding] = []
  /// Whether a part cannot be read as a whole, so that silence on a key says nothing.
  private(set) var isDamaged = false
  private let file: PlistFile
  private let catalog: Catalog

  init(_ file: PlistFile, _ catalog: Catalog) {
    self.file = file
    self.catalog = catalog
  }

  /// Reads what is in force.
  mutating func read(_ node: PlistNode, _ base: String) {
    guard node.isDictionary else {
      return damage(node, base, "expected a dictionary, found \(withArticle(node.typeName))")
    }
    let repeated = node.repeatedKeys
    for kind in Self.kinds {
      guard let section = node[kind] else { continue }
      let keyPath = base.isEmpty ? kind : "\(base).\(kind)"
      if repeated.contains(kind) { damage(section, keyPath, "`\(kind)` stands twice") }
      guard section.isDictionary else {
        damage(section, keyPath, "expected a dictionary, found \(withArticle(section.typeName))")
        continue
      }
      for entry in section.entries { take(entry, kind, keyPath) }
    }
  }

  private mutating func damage(_ node: PlistNode, _ keyPath: String, _ message: String) {
    isDamaged = true
    findings.append(
      Finding(
        "response-not-understood", .error, at: file.location(node.position), keyPath: keyPath,
        message + ": the response is not used"))
  }

  private mutating func take(_ entry: PlistEntry, _ kind: String, _ base: String) {
    let keyPath = "\(base).\(shown(entry.key))"
    let place = file.location(entry.keyPosition)
    guard let value = value(entry, kind) else {
      findings.append(
        Finding(
          "response-not-understood", .error, at: place, keyPath: keyPath,
          "expected a dictionary with \(expected(entry.key, kind)): what holds is uncertain"))
      return open(entry.key, anything(entry.key, kind))
    }
    if let known = words[entry.key] {
      guard known.value != value else { return }
      return contradiction(
        entry.key, place, keyPath,
        "the response names `\(shown(entry.key))` twice, with different values",
        [known.value, value], known.location)
    }
    if let known = unclear[entry.key] { return open(entry.key, known + [value]) }
    words[entry.key] = .init(value: value, location: place, keyPath: keyPath, profiles: [])
  }

  private mutating func open(_ key: String, _ values: [RestrictionValue?]) {
    unclear[key] = values + (words.removeValue(forKey: key).map { [$0.value] } ?? [])
  }

  private mutating func contradiction(
    _ key: String, _ place: SourceLocation, _ keyPath: String, _ message: String,
    _ values: [RestrictionValue?], _ other: SourceLocation?
  ) {
    findings.append(
      Finding(
        "response-not-understood", .error, at: place, keyPath: keyPath,
        message + ": what holds is uncertain",
        related: other.map { [.init($0, "the other place")] } ?? []))
    open(key, values)
  }

  /// Reads which profiles set what, and whether that can be true of what is in force.
  mutating func readProfiles(_ node: PlistNode?) {
    guard let node else { return }
    var owners: [String: [String]] = [:]
    for profile in node.effectiveEntries {
      for kind in Self.kinds {
        for entry in profile.value[kind]?.effectiveEntries ?? [] {
          owners[entry.key, default: []].append(profile.key)
          hold(entry, kind, of: profile.key)
        }
      }
    }
    for (key, profiles) in owners {
      guard let word = words[key] else { continue }
      words[key] = .init(
        value: word.value, location: word.location, keyPath: word.keyPath, profiles: profiles)
    }
  }

  /// A profile of the device that sets what the device as a whole is silent about.
  private mutating func hold(_ entry: PlistEntry, _ kind: String, of profile: String) {
    guard words[entry.key] == nil, unclear[entry.key] == nil, let value = value(entry, kind),
      let known = catalog.restriction(entry.key), let text = known.defaultValue,
      RestrictionValue(parsing: text, known) != value
    else { return }
    contradiction(
      entry.key, file.location(entry.keyPosition),
      "ProfileRestrictions.\(shown(profile)).\(kind).\(shown(entry.key))",
      "`\(shown(profile))` sets `\(shown(entry.key))` to `\(shown(value.description))`, and"
        + " `GlobalRestrictions` does not name it",
      [value, RestrictionValue(parsing: text, known)], nil)
  }
}

extension RestrictionsReader {
  /// Under which name a dictionary of this kind keeps what is in force.
  private func member(of kind: String) -> String {
    kind == "intersection" || kind == "union" ? "values" : "value"
  }

  /// What the key's value must be: by the catalogue, else by where it stands.
  private func type(_ key: String, _ kind: String) -> String? {
    if let known = catalog.restriction(key)?.type { return known }
    switch kind {
    case "restrictedBool": return "boolean"
    case "restrictedValue": return nil
    default: return "array"
    }
  }

  private func expected(_ key: String, _ kind: String) -> String {
    let words = ["boolean": "true or false", "integer": "a number", "real": "a number"]
    let type = type(key, kind).map { words[$0] ?? withArticle($0) } ?? "its value"
    return "`\(member(of: kind))`, \(type)"
  }

  /// The value of an entry, 0 and 1 as a truth value where one is due; nil where it has none that
  /// fits.
  private func value(_ entry: PlistEntry, _ kind: String) -> RestrictionValue? {
    let name = member(of: kind)
    guard entry.value.isDictionary, !entry.value.repeatedKeys.contains(name),
      let node = entry.value[name]
    else { return nil }
    let value = RestrictionValue(node, nil)
    switch (type(entry.key, kind), value) {
    case ("boolean"?, .boolean): return value
    case ("boolean"?, .number(let number)) where number == 0 || number == 1:
      return .boolean(number == 1)
    case ("integer"?, .number), ("real"?, .number), ("array"?, .list), ("string"?, .text), (nil, _):
      return value
    case ("boolean"?, _), ("integer"?, _), ("real"?, _), ("array"?, _), ("string"?, _): return nil
    default: return value
    }
  }

  private func anything(_ key: String, _ kind: String) -> [RestrictionValue?] {
    type(key, kind) == "boolean" ? [.boolean(true), .boolean(false)] : [nil]
  }

  /// Why `device` cannot have given this answer, or gives none that is true; and where that shows.
  func whyNot(_ device: Device, _ location: SourceLocation) -> (String, SourceLocation)? {
    if device.platform == .macOS {
      let isEmpty = words.isEmpty && unclear.isEmpty
      return (
        "a Mac answers this query with nothing, whatever is in force: "
          + (isEmpty ? "there is nothing to compare" : "this is no answer of such a device"),
        location
      )
    }
    if device.enrollment == .user {
      return (
        "under User Enrollment the query is not allowed: this is no answer of such a device",
        location
      )
    }
    guard let version = device.version else { return nil }
    for (key, word) in words.sorted(by: { $0.key < $1.key }) {
      guard let support = catalog.restriction(key)?.support(on: device.platform),
        version < support.introduced
      else { continue }
      return (
        "`\(shown(key))` came with \(device.platform.rawValue) \(support.introduced), the device is said to"
          + " have \(version): this is no answer of such a device", word.location
      )
    }
    return nil
  }
}
