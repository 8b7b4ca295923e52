import Devices
import Findings
import ProfileKit

/// Tables of facts newer than the schema, as a layer of changes to it.
struct NewerFacts {
  /// The changes.
  private(set) var overlay = Overlay()
  /// Every version that is named.
  private(set) var versions: [(Platform, OSVersion)] = []
  private let base: Catalog

  init(_ base: Catalog) { self.base = base }

  /// Reads a table: its first line names the columns, of which it must have `key` or `payload-type`
  /// and `key-path`.
  mutating func read(_ file: SchemaImport.File, _ report: (Finding) -> Void) {
    let text = String(decoding: file.bytes, as: UTF8.self)
    var columns: [String] = []
    var strangers: Set<String> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      func leftOut(_ message: String) {
        let place = SourceLocation(path: file.path, line: index + 1, column: 1)
        report(Finding("schema-not-understood", .notice, at: place, message))
      }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if index == 0 {
        columns = fields
        let isKnown =
          columns.contains("key")
          || columns.contains("payload-type") && columns.contains("key-path")
        if !isKnown { return leftOut("expected the names of columns, `key` among them") }
        continue
      }
      guard !line.isEmpty else { continue }
      guard fields.count == columns.count else {
        leftOut("expected \(columns.count) columns, found \(fields.count)")
        continue
      }
      let row = Dictionary(zip(columns, fields)) { first, _ in first }
      let fact = columns.contains("key") ? NewerFact(restriction: row) : NewerFact(payload: row)
      if fact.type.contains(" ") {
        if strangers.insert(fact.type).inserted {
          leftOut("rows about `\(printable(fact.type))`, which is no payload type, are left out")
        }
      } else if let complaint = add(fact) {
        leftOut(complaint)
      }
    }
  }

  /// Takes a fact in; why not, or nil.
  private mutating func add(_ fact: NewerFact) -> String? {
    versions += fact.versions
    guard let definition = base.payload(fact.type) else {
      return "the schema has no payload type `\(printable(fact.type))`"
    }
    guard fact.path.count <= 32 else { return "a key nested too deep" }
    for path in places(of: fact.path, in: definition.dictionary) {
      let parent = definition.key(at: path.dropLast()) ?? definition.dictionary
      let known = definition.key(at: path).flatMap { $0.name == path.last ? $0 : nil }
      let whole = [fact.type] + path.map { $0 == "[]" ? $0 : Catalog.name($0) }
      var entry = overlay.root[whole[...]]
      if path.isEmpty {
        entry.fields += fact.change(of: definition.dictionary, in: nil)
      } else {
        entry.fields = known.map { fact.change(of: $0, in: parent) } ?? fact.fields(in: parent)
        let inside = known.map { fact.elementChange(of: $0) } ?? fact.elementFields ?? []
        if !inside.isEmpty { entry[["[]"]].fields = inside }
      }
      if path.isEmpty || !entry.fields.isEmpty || !entry.inside.isEmpty {
        overlay.root[whole[...]] = entry
      }
    }
    return nil
  }

  /// The paths that `path` stands for: `*` is every key whose inside is not another's.
  private func places(of path: [String], in start: KeyDefinition) -> [[String]] {
    guard let star = path.firstIndex(of: "*") else { return [path] }
    let head = Array(path[..<star])
    let parent = head.reduce(start as KeyDefinition?) { $1 == "[]" ? $0?.element : $0?.key($1) }
    var seen: Set<Int> = []
    let names = (parent?.keyNames ?? []).filter { name in
      parent?.key(name).map { seen.insert($0.insideIdentity).inserted } ?? false
    }
    return names.flatMap { places(of: head + [$0] + path[(star + 1)...], in: start) }
  }
}
