extension PlistNode {
  /// Whether it says the same, wherever its parts stand.
  func saysTheSame(as other: PlistNode) -> Bool {
    switch (kind, other.kind) {
    case (.dictionary, .dictionary):
      let mine = effectiveEntries
      let others = Dictionary(other.entries.map { ($0.key, $0.value) }) { $1 }
      return mine.count == others.count
        && mine.allSatisfy { others[$0.key]?.saysTheSame(as: $0.value) ?? false }
    case (.array(let mine), .array(let others)):
      return mine.count == others.count && zip(mine, others).allSatisfy { $0.saysTheSame(as: $1) }
    case (.real(let mine), .real(let other)): return mine == other || mine.isNaN && other.isNaN
    default: return kind == other.kind
    }
  }

  /// Visits every value that is neither a dictionary nor an array, with the key it stands under
  /// and the path of keys to it.
  func eachLeaf(_ keyPath: String, _ visit: (PlistNode, Leaf) -> Void) {
    walk(Leaf(key: "", entry: nil, path: .init(keyPath)), visit)
  }

  private func walk(_ leaf: Leaf, _ visit: (PlistNode, Leaf) -> Void) {
    if isDictionary {
      for entry in lazyEntries {
        entry.value.walk(
          Leaf(key: entry.key, entry: entry, path: .init(entry.key, in: leaf.path)), visit)
      }
    } else if isArray {
      for (index, element) in lazyElements.enumerated() {
        element.walk(
          Leaf(key: leaf.key, entry: nil, path: .init(index, in: leaf.path)), visit)
      }
    } else {
      visit(self, leaf)
    }
  }

  /// Where a single value stands.
  struct Leaf {
    /// The nearest key above it.
    let key: String
    /// The entry it is the value of; nil for an element of an array.
    let entry: PlistEntry?
    fileprivate let path: Path

    /// The path of keys to it.
    var keyPath: String { path.text }

    /// The keys down to it, `[]` for an array's element.
    var steps: [String] {
      var steps: [String] = []
      var step = path
      while let above = step.above {
        steps.append(step.index == nil ? step.part : "[]")
        step = above
      }
      return steps.reversed()
    }

    /// The nearest key that is `wanted` and holds a dictionary it stands in, to any depth.
    func holder(_ wanted: (String) -> Bool) -> (key: String, keyPath: String)? {
      var step = path
      var isOwnKey = true
      while let above = step.above {
        if step.index == nil {
          if !isOwnKey, wanted(step.part) { return (step.part, step.text) }
          isOwnKey = false
        }
        step = above
      }
      return nil
    }
  }

  /// A path of keys, written out only where a finding needs it.
  fileprivate final class Path {
    let part: String
    let index: Int?
    let above: Path?

    init(_ text: String) { (part, index, above) = (text, nil, nil) }
    init(_ key: String, in above: Path) { (part, index, self.above) = (key, nil, above) }
    init(_ index: Int, in above: Path) { (part, self.index, self.above) = ("", index, above) }

    var text: String {
      var parts: [String] = []
      var step: Path? = self
      while let here = step {
        if let index = here.index {
          parts.append("[\(index)]")
        } else if !here.part.isEmpty {
          parts.append(here.above == nil ? here.part : "." + shown(here.part, 200))
        }
        step = here.above
      }
      let text = parts.reversed().joined()
      return text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
  }
}
