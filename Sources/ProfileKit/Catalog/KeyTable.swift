import Devices

/// Everything the layers say of one payload type, joined: its keys to any depth.
final class KeyTable: Sendable {
  /// The payload itself is the first record; its keys are that record's.
  let records: [KeyRecord]
  /// The names of the layers, as records number them.
  let layerNames: [String]
  /// Whether its keys are listed; otherwise only the type's name is known.
  let listsKeys: Bool

  /// - Parameter others: the sections of another type, for a type that has its keys, too.
  init(
    _ sections: [CatalogText.Section], layerNames: [String],
    others: (String) -> [CatalogText.Section] = { _ in [] }
  ) {
    var builder = Builder()
    let sections = Self.current(sections, layerNames)
    var known: Set<String> = []
    for type in sections.compactMap(\.borrowed) where known.insert(type).inserted {
      builder.borrow(Self.current(others(type), layerNames))
    }
    for section in sections { builder.read(section) { _, _ in } }
    records = builder.records
    self.layerNames = layerNames
    listsKeys = builder.listsKeys
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
    var builder = Builder()
    builder.isStrict = true
    for section in sections { builder.read(section) { report(section, $0, $1) } }
  }

  /// The record whose inner keys are those of `index`.
  func group(_ index: Int) -> KeyRecord { records[records[index].like ?? index] }
}

extension KeyTable {
  /// The deepest nesting that is read.
  static let deepest = 64
  /// The most keys that one payload type may have.
  static let most = 100_000

  fileprivate struct Builder {
    var records = [KeyRecord(name: "")]
    var listsKeys = false
    /// Whether words inside `on=` fields are looked at; reading them later passes over strange ones.
    var isStrict = false
    private var labels: [String: Int] = [:]
    /// What the layer that is read says of the types of keys, by their records.
    private var saidTypes: [Int: [String]] = [:]
    private var layer: Int?
    /// The record that lines of each depth belong to; nil below a line that was not understood.
    private var open: [Int?] = [0]

    mutating func read(
      _ section: CatalogText.Section, _ report: (_ line: Int, _ message: String) -> Void
    ) {
      if section.layer != layer { saidTypes = [:] }
      layer = section.layer
      head(section, report)
      keys(section, report)
    }

    /// Takes in the keys of another type.
    mutating func borrow(_ sections: [CatalogText.Section]) {
      for section in sections { keys(section) { _, _ in } }
      labels = [:]
    }

    private mutating func keys(
      _ section: CatalogText.Section, _ report: (_ line: Int, _ message: String) -> Void
    ) {
      open = [0]
      var number = section.line
      for line in section.body.utf8.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      {
        number += 1
        guard let first = line.first, first != UInt8(ascii: "#") else { continue }
        if let complaint = key(Substring(line), section.layer) { report(number, complaint) }
      }
    }

    private mutating func head(
      _ section: CatalogText.Section, _ report: (_ line: Int, _ message: String) -> Void
    ) {
      let fields = section.head.utf8.split(separator: UInt8(ascii: "\t")).map { Substring($0) }
      var namesOnly = false
      records[0].layers.append(section.layer)
      for field in fields.dropFirst(2) {
        if field == "names" {
          namesOnly = true
        } else if field.utf8.starts(with: "on=".utf8) {
          records[0].platforms.append(field.dropFirst(3))
          if let odd = strangers(field) { report(section.line, odd) }
        } else if field.hasPrefix("with="), field.count > 5 {
          continue
        } else {
          report(
            section.line, "expected `names`, `with=…` or `on=…`, found `\(shown(String(field)))`")
        }
      }
      if !namesOnly { listsKeys = true }
    }

    /// Reads one key's line; what is wrong with it, or nil.
    private mutating func key(_ line: Substring, _ layer: Int) -> String? {
      let depth = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
      let text = line.utf8.dropFirst(depth)
      guard depth > 0 else {
        return
          "expected `layer`, `payload` or a key after a space, found `\(shown(String(line), 40))`"
      }
      guard depth <= KeyTable.deepest else { return "keys nested deeper than \(KeyTable.deepest)" }
      guard depth <= open.count else {
        return "this key is \(depth) deep, but nothing \(depth - 1) deep stands before it"
      }
      open.removeSubrange(depth...)
      guard let parent = open[depth - 1] else {
        open.append(nil)
        return nil
      }
      let fields = text.split(separator: UInt8(ascii: "\t")).map { Substring($0) }
      guard let name = fields.first else { return "a key without a name" }
      if fields.dropFirst().contains(where: { $0.utf8.count == 4 && $0 == "drop" }) {
        drop(CatalogText.plain(name), from: records[parent].like ?? parent)
        open.append(nil)
        return nil
      }
      if fields.dropFirst().contains(where: { $0.utf8.count == 8 && $0 == "any-name" }) {
        return generalise(CatalogText.plain(name), in: records[parent].like ?? parent)
      }
      guard records.count < KeyTable.most else { return "more than \(KeyTable.most) keys" }
      let index = record(name, in: records[parent].like ?? parent)
      open.append(index)
      if records[index].layers.last != layer { records[index].layers.append(layer) }
      var complaint: String?
      for field in fields.dropFirst() {
        let wrong = self.field(field, of: index)
        complaint = complaint ?? wrong
      }
      if isStrict { complaint = complaint ?? self.complaint(of: index, fields) }
      return complaint
    }

    /// What is wrong with a key as a whole, or nil.
    private mutating func complaint(of index: Int, _ fields: [Substring]) -> String? {
      if let wrong = fields.first.flatMap({ CatalogFacts.complaint(name: $0) }) { return wrong }
      for field in fields.dropFirst() {
        if let wrong = CatalogFacts.complaint(field) { return wrong }
        guard let types = KeyRecord(types: field)?.types else { continue }
        if let before = saidTypes[index], before != types {
          return "`\(shown(records[index].name))` is \(types.joined(separator: "|")) here and"
            + " \(before.joined(separator: "|")) before"
        }
        saidTypes[index] = types
      }
      return CatalogFacts.complaint(records[index])
    }

    private mutating func drop(_ name: String, from parent: Int) {
      guard let index = records[parent].children.removeValue(forKey: name) else { return }
      records[parent].order.removeAll { $0 == index }
    }

    /// Makes what is known of the key `name` hold of any key.
    private mutating func generalise(_ name: String, in parent: Int) -> String? {
      open.append(nil)
      guard let index = records[parent].children[name] else {
        return "there is no key `\(shown(name))` to stand for any name"
      }
      drop(name, from: parent)
      records[index].isRequired = false
      records[parent].wildcard = index
      return nil
    }

    /// The record of `name` in `parent`, made where it is new.
    private mutating func record(_ name: Substring, in parent: Int) -> Int {
      let next = records.count
      let plain = CatalogText.plain(name)
      if name == "*" {
        if let known = records[parent].wildcard { return known }
        records[parent].wildcard = next
      } else if name == "[]" {
        if let known = records[parent].element { return known }
        records[parent].element = next
      } else {
        if let known = records[parent].children[plain] { return known }
        records[parent].children[plain] = next
        records[parent].order.append(next)
      }
      records.append(KeyRecord(name: plain))
      return next
    }

    /// Takes in a field; what is wrong with it, or nil.
    private mutating func field(_ field: Substring, of index: Int) -> String? {
      if field.utf8.starts(with: "as=".utf8) {
        labels[String(field.dropFirst(3))] = index
        return nil
      }
      if field.utf8.starts(with: "like=".utf8) {
        let label = String(field.dropFirst(5))
        guard let target = labels[label] else {
          return "nothing before this line is called `\(shown(label))`"
        }
        let end = records[target].like ?? target
        if end != index { records[index].like = end }
        return nil
      }
      if field.utf8.starts(with: "also=".utf8) {
        let label = String(field.dropFirst(5))
        guard let target = labels[label] else {
          return "nothing before this line is called `\(shown(label))`"
        }
        share(records[target].like ?? target, with: records[index].like ?? index)
        return nil
      }
      guard records[index].take(field) else {
        return "`\(shown(String(field)))` says nothing of a key"
      }
      return field.utf8.starts(with: "on=".utf8) ? strangers(field) : nil
    }

    /// Gives one dictionary the keys of another beside its own.
    private mutating func share(_ other: Int, with index: Int) {
      guard other != index else { return }
      for child in records[other].order where records[index].children[records[child].name] == nil {
        records[index].children[records[child].name] = child
        records[index].order.append(child)
      }
    }

    /// What an `on=` field says that is not understood.
    private func strangers(_ field: Substring) -> String? {
      guard isStrict else { return nil }
      for part in field.utf8.dropFirst(3).split(separator: UInt8(ascii: " ")) {
        guard let change = SupportChange(part) else {
          return "expected a platform and a colon, found `\(shown(String(Substring(part))))`"
        }
        if let word = change.stranger {
          return "`\(shown(word))` says nothing of \(change.platform.rawValue)"
        }
      }
      return nil
    }
  }
}

extension CatalogText.Section {
  /// The type whose keys are its own too; nil where there is none.
  fileprivate var borrowed: String? {
    head.utf8.split(separator: UInt8(ascii: "\t")).dropFirst(2).lazy.map { Substring($0) }
      .first { $0.hasPrefix("with=") }.map { CatalogText.plain($0.dropFirst(5)) }
  }
}
