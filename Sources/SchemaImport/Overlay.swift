/// A layer of changes to the one below: payload types, keys to any depth, and the fields that
/// change.
struct Overlay {
  /// A key and what is inside it.
  struct Entry {
    var name: String
    var remark = ""
    var fields: [String] = []
    var inside: [Entry] = []

    init(_ name: String, fields: [String] = []) {
      self.name = name
      self.fields = fields
    }

    /// The entry at `path`, made where it is new.
    subscript(path: ArraySlice<String>) -> Entry {
      get {
        guard let first = path.first else { return self }
        let known = inside.first { $0.name == first } ?? Entry(first)
        return known[path.dropFirst()]
      }
      set {
        guard let first = path.first else {
          self = newValue
          return
        }
        if let index = inside.firstIndex(where: { $0.name == first }) {
          inside[index][path.dropFirst()] = newValue
        } else {
          var entry = Entry(first)
          entry[path.dropFirst()] = newValue
          inside.append(entry)
        }
      }
    }
  }

  /// The payload types, as entries whose insides are their keys.
  var root = Entry("")

  /// The lines of the layer, types sorted.
  var lines: [String] {
    var result: [String] = []
    for type in root.inside.sorted(by: { $0.name < $1.name }) {
      if !type.remark.isEmpty { result.append("# \(type.remark)") }
      result.append((["payload", type.name] + type.fields).joined(separator: "\t"))
      for entry in type.inside { Self.write(entry, 1, &result) }
    }
    return result
  }

  private static func write(_ entry: Entry, _ depth: Int, _ lines: inout [String]) {
    if !entry.remark.isEmpty { lines.append("# \(entry.remark)") }
    lines.append(
      String(repeating: " ", count: depth) + ([entry.name] + entry.fields).joined(separator: "\t"))
    for inner in entry.inside { write(inner, depth + 1, &lines) }
  }
}
