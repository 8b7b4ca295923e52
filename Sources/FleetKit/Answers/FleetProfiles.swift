import Findings
public import ProfileKit

/// The profiles at hand, and the names by which an inventory may call them.
public struct FleetProfiles: Sendable {
  /// The profiles in the order given, each once.
  public let profiles: [Profile]
  /// Files at hand that could not be read: of what they hold nothing is known but the name.
  public let unread: [String]
  private var byName: [String: [Int]] = [:]
  private var unreadByName: [String: [Int]] = [:]

  /// What a name stands for.
  enum Meaning: Hashable {
    case profile(Int)
    case nothing
    /// Several profiles that differ, or a file that could not be read, by their paths.
    case several([String])
  }

  /// Takes profiles, which an inventory may call by their path, their file name with or without its
  /// ending, or their `PayloadIdentifier`.
  /// - Parameter unread: the paths of files that could not be read; a name of one of them stands for
  ///   no other.
  public init(_ profiles: [Profile], unread: [String] = []) {
    let kept = profiles.filter { !$0.isBarePayload }
    self.profiles = kept
    self.unread =
      unread
      + profiles.lazy.filter(\.isBarePayload).map(\.path).filter {
        !unread.contains($0)
      }
    for (place, profile) in kept.enumerated() {
      for name in Set(Self.names(of: profile)) { byName[name, default: []].append(place) }
    }
    for (place, path) in self.unread.enumerated() {
      for name in Set(Self.names(ofFile: path)) {
        unreadByName[name, default: []].append(place)
      }
    }
  }

  private static func names(ofFile path: String) -> [String] {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    var names = [path, file]
    if let dot = file.lastIndex(of: "."), dot > file.startIndex {
      names.append(String(file[..<dot]))
    }
    return names
  }

  private static func names(of profile: Profile) -> [String] {
    var names = names(ofFile: profile.path)
    if let identifier = profile.identifier, !identifier.isEmpty { names.append(identifier) }
    return names
  }

  /// What `name` stands for; of profiles with the same content any will do.
  func meaning(of name: String) -> Meaning {
    let places = byName[name] ?? []
    let closed = (unreadByName[name] ?? []).map { unread[$0] }
    guard let first = places.first else { return closed.isEmpty ? .nothing : .several(closed) }
    let isOne = closed.isEmpty && places.allSatisfy { profiles[$0].isLike(profiles[first]) }
    return isOne ? .profile(first) : .several(places.map { profiles[$0].path } + closed)
  }

  private func isKnown(_ name: String) -> Bool {
    byName[name] != nil || unreadByName[name] != nil
  }

  /// The known name nearest to one that is not.
  func nearest(to name: String) -> String? { nearestName(to: name, among: byName.keys) }

  /// The short name of a profile: its file's without the ending.
  public func title(_ place: Int) -> String {
    let file = profiles[place].path.split(separator: "/").last.map(String.init) ?? ""
    guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }

  /// The names in one field: parted by `;`, `|` or newlines, else by blanks or commas where at least
  /// one of the parts is known. Those of a JSON list are parted already, and stay as they are.
  func names(in text: String) -> [String] {
    if text.utf8.last == JSONRow.separator {
      return text.split(separator: Character(JSONRow.separatorText)).map(trimmed)
    }
    let hard: Set<Character> = [";", "|", "\n", "\r", "\r\n"]
    let pieces = text.split(whereSeparator: hard.contains).map(trimmed).filter { !$0.isEmpty }
    if pieces.count == 1, InventoryValues.isNone(pieces[0]), !isKnown(pieces[0]) { return [] }
    return pieces.flatMap { piece -> [String] in
      if isKnown(piece) { return [piece] }
      let parts = piece.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
      let isSeveral = parts.count > 1 && parts.contains(where: isKnown)
      return isSeveral ? parts : [piece]
    }
  }
}
