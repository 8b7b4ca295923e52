import Devices
import Findings
import ProfileKit

/// One file of Apple's schema: a payload type and its keys, as the catalogue will say them.
struct SchemaFile {
  /// The file.
  let path: String
  /// Such as `com.apple.dock`.
  let type: String
  /// What each platform does with the payload, as changes to nothing.
  let support: [(platform: Platform, words: [String])]
  /// The keys.
  let keys: [SchemaKey]
  /// What each list of subkeys holds, by its place in the document: lists are shared, and may
  /// contain themselves.
  let groups: [Int: [SchemaKey]]
}

/// One key of a schema file.
struct SchemaKey {
  var name: String
  var type = "any"
  var isRequired = false
  /// The remaining words of its line, ready to be written, by name.
  var words: [(name: String, value: String)] = []
  /// How its support differs from that of what it stands in.
  var support: [(platform: Platform, words: [String])] = []
  /// The list of its subkeys, and how it is called.
  var group: (id: Int, label: String)?
  /// How many of it stand in the array that it is the element of.
  var repetition: String?
}

extension SchemaFile {
  /// Reads a file; nil where it describes no payload type. What is not understood is reported.
  static func read(_ bytes: [UInt8], path: String, _ report: (Finding) -> Void) -> SchemaFile? {
    let graph: YAMLGraph
    do { graph = try YAMLGraph(bytes) } catch {
      let place = SourceLocation(path: path, line: error.line, column: error.column)
      report(Finding("schema-not-yaml", .error, at: place, error.message))
      return nil
    }
    return withoutActuallyEscaping(report) { report in
      var reader = SchemaReader(graph: graph, path: path, report: report)
      return reader.file()
    }
  }
}

/// Reads one document.
struct SchemaReader {
  let graph: YAMLGraph
  let path: String
  let report: (Finding) -> Void
  private var groups: [Int: [SchemaKey]] = [:]
  private var waiting: [Int] = []

  init(graph: YAMLGraph, path: String, report: @escaping (Finding) -> Void) {
    self.graph = graph
    self.path = path
    self.report = report
  }

  /// Says that something at `place` was left out.
  func leftOut(_ place: Int, _ message: String, _ severity: Severity = .warning) {
    let node = graph.nodes.indices.contains(place) ? graph.nodes[place] : nil
    let location = SourceLocation(path: path, line: node?.line ?? 0, column: node?.column ?? 0)
    report(Finding("schema-not-understood", severity, at: location, message))
  }

  mutating func file() -> SchemaFile? {
    guard graph.isMap(0), let payload = graph[0, "payload"] else {
      leftOut(0, "no `payload`: this describes no payload type")
      return nil
    }
    guard let type = graph[payload, "payloadtype"].flatMap({ graph.text($0) }), !type.isEmpty,
      !type.utf8.contains(where: { $0 < 0x20 })
    else {
      leftOut(payload, "no `payloadtype`: this describes no payload type")
      return nil
    }
    for (key, value) in graph.pairs(payload) {
      if !["payloadtype", "supportedOS", "content", "beta"].contains(graph.text(key) ?? "") {
        leftOut(value, "`\(graph.text(key) ?? "")` of a payload is not known")
      }
    }
    let support = graph[payload, "supportedOS"].map { SupportReader(reader: self).read($0) } ?? []
    let keys = graph[0, "payloadkeys"].map { self.keys($0) } ?? []
    while let next = waiting.popLast() {
      if groups[next] == nil { groups[next] = self.keys(next) }
    }
    return SchemaFile(path: path, type: type, support: support, keys: keys, groups: groups)
  }

  /// The keys in the list at `place`.
  private mutating func keys(_ place: Int) -> [SchemaKey] {
    var result: [SchemaKey] = []
    var names: Set<String> = []
    for item in graph.items(place) {
      guard let name = graph[item, "key"].flatMap({ graph.text($0) }), !name.isEmpty else {
        leftOut(item, "a key without a name")
        continue
      }
      guard names.insert(name).inserted else {
        leftOut(item, "the key `\(printable(name))` is listed already; the first one counts")
        continue
      }
      result.append(key(item, name))
    }
    if graph.items(place).isEmpty { leftOut(place, "expected a list of keys") }
    return result
  }

  private mutating func key(_ place: Int, _ name: String) -> SchemaKey {
    var key = SchemaKey(name: name)
    if let place = graph[place, "type"] { key.type = type(place) }
    for (field, value) in graph.pairs(place) {
      let field = graph.text(field) ?? ""
      switch field {
      case "key", "type", "title", "content", "assettypes", "subkeytype": continue
      case "presence": key.isRequired = presence(value)
      case "supportedOS": key.support = SupportReader(reader: self).read(value)
      case "subkeys":
        key.group = (value, graph[place, "subkeytype"].flatMap { graph.text($0) } ?? name)
        waiting.append(value)
      case "repetition":
        if let count = bounds(value), isUnderstood("array", ("count", count), of: name, value) {
          key.repetition = count
        }
      default:
        if let word = word(field, value) {
          if isUnderstood(key.type, word, of: name, value) { key.words.append(word) }
        } else if field != "range" {
          leftOut(value, "`\(field)` of the key `\(name)` is not known")
        }
      }
    }
    return key
  }

  /// Whether the catalogue understands `word` of a key of that type; says so where it does not.
  private func isUnderstood(
    _ type: String, _ word: (name: String, value: String), of key: String, _ place: Int
  ) -> Bool {
    let text = "payload\tany\n key\t\(type)\t\(word.name)=\(word.value)"
    guard let problem = Catalog(text: "").adding(Array(text.utf8), named: "any").1.first else {
      return true
    }
    leftOut(place, "`\(word.name)` of the key `\(printable(key))` is left out: \(problem.message)")
    return false
  }

  private func word(_ field: String, _ value: Int) -> (name: String, value: String)? {
    switch field {
    case "rangelist":
      let values = graph.items(value).compactMap { graph.text($0) }
      return ("values", values.map { Catalog.field($0, inList: true) }.joined(separator: "|"))
    case "range": return bounds(value).map { ("range", $0) }
    case "default": return graph.text(value).map { ("default", Catalog.field($0)) }
    case "format": return graph.text(value).map { ("format", Catalog.field($0)) }
    case "combinetype": return graph.text(value).map { ("combine", Catalog.field($0)) }
    case "subtype", "valuetype":
      return graph.text(value).map { text in
        ("subtype", Catalog.field(text.filter { $0 != "<" && $0 != ">" }))
      }
    default: return nil
    }
  }

  private func type(_ place: Int) -> String {
    let text = graph.text(place) ?? ""
    let name = text.hasPrefix("<") && text.hasSuffix(">") ? String(text.dropFirst().dropLast()) : ""
    if Catalog.typeNames.contains(name) { return name }
    leftOut(place, "expected a type such as `<string>`, found `\(printable(text))`")
    return "any"
  }

  private func presence(_ place: Int) -> Bool {
    let text = graph.text(place) ?? ""
    if text != "required" && text != "optional" {
      leftOut(place, "expected `required` or `optional`, found `\(printable(text))`")
    }
    return text == "required"
  }

  private func bounds(_ place: Int) -> String? {
    let least = graph[place, "min"].flatMap { graph.text($0) } ?? ""
    let most = graph[place, "max"].flatMap { graph.text($0) } ?? ""
    guard [least, most].allSatisfy({ $0.isEmpty || Double($0) != nil }), least + most != "" else {
      leftOut(place, "expected `min` and `max` with numbers")
      return nil
    }
    return "\(least)..\(most)"
  }
}
