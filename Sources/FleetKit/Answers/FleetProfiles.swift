import Findings
public import ProfileKit

/// The profiles at hand, and the names by which an inventory may call them.
public struct FleetProfiles: Sendable {
  /// The profiles in the order given, each once.
  public let profiles: [Profile]
  private var byName: [String: [Int]] = [:]

  /// What a name stands for.
  enum Meaning: Hashable {
    case profile(Int)
    case nothing
    /// Several profiles that differ.
    case several([Int])
  }

  /// Takes profiles, which an inventory may call by their path, their file name with or without its
  /// ending, or their `PayloadIdentifier`.
  public init(_ profiles: [Profile]) {
    let kept = profiles.filter { !$0.isBarePayload }
    self.profiles = kept
    for (place, profile) in kept.enumerated() {
      for name in Set(Self.names(of: profile)) { byName[name, default: []].append(place) }
    }
  }

  private static func names(of profile: Profile) -> [String] {
    let file = profile.path.split(separator: "/").last.map(String.init) ?? profile.path
    var names = [profile.path, file]
    if let dot = file.lastIndex(of: "."), dot > file.startIndex {
      names.append(String(file[..<dot]))
    }
    if let identifier = profile.identifier, !identifier.isEmpty { names.append(identifier) }
    return names
  }

  /// What `name` stands for; of profiles with the same content any will do.
  func meaning(of name: String) -> Meaning {
    guard let places = byName[name], let first = places.first else { return .nothing }
    let isOne = places.allSatisfy { profiles[$0].isLike(profiles[first]) }
    return isOne ? .profile(first) : .several(places)
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
  /// one of the parts is known.
  func names(in text: String) -> [String] {
    let hard: Set<Character> = [";", "|", "\n", "\r", "\r\n", Character(JSONRow.separator)]
    let isList = text.contains(Character(JSONRow.separator))
    return text.split(whereSeparator: hard.contains).map(trimmed).filter { !$0.isEmpty }.flatMap {
      piece -> [String] in
      if isList || byName[piece] != nil { return [piece] }
      let parts = piece.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)
      let isSeveral = parts.count > 1 && parts.contains { byName[$0] != nil }
      return isSeveral ? parts : [piece]
    }
  }
}
