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
        says: "key `allowCamera` is set a second time; Apple's reader takes the last, `false`"),
      .payload(
        "com.apple.wifi.managed",
        "<key>Password</key><string>a</string>▸<key>Password</key><string>b</string>",
        says: "key `Password` is set a second time; Apple's reader takes the last"),
    ],
    check: { context in
      var list = context.list
      for file in context.files {
        if let root = file.root { DuplicateKeys(file: file).find(in: root, [], &list) }
      }
      return list.findings
    })
}

private struct DuplicateKeys {
  let file: PlistFile

  /// `path` leads to the node: keys and places, written out only where something is found.
  func find(in node: PlistNode, _ path: [Step], _ list: inout BoundedFindings) {
    if node.isDictionary {
      if !node.lazyEntries.overridden(of: node.count).isEmpty {
        repeated(node.lazyEntries, path, &list)
      }
      for entry in node.lazyEntries where !entry.value.isLeaf {
        find(in: entry.value, path + [.key(entry.key)], &list)
      }
    } else if node.isArray {
      for (index, element) in node.lazyElements.enumerated() where !element.isLeaf {
        find(in: element, path + [.place(index)], &list)
      }
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

  private func repeated(
    _ entries: PlistEntries, _ path: [Step], _ list: inout BoundedFindings
  ) {
    var first: [KeyText: PlistEntry] = [:]
    var last: [KeyText: PlistNode] = [:]
    for entry in entries { last[entry.keyText] = entry.value }
    for entry in entries {
      guard let before = first[entry.keyText] else {
        first[entry.keyText] = entry
        continue
      }
      let place = file.location(entry.keyPosition)
      list.add("duplicate-key", .error, at: place) {
        let value = last[entry.keyText].map { node in
          node.isHidden(under: entry.key) ? "" : ", `\(node.shortText)`"
        }
        return Finding(
          "duplicate-key", .error, at: place, keyPath: text(path + [.key(entry.key)]),
          "key `\(shown(entry.key))` is set a second time; Apple's reader takes the last"
            + (value ?? ""),
          help: "keep the one that is meant",
          related: [.init(file.location(before.keyPosition), "set here first")])
      }
    }
  }
}

extension PlistNode {
  /// Whether nothing can stand in it.
  fileprivate var isLeaf: Bool { !isDictionary && !isArray }
}
