import Devices
import Findings
import ProfileKit

/// Writes a payload type as the catalogue's text.
struct CatalogWriter {
  private(set) var lines: [String] = []
  private let union: PayloadUnion
  private var uses: [Inside: Int] = [:]
  private var labels: [Inside: String] = [:]

  /// A list of subkeys as what stands in an array, of which the first is its element, or in a
  /// dictionary.
  private struct Inside: Hashable {
    var group: Int
    var isArray: Bool

    init?(_ key: SchemaKey) {
      guard let group = key.group else { return nil }
      self.group = group.id
      isArray = key.type == "array"
    }
  }

  init(_ union: PayloadUnion) {
    self.union = union
    count(union.keys)
    var head = "payload\t\(union.type)"
    let support = union.support.map { ($0.platform, $0.words.filter { !Self.usual.contains($0) }) }
    if let field = Self.field(support) { head += "\t\(field)" }
    lines.append(head)
    write(union.keys, depth: 1)
  }

  /// Words that say what holds anyway where nothing is inherited.
  static let usual: Set<String> = [
    "manual-install", "device-channel", "user-channel", "no-supervised", "no-user-approved",
    "no-automated-enrollment", "shared-ipad=allowed", "user-enrollment=allowed",
    "shared-ipad-device-channel", "shared-ipad-user-channel",
  ]

  /// The `on=` field; nil where nothing is said.
  static func field(_ support: PayloadUnion.PlatformWords) -> String? {
    let parts = support.sorted { $0.platform.rawValue < $1.platform.rawValue }.map {
      "\($0.platform.rawValue):\($0.words.joined(separator: ";"))"
    }
    return parts.isEmpty ? nil : "on=" + parts.joined(separator: " ")
  }

  /// How often each list of subkeys is used.
  private mutating func count(_ keys: [SchemaKey]) {
    var waiting = keys
    while let key = waiting.popLast() {
      guard let inside = Inside(key) else { continue }
      uses[inside, default: 0] += 1
      if uses[inside] == 1 { waiting += union.groups[inside.group] ?? [] }
    }
  }

  private mutating func write(_ keys: [SchemaKey], depth: Int) {
    for key in keys {
      let isAny = key.name == "ANY"
      write(key, as: isAny ? "*" : Catalog.name(key.name), isNamed: !isAny, depth: depth)
    }
  }

  private mutating func write(_ key: SchemaKey, as name: String, isNamed: Bool, depth: Int) {
    var fields = [name, key.type]
    if key.isRequired, isNamed { fields.append("required") }
    for word in key.words { fields.append("\(word.name)=\(word.value)") }
    let inner = key.group.flatMap { union.groups[$0.id] } ?? []
    let isArray = key.type == "array"
    if isArray, let count = inner.first?.repetition { fields.append("count=\(count)") }
    var inside = inner
    if let group = key.group, let place = Inside(key), (uses[place] ?? 0) > 1 {
      if let label = labels[place] {
        fields.append("like=\(label)")
        inside = []
      } else {
        let label = unused(group.label)
        labels[place] = label
        fields.append("as=\(label)")
      }
    }
    if let field = Self.field(key.support) { fields.append(field) }
    lines.append(String(repeating: " ", count: depth) + fields.joined(separator: "\t"))
    guard depth < 60 else { return }
    if !isArray {
      write(inside, depth: depth + 1)
    } else if let element = inside.first {
      write(element, as: "[]", isNamed: false, depth: depth + 1)
    }
  }

  private func unused(_ label: String) -> String {
    let label = label.filter { $0.isLetter || $0.isNumber || $0 == "-" }
    var number = 1
    while labels.values.contains(number == 1 ? label : "\(label)\(number)") { number += 1 }
    return number == 1 ? label : "\(label)\(number)"
  }
}
