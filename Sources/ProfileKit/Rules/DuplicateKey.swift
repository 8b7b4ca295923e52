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
        file.root.map { DuplicateKeys(file: file).findings(in: $0, "") } ?? []
      }
    })
}

private struct DuplicateKeys {
  let file: PlistFile

  func findings(in node: PlistNode, _ keyPath: String) -> [Finding] {
    switch node.kind {
    case .dictionary(let entries):
      repeated(entries, keyPath)
        + entries.flatMap {
          findings(in: $0.value, keyPath.isEmpty ? $0.key : "\(keyPath).\($0.key)")
        }
    case .array(let elements):
      elements.enumerated().flatMap { findings(in: $1, "\(keyPath)[\($0)]") }
    default: []
    }
  }

  private func repeated(_ entries: [PlistEntry], _ keyPath: String) -> [Finding] {
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
        keyPath: keyPath.isEmpty ? entry.key : "\(keyPath).\(entry.key)",
        "key `\(entry.key)` is set a second time; Apple's reader takes the last, `\(value)`",
        help: "keep the one that is meant",
        related: [.init(file.location(before), "set here first")])
    }
  }
}
