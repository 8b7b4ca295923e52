import Findings

/// Names that are known, made ready for finding the one that a stranger was meant to be.
struct KnownNames {
  private let names: Set<String>
  private let lowered: [String: String]
  private let byLength: [Int: [(name: String, letters: [UInt8])]]
  private let longest: Int

  init(_ names: some Sequence<String>) {
    self.names = Set(names)
    let sorted = self.names.sorted()
    lowered = Dictionary(sorted.map { ($0.lowercased(), $0) }) { first, _ in first }
    byLength = Dictionary(
      grouping: sorted.map { ($0, Array($0.lowercased().utf8)) }, by: \.1.count)
    longest = byLength.keys.max() ?? 0
  }

  /// Whether `name` is one of them.
  func contains(_ name: String) -> Bool { names.contains(name) }

  /// The known name that differs from `name` by case alone.
  func sameButForCase(_ name: String) -> String? {
    isFar(name) ? nil : lowered[name.lowercased()]
  }

  /// The known name that `name` is a slip of: case, white space, or a letter or two.
  func slip(_ name: String) -> String? {
    if isFar(name.utf8.prefix(longest + 200).filter { $0 > 0x20 }) { return nil }
    let isPlain = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x80 }
    let small = name.lowercased()
    let tight = isPlain ? small : name.filter { !$0.isWhitespace }.lowercased()
    if let same = lowered[tight] { return same }
    if isFar(name) { return nil }
    let letters = Array(small.utf8)
    // The general search is generous; names of one family differ by whole words.
    let near = (letters.count - 2...letters.count + 2).flatMap { count in
      (byLength[count] ?? []).filter { candidate in
        let shared = zip(candidate.letters, letters).prefix { $0 == $1 }.count
        let tail = zip(candidate.letters.reversed(), letters.reversed()).prefix { $0 == $1 }.count
        return shared + tail + 2 >= min(candidate.letters.count, letters.count)
      }
    }
    return near.isEmpty ? nil : nearestName(to: name, among: near.map(\.name))
  }

  /// Whether it is too long for any of them.
  private func isFar(_ name: some Collection<UInt8>) -> Bool { name.count > longest + 2 }
  private func isFar(_ name: String) -> Bool {
    name.utf8.dropFirst(longest + 2).isEmpty == false
  }
}
