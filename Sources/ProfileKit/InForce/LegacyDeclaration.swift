import Devices
public import Findings
import StrictJSON

/// A declarative configuration that carries a profile: `com.apple.configuration.legacy` or its
/// interactive form. It names the profile by an address; nothing is ever fetched.
///
/// Versions by Apple's schema (`declarative/declarations/configurations/legacy*.yaml`).
public struct LegacyDeclaration: Sendable {
  /// The file it stands in.
  public let path: String
  /// Its `Identifier`.
  public let identifier: String
  /// Whether the user is only asked to install the profile.
  public let isInteractive: Bool
  /// The address as written.
  public let profileURL: String
  /// Where the address stands.
  public let location: SourceLocation

  private static let type = "com.apple.configuration.legacy"
  private static let interactiveType = "com.apple.configuration.legacy.interactive"

  /// What a file of JSON turned out to be.
  public enum Reading: Sendable {
    /// No declaration: another kind of file.
    case other
    /// A declaration that carries no profile, of this type.
    case withoutProfile(String, Finding)
    /// One that carries a profile.
    case declaration(LegacyDeclaration)
    /// One that is wrong.
    case wrong(Finding)
  }

  /// Reads a file; whatever does not begin like JSON, or has no `Type`, is another kind of file.
  public static func read(_ bytes: [UInt8], path: String) -> Reading {
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard first == UInt8(ascii: "{"), let node = try? JSONNode(parsing: bytes),
      let type = node.member("Type"), let name = type.value.string
    else { return .other }
    guard name == Self.type || name == interactiveType else {
      return .withoutProfile(
        name,
        Finding(
          "declaration-without-profile", .notice, at: type.place(path), keyPath: "Type",
          "a declaration of type `\(shown(name))` carries no profile: nothing in it is a restriction"
            + " of the Restrictions payload"))
    }
    guard let url = node.member("Payload")?.member("ProfileURL"), let text = url.value.string else {
      return .wrong(
        Finding(
          "declaration-not-understood", .error,
          at: (node.member("Payload") ?? node).place(path), keyPath: "Payload",
          "expected `ProfileURL`, the address of the profile"))
    }
    return .declaration(
      LegacyDeclaration(
        path: path, identifier: node.member("Identifier")?.value.string ?? path,
        isInteractive: name == interactiveType, profileURL: text, location: url.place(path)))
  }

  /// The last part of the address, as a file would be called.
  public var fileName: String {
    let whole = profileURL.prefix { $0 != "?" && $0 != "#" }
    let address = whole.hasPrefix("file:") ? whole.dropFirst(5) : whole
    return String(address.split(separator: "/").last ?? "")
  }

  /// The one of `profiles` that the address means, by the name of its file; nil where none, or
  /// more than one, has it.
  public func profile(among profiles: [Profile]) -> Profile? {
    let found = profiles.filter { $0.path.split(separator: "/").last.map(String.init) == fileName }
    return found.count == 1 ? found.first : nil
  }

  /// What an address without a file means.
  public var unknownContent: Finding {
    Finding(
      "declaration-profile-unknown", .warning, at: location, keyPath: "Payload.ProfileURL",
      "no file given is called `\(shown(fileName))`, and nothing is fetched: what the profile of"
        + " this declaration restricts is uncertain",
      help: "give the profile as a file of that name beside the declaration")
  }

  /// What stands in the way of the profile because of how it gets to `device`.
  func obstacles(to profile: Profile, on device: Device, _ catalog: Catalog) -> [Obstacle] {
    var result: [Obstacle] = isInteractive ? [.offered] : []
    guard let first = introduced[device.platform.inSchema] else {
      return result + [.declarationNotOnPlatform(device.platform)]
    }
    if device.version.map({ $0 < first }) != false {
      result.append(.declarationNeeds(first, has: device.version))
    }
    let rejects =
      [.iOS, .iPadOS].contains(device.platform) || !isInteractive && device.platform == .tvOS
    if rejects, device.enrollment == .user {
      let forbidden = profile.payloads.compactMap(\.type).first { type in
        catalog.payload(type)?.support[device.platform.inSchema]?.userEnrollment == .forbidden
      }
      if let forbidden { result.append(.profileRejected(forbidden)) }
    }
    return result
  }

  private var introduced: [Platform: OSVersion] {
    var result: [Platform: OSVersion] = [
      .iOS: OSVersion(15), .macOS: OSVersion(13), .tvOS: OSVersion(16), .visionOS: OSVersion(1, 1),
    ]
    if !isInteractive { result[.watchOS] = OSVersion(10) }
    return result
  }
}

extension JSONNode {
  /// The value of a member; nil where this is no object or has none.
  fileprivate func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate func place(_ path: String) -> SourceLocation {
    SourceLocation(path: path, line: position.line, column: position.column)
  }
}
