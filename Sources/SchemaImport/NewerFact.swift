import Devices
import ProfileKit

/// One row of a table of newer facts.
struct NewerFact {
  var type: String
  /// The keys down to the one in question, `[]` for an array's element; empty for the payload.
  var path: [String]
  private var keyType = ""
  private var introduced: [Platform: OSVersion] = [:]
  private var deprecated: [Platform: OSVersion] = [:]
  private var removed: [Platform: OSVersion] = [:]
  private var gone: Set<Platform> = []
  private var supervised: Set<Platform>?
  private var inUserEnrollment: Set<Platform>?
  private var words: [(name: String, value: String)] = []
  private var addedValues: [String] = []
  private var isRequired: Bool?
  private var element: String?

  /// A row about a restriction: a column for each platform's version.
  init(restriction row: [String: String]) {
    type = Payload.restrictionsType
    path = [row["key"] ?? ""]
    for platform in Self.platforms {
      let version = row["\(platform.rawValue)-introduced"] ?? ""
      introduced[platform] = OSVersion(version)
    }
    deprecated = Self.versions(row["deprecated"])
    removed = Self.versions(row["removed"])
    supervised = Self.list(row["supervised"])
    inUserEnrollment = Self.list(row["user-enrollment-allowed"])
    setType(row["type"] ?? "")
    for word in (row["element-type-or-enum"] ?? "").split(separator: " ") { take(element: word) }
    setDefault(row["default"])
  }

  /// A row about any payload type: the platforms in one column, the changes in words.
  init(payload row: [String: String]) {
    type = row["payload-type"] ?? ""
    let keys = row["key-path"] ?? ""
    path = keys == "(payload)" ? [] : Self.steps(keys)
    introduced = Self.versions(row["platforms-introduced"])
    // What several keys share is not deprecated with some of them.
    if !path.contains("*") { deprecated = Self.versions(row["deprecated"]) }
    setType(row["type"] ?? "")
    setDefault(row["default"])
    for note in (row["what-changed"] ?? "").split(separator: ";") {
      take(note: note.drop { $0 == " " })
    }
  }

  private static let platforms: [Platform] = [.iOS, .macOS, .tvOS, .visionOS, .watchOS]

  /// `A.B[].C` as steps.
  private static func steps(_ path: String) -> [String] {
    path.split(separator: ".").flatMap { part in
      part.hasSuffix("[]") ? [String(part.dropLast(2)), "[]"] : [String(part)]
    }
  }

  private static func versions(_ text: String?) -> [Platform: OSVersion] {
    var result: [Platform: OSVersion] = [:]
    for part in (text ?? "").split(whereSeparator: { ";, ".contains($0) }) {
      let pair = part.split(separator: "=")
      guard pair.count == 2, let platform = Platform(rawValue: String(pair[0])) else { continue }
      result[platform] = OSVersion(pair[1])
    }
    return result
  }

  private static func list(_ text: String?) -> Set<Platform>? {
    text.map { Set($0.split(separator: ",").compactMap { Platform(rawValue: String($0)) }) }
  }

  private mutating func setType(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    keyType = words.first ?? ""
    if words.count == 3, words[1] == "of" { element = words[2] }
  }

  private mutating func setDefault(_ text: String?) {
    guard let text, !text.isEmpty, !text.contains(" (") else { return }
    words.append(("default", Catalog.field(text)))
  }

  private mutating func take(element word: Substring) {
    if Catalog.typeNames.contains(String(word)) {
      element = String(word)
    } else if word.hasPrefix("maxcount=") {
      words.append(("count", "..\(word.dropFirst(9))"))
    } else if word == "combine=intersect" {
      words.append(("combine", "intersection"))
    } else if word.hasPrefix("values=") {
      let values = word.dropFirst(7).split(separator: ",").map(String.init)
      let sorted =
        values.allSatisfy { Int($0) != nil }
        ? values.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) } : values
      words.removeAll { $0.name == "range" }
      words += [("range", ".."), ("values", sorted.joined(separator: "|"))]
    } else if word.contains("..") {
      words.append(("range", String(word)))
    }
  }

  private mutating func take(note: Substring) {
    let words = note.split(separator: " ").map(String.init)
    if note == "required" { isRequired = true }
    if note == "presence required->optional" { isRequired = false }
    if note.hasPrefix("enum ") {
      for word in words.dropFirst() {
        if word.hasPrefix("+") {
          addedValues.append(String(word.dropFirst()))
        } else {
          self.words.append(("values", word.split(separator: ",").joined(separator: "|")))
        }
      }
    }
    if note.hasPrefix("range "), let range = words.last {
      let new = range.firstRange(of: "->").map { range[$0.upperBound...] } ?? range[...]
      self.words.append(("range", String(new)))
    }
    if note.hasPrefix("up to "), words.count > 2 { self.words.append(("count", "..\(words[2])")) }
    if note.hasPrefix("removed ") {
      removed.merge(Self.versions(words.last)) { $1 }
      removed.merge(changes(words)) { $1 }
    }
    if note.hasPrefix("introduced ") {
      for part in words.dropFirst().joined(separator: ",").split(separator: ",")
      where part.hasSuffix("->none") {
        let name = part.prefix { $0 != ":" }
        if let platform = Platform(rawValue: String(name)) { gone.insert(platform) }
      }
    }
  }

  /// The new versions of `iOS:none->27.0,macOS:…`.
  private func changes(_ words: [String]) -> [Platform: OSVersion] {
    var result: [Platform: OSVersion] = [:]
    for part in words.dropFirst().joined(separator: ",").split(separator: ",") {
      guard let colon = part.firstIndex(of: ":"), let arrow = part.firstRange(of: "->"),
        let platform = Platform(rawValue: String(part[..<colon]))
      else { continue }
      result[platform] = OSVersion(part[arrow.upperBound...])
    }
    return result
  }

  /// Every version that the row names.
  var versions: [(Platform, OSVersion)] {
    [introduced, deprecated, removed].flatMap { $0.map { ($0.key, $0.value) } }
  }
}

extension NewerFact {
  /// The fields of a key that is new in `parent`.
  func fields(in parent: KeyDefinition) -> [String] {
    var fields = [keyType]
    if isRequired == true { fields.append("required") }
    fields += words.filter { element == nil || !Self.ofElements.contains($0.name) }
      .map { "\($0.name)=\($0.value)" }
    return fields + on(parent.support, isNew: true)
  }

  /// What an array's row says of its elements.
  private static let ofElements: Set<String> = ["values", "range"]

  /// The fields of a new array's elements.
  var elementFields: [String]? {
    element.map { type in
      [type]
        + words.filter { Self.ofElements.contains($0.name) }.map { "\($0.name)=\($0.value)" }
    }
  }

  /// The field of a known array's elements that the row adds values to.
  func elementChange(of known: KeyDefinition) -> [String] {
    guard let values = known.element?.values, !values.isEmpty else { return [] }
    let new = addedValues.filter { !values.contains($0) }
    return new.isEmpty ? [] : [Self.values(values + new)]
  }

  private static func values(_ values: [String]) -> String {
    "values=" + values.map { Catalog.field($0, inList: true) }.joined(separator: "|")
  }

  /// The fields of a key that is known, where the row says otherwise.
  func change(of known: KeyDefinition, in parent: KeyDefinition?) -> [String] {
    var fields: [String] = []
    if let isRequired, isRequired != known.isRequired {
      fields.append(isRequired ? "required" : "optional")
    }
    for word in words where !says(known, word) { fields.append("\(word.name)=\(word.value)") }
    let new = addedValues.filter { !known.values.contains($0) }
    if !new.isEmpty, !known.values.isEmpty { fields.append(Self.values(known.values + new)) }
    return fields + on(known.support, isNew: false)
  }

  private func says(_ known: KeyDefinition, _ word: (name: String, value: String)) -> Bool {
    switch word.name {
    case "default": known.defaultValue == word.value || Self.isSame(known.defaultValue, word.value)
    case "range":
      word.value == Self.range(known)
        || word.value == ".." && known.minimum == nil && known.maximum == nil
    case "values": known.values.joined(separator: "|") == word.value
    case "combine": known.combination == word.value
    case "count": known.maximumCount.map { "..\($0)" } == word.value
    default: false
    }
  }

  private static func isSame(_ old: String?, _ new: String) -> Bool {
    guard let old = old.flatMap({ Double($0) }), let new = Double(new) else { return false }
    return old == new
  }

  private static func range(_ known: KeyDefinition) -> String {
    func text(_ number: Double?) -> String {
      number.map { number in Int(exactly: number).map { "\($0)" } ?? "\(number)" } ?? ""
    }
    return "\(text(known.minimum))..\(text(known.maximum))"
  }

  /// The `on=` field that turns `base` into what the row says.
  private func on(_ base: [Platform: Support], isNew: Bool) -> [String] {
    var parts: PayloadUnion.PlatformWords = []
    for platform in Self.platforms {
      let old = base[platform]
      guard let version = introduced[platform] else {
        if old != nil, isNew || gone.contains(platform) { parts.append((platform, ["none"])) }
        continue
      }
      var words = [version == old?.introduced ? "" : "\(version)"]
      if let deprecated = deprecated[platform], deprecated != old?.deprecated {
        words.append("deprecated=\(deprecated)")
      }
      if let removed = removed[platform], removed != old?.removed {
        words.append("removed=\(removed)")
      }
      words += conditions(platform, old)
      if words != [""] { parts.append((platform, words)) }
    }
    return CatalogWriter.field(parts).map { [$0] } ?? []
  }

  private func conditions(_ platform: Platform, _ old: Support?) -> [String] {
    var words: [String] = []
    if let supervised, supervised.contains(platform) != (old?.needsSupervision ?? false) {
      words.append(supervised.contains(platform) ? "supervised" : "no-supervised")
    }
    if let inUserEnrollment, [.iOS, .macOS, .visionOS].contains(platform) {
      let isAllowed = (old?.userEnrollment ?? .allowed) == .allowed
      if inUserEnrollment.contains(platform) != isAllowed {
        words.append("user-enrollment=\(isAllowed ? "forbidden" : "allowed")")
      }
    }
    return words
  }
}
