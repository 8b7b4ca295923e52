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
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard beginsLikeJSON(bytes) else { return .other }
    let node: JSONNode
    do { node = try JSONNode(parsing: bytes) } catch {
      let place = SourceLocation(
        path: path, line: error.position.line, column: error.position.column)
      return .wrong(
        Finding(
          "declaration-not-understood", .error, at: place,
          "this begins like JSON and is none: \(error.message)"))
    }
    guard let type = node.member("Type"), let name = type.value.string else { return .other }
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

  /// Whether bytes begin with an object and the name of a member: `{ "a" = b; }` is a property list
  /// of the old kind.
  private static func beginsLikeJSON(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    let skipBlanks = { (rest: inout ArraySlice<UInt8>) in
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
    skipBlanks(&rest)
    guard rest.popFirst() == UInt8(ascii: "{") else { return false }
    skipBlanks(&rest)
    guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
    }
    skipBlanks(&rest)
    return rest.first == UInt8(ascii: ":")
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
