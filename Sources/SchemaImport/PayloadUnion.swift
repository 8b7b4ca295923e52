import Devices
import Findings

/// A payload type as all files that share it describe it: what any of them has is there, and
/// required is what all require.
struct PayloadUnion {
  typealias PlatformWords = [(platform: Platform, words: [String])]

  let type: String
  private(set) var support: PlatformWords = []
  private(set) var keys: [SchemaKey] = []
  private(set) var groups: [Int: [SchemaKey]] = [:]
  private var joined: [Pair: Int] = [:]
  /// The pairs whose list is still to be made: lists may stand in each other very deep.
  private var waiting: [Pair] = []
  private var next = 0

  private struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  /// Joins `files`, which share a type.
  init(_ files: [SchemaFile]) {
    type = files.first?.type ?? ""
    support = Self.common(files.map(\.support))
    for (index, file) in files.enumerated() {
      let own = renumbered(file)
      let top = own.map { key in
        var key = key
        key.support = self.inside(key.support, of: file.support)
        return key
      }
      keys = index == 0 ? top : join(keys, top)
      while let pair = waiting.popLast() {
        groups[joined[pair] ?? 0] = join(groups[pair.first] ?? [], groups[pair.second] ?? [])
      }
    }
    clean()
  }

  /// The keys of `file` with numbers for their groups that no other file has.
  private mutating func renumbered(_ file: SchemaFile) -> [SchemaKey] {
    let offset = next
    func moved(_ keys: [SchemaKey]) -> [SchemaKey] {
      keys.map { key in
        var key = key
        if let group = key.group { key.group = (group.id + offset, group.label) }
        return key
      }
    }
    for (id, keys) in file.groups {
      groups[id + offset] = moved(keys)
      next = max(next, id + offset + 1)
    }
    return moved(file.keys)
  }

  /// What every file says of the payload, so that no key is denied what its own file allows.
  private static func common(_ all: [PlatformWords]) -> PlatformWords {
    Platform.allCases.compactMap { platform in
      let said = all.compactMap { words in words.first { $0.platform == platform }?.words }
        .filter { $0.first != "none" }
      guard var result = said.first else { return nil }
      for other in said.dropFirst() {
        let versions = [result, other].compactMap { $0.first.flatMap { OSVersion($0) } }
        let kept = result.dropFirst().filter { other.dropFirst().contains($0) }
        result = [versions.min().map { "\($0)" } ?? ""] + kept
      }
      return (platform, result)
    }.sorted { $0.platform.rawValue < $1.platform.rawValue }
  }

  /// The change that gives a key of a file with `own` support what it has there.
  private func inside(_ change: PlatformWords, of own: PlatformWords) -> PlatformWords {
    var result = change
    for (platform, common) in support {
      let file = own.first { $0.platform == platform }?.words ?? ["none"]
      guard file != common else { continue }
      let place = result.firstIndex { $0.platform == platform }
      let words = place.map { result[$0].words } ?? [""]
      let said = { (word: String) in
        !CatalogWriter.usual.contains(word) && !common.dropFirst().contains(word)
      }
      var full = words
      if words.first == "" || words.first == nil {
        full = file.first == "none" ? ["none"] : file.filter(said) + words.dropFirst()
      } else if words.first != "none", file.first != "none" {
        full = Array(words.prefix(1)) + file.dropFirst().filter(said) + words.dropFirst()
      }
      if let place { result[place].words = full } else { result.append((platform, full)) }
    }
    return result
  }

  /// The keys of two dictionaries of which either may stand in a place.
  private mutating func join(_ first: [SchemaKey], _ second: [SchemaKey]) -> [SchemaKey] {
    var result = first
    for index in result.indices {
      if let other = second.first(where: { $0.name == result[index].name }) {
        result[index] = join(result[index], other)
      } else {
        result[index].isRequired = false
      }
    }
    for var key in second where !first.contains(where: { $0.name == key.name }) {
      key.isRequired = false
      result.append(key)
    }
    return result
  }

  private mutating func join(_ first: SchemaKey, _ second: SchemaKey) -> SchemaKey {
    var result = first
    result.isRequired = first.isRequired && second.isRequired
    let types = first.type.split(separator: "|")
    let new = second.type.split(separator: "|").filter { !types.contains($0) }
    result.type = (types + new).joined(separator: "|")
    result.words = first.words.compactMap { word in
      guard let other = second.words.first(where: { $0.name == word.name }) else { return nil }
      if other.value == word.value { return word }
      guard word.name == "values" else { return nil }
      let known = word.value.split(separator: "|")
      let new = other.value.split(separator: "|").filter { !known.contains($0) }
      return ("values", (known + new).joined(separator: "|"))
    }
    if let one = first.group, let other = second.group {
      result.group = (join(one.id, other.id), one.label)
    } else {
      result.group = first.group ?? second.group
    }
    return result
  }

  private mutating func join(_ first: Int, _ second: Int) -> Int {
    let pair = Pair(first: first, second: second)
    if let known = joined[pair] { return known }
    let id = next
    next += 1
    joined[pair] = id
    waiting.append(pair)
    return id
  }

  /// Drops what is said of platforms that neither the payload nor any key has.
  private mutating func clean() {
    var had = Set(support.filter { $0.words.first != "none" }.map(\.platform))
    for key in keys + groups.values.joined() {
      for (platform, words) in key.support where OSVersion(words.first ?? "") != nil {
        had.insert(platform)
      }
    }
    func cleaned(_ keys: [SchemaKey]) -> [SchemaKey] {
      keys.map { key in
        var key = key
        key.support = key.support.filter { had.contains($0.platform) && $0.words != [""] }
        return key
      }
    }
    support = support.filter { $0.words.first != "none" }
    keys = cleaned(keys)
    groups = groups.mapValues(cleaned)
  }
}
