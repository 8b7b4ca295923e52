import Glibc

/// A pattern that stands for paths: `*` and `?` within a name, `[a-z]` and `[!a-z]` for one
/// character, `**` for any number of folders.
struct Glob {
  /// Its parts, between slashes.
  private let parts: [[Unicode.Scalar]]
  private let isAbsolute: Bool

  /// nil where `path` holds none of `*`, `?` and `[`.
  init?(_ path: String) {
    guard path.unicodeScalars.contains(where: { "*?[".unicodeScalars.contains($0) }) else {
      return nil
    }
    isAbsolute = path.hasPrefix("/")
    parts = path.split(separator: "/").map { Array($0.unicodeScalars) }
  }

  /// Every path that it stands for, in the order of the names' bytes. Names that begin with a dot
  /// are meant only by a part that does; links to folders are followed by name, not by `**`.
  func paths(list: (String) -> [String]) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    // Of one folder and one part only one visit is of use, however `**` leads there.
    var visits: Set<String> = []
    var waiting: [(folder: String, part: Int)] = [(isAbsolute ? "/" : "", 0)]
    while let (folder, index) = waiting.popLast() {
      guard index < parts.count else {
        if seen.insert(folder).inserted { found.append(folder) }
        continue
      }
      guard visits.insert("\(index) \(folder)").inserted else { continue }
      waiting += steps(folder, index, list).reversed()
    }
    return found
  }

  private func steps(_ folder: String, _ index: Int, _ list: (String) -> [String])
    -> [(folder: String, part: Int)]
  {
    let part = parts[index]
    let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    if part == ["*", "*"] {
      let below = list(folder).filter { !$0.hasPrefix(".") && Self.isFolder(prefix + $0) }
      // At the end it stands for every file below as well.
      let files =
        index + 1 == parts.count
        ? list(folder).filter { !$0.hasPrefix(".") && !Self.isFolder(prefix + $0) }
          .map { (folder: prefix + $0, part: index + 1) } : []
      return (index + 1 < parts.count ? [(folder, index + 1)] : []) + files
        + below.map { (prefix + $0, index) }
    }
    guard part.contains(where: { "*?[".unicodeScalars.contains($0) }) else {
      let path = prefix + String(String.UnicodeScalarView(part))
      return access(path, F_OK) == 0 ? [(path, index + 1)] : []
    }
    return list(folder).filter { name in
      (!name.hasPrefix(".") || part.first == ".") && Self.matches(Array(name.unicodeScalars), part)
    }.map { (prefix + $0, index + 1) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a name is meant by one part: the last `*` tried is the only one gone back to, so that
  /// the time is at most the product of both lengths.
  static func matches(_ name: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    var place = 0
    var index = 0
    var star: (index: Int, place: Int)?
    while place < name.count {
      if index < part.count, part[index] == "*" {
        star = (index, place)
        index += 1
      } else if index < part.count, let next = step(name[place], part, index) {
        place += 1
        index = next
      } else if let last = star {
        star = (last.index, last.place + 1)
        index = last.index + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return part[index...].allSatisfy { $0 == "*" }
  }

  /// The place in the pattern after what takes `scalar`; nil where it does not.
  private static func step(_ scalar: Unicode.Scalar, _ part: [Unicode.Scalar], _ index: Int)
    -> Int?
  {
    if part[index] == "?" { return index + 1 }
    guard part[index] == "[", let end = classEnd(part, index) else {
      return part[index] == scalar ? index + 1 : nil
    }
    var inside = part[(index + 1)..<end]
    let isInverted = inside.first == "!" || inside.first == "^"
    if isInverted { inside = inside.dropFirst() }
    var isIn = false
    var at = inside.startIndex
    while at < inside.endIndex {
      if at + 2 < inside.endIndex, inside[at + 1] == "-" {
        isIn = isIn || inside[at].value <= scalar.value && scalar.value <= inside[at + 2].value
        at += 3
      } else {
        isIn = isIn || inside[at] == scalar
        at += 1
      }
    }
    return isIn != isInverted ? end + 1 : nil
  }

  /// The `]` that ends a class: not the first character in it.
  private static func classEnd(_ part: [Unicode.Scalar], _ index: Int) -> Int? {
    var first = index + 1
    if first < part.count, part[first] == "!" || part[first] == "^" { first += 1 }
    guard first + 1 < part.count else { return nil }
    return part[(first + 1)...].firstIndex(of: "]")
  }
}
