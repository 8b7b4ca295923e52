import CLibYAML

/// A YAML document as libyaml composes it: an alias is the very node it names, so that shared parts
/// are shared and definitions that contain themselves are cycles.
struct YAMLGraph {
  /// A node; the numbers are places in `nodes`.
  struct Node {
    enum Kind {
      case scalar(String)
      case list([Int])
      case map([(key: Int, value: Int)])
    }

    var kind: Kind
    /// Where it starts, from 1.
    var line: Int
    var column: Int
  }

  /// Why there is none.
  struct Problem: Error {
    var message: String
    var line: Int
    var column: Int
  }

  /// All nodes; the first is the root.
  private(set) var nodes: [Node] = []

  /// The largest file that is read.
  static let mostBytes = 8 << 20
  /// The most nodes that are taken.
  static let mostNodes = 400_000

  /// Composes the first document of `bytes`.
  init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= Self.mostBytes else {
      throw Problem(message: "more than \(Self.mostBytes >> 20) MiB", line: 0, column: 0)
    }
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      throw Problem(message: "memory is short", line: 0, column: 0)
    }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    var document = yaml_document_t()
    let isRead = bytes.withUnsafeBufferPointer { buffer in
      yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
      return yaml_parser_load(&parser, &document) == 1
    }
    guard isRead else {
      let words = parser.problem.map { String(cString: $0) } ?? "memory is short"
      throw Problem(
        message: "this is not YAML: \(words)", line: Int(clamping: parser.problem_mark.line) + 1,
        column: Int(clamping: parser.problem_mark.column) + 1)
    }
    defer { yaml_document_delete(&document) }
    guard let start = document.nodes.start, let top = document.nodes.top, start < top else {
      throw Problem(message: "the file is empty", line: 0, column: 0)
    }
    guard top - start <= Self.mostNodes else {
      throw Problem(message: "more than \(Self.mostNodes) values", line: 0, column: 0)
    }
    nodes = UnsafeBufferPointer(start: start, count: top - start).map(Node.init)
  }

  /// The value of `key` in the map at `place`.
  subscript(place: Int, key: String) -> Int? {
    pairs(place).first { text($0.key) == key }?.value
  }

  /// The entries of the map at `place`; none for anything else.
  func pairs(_ place: Int) -> [(key: Int, value: Int)] {
    guard nodes.indices.contains(place), case .map(let pairs) = nodes[place].kind else { return [] }
    return pairs
  }

  /// The elements of the list at `place`; none for anything else.
  func items(_ place: Int) -> [Int] {
    guard nodes.indices.contains(place), case .list(let items) = nodes[place].kind else {
      return []
    }
    return items
  }

  /// The text of the scalar at `place`.
  func text(_ place: Int) -> String? {
    guard nodes.indices.contains(place), case .scalar(let text) = nodes[place].kind else {
      return nil
    }
    return text
  }

  /// Whether a map stands at `place`.
  func isMap(_ place: Int) -> Bool {
    guard nodes.indices.contains(place), case .map = nodes[place].kind else { return false }
    return true
  }
}

extension YAMLGraph.Node {
  fileprivate init(_ node: yaml_node_t) {
    line = Int(clamping: node.start_mark.line) + 1
    column = Int(clamping: node.start_mark.column) + 1
    switch node.type {
    case YAML_SEQUENCE_NODE:
      let items = node.data.sequence.items
      let count = items.start.map { items.top - $0 } ?? 0
      kind = .list(UnsafeBufferPointer(start: items.start, count: count).map { Int($0) - 1 })
    case YAML_MAPPING_NODE:
      let pairs = node.data.mapping.pairs
      let count = pairs.start.map { pairs.top - $0 } ?? 0
      kind = .map(
        UnsafeBufferPointer(start: pairs.start, count: count).map {
          (key: Int($0.key) - 1, value: Int($0.value) - 1)
        })
    default:
      let scalar = node.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      kind = .scalar(String(decoding: bytes, as: UTF8.self))
    }
  }
}
