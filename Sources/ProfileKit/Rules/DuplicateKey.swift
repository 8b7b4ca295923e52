import Findings

extension Rule {
  static let duplicateKey = Rule(
    "duplicate-key", .error, "a key stands twice in one dictionary",
    explanation: """
      Apple's reader takes the last of them without a word, other readers the first, or stop. Whoever
      reads the file sees two answers.
      """,
    accepted: [.restrictions("<key>allowCamera</key><true/>")],
    rejected: [
      .restrictions(
        "<key>allowCamera</key><true/>▸<key>allowCamera</key><false/>",
        says: "key `allowCamera` is set a second time; Apple's reader takes the last, `false`")
    ],
    check: { context in
      context.files.flatMap { file in
        file.root.map { DuplicateKeys(file: file).findings(in: $0, []) } ?? []
      }
    })
}

private struct DuplicateKeys {
  let file: PlistFile

  /// `path` leads to the node: keys and places, written out only where something is found.
  func findings(in node: PlistNode, _ path: [Step]) -> [Finding] {
    switch node.kind {
    case .dictionary(let entries):
      repeated(entries, path)
        + entries.flatMap { $0.value.isLeaf ? [] : findings(in: $0.value, path + [.key($0.key)]) }
    case .array(let elements):
      elements.enumerated().flatMap { $1.isLeaf ? [] : findings(in: $1, path + [.place($0)]) }
    default: []
    }
  }

  enum Step {
    case key(String)
    case place(Int)
  }

  private func text(_ path: [Step]) -> String {
    path.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + shown(key, 200)
      case .place(let index): text += "[\(index)]"
      }
    }
  }

  private func repeated(_ entries: [PlistEntry], _ path: [Step]) -> [Finding] {
    guard Set(entries.map(\.keyText)).count < entries.count else { return [] }
    var first: [String: TextPosition] = [:]
    var last: [String: PlistNode] = [:]
    for entry in entries { last[entry.key] = entry.value }
    return entries.compactMap { entry in
      guard let before = first[entry.key] else {
        first[entry.key] = entry.keyPosition
        return nil
      }
      let value = last[entry.key]?.shortText ?? ""
      return Finding(
        "duplicate-key", .error, at: file.location(entry.keyPosition),
        keyPath: text(path + [.key(entry.key)]),
        "key `\(shown(entry.key))` is set a second time; Apple's reader takes the last, `\(value)`",
        help: "keep the one that is meant",
        related: [.init(file.location(before), "set here first")])
    }
  }
}

extension PlistNode {
  /// Whether nothing can stand in it.
  fileprivate var isLeaf: Bool { !isDictionary && !isArray }
}
