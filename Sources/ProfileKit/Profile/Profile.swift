public import Findings

/// A configuration profile as it was written: nothing in it has been checked.
///
/// Fields that Apple requires are optional here, and nil as well where they have another type;
/// the rules say so.
public struct Profile: Sendable {
  /// The file as the caller named it.
  public let path: String
  /// The top dictionary.
  public let node: PlistNode
  /// Whether the file is a lone payload dictionary that a profile would carry.
  public let isBarePayload: Bool
  /// Whether Apple's reader takes the file.
  public let coreFoundationReads: Bool
  /// The payloads in the order written, no more than `mostPayloads`.
  public let payloads: [Payload]
  /// The first element of `PayloadContent` after the most payloads; nil where there are no more.
  let firstUnchecked: PlistNode?
  /// How many payloads of one profile are looked at: real ones have some hundred.
  public static let mostPayloads = 30_000
  /// Whether payloads are encrypted in it that nobody opened: what it sets is not known.
  public let isLocked: Bool
  /// What of its wrappings makes devices refuse it.
  let damage: [Refusal]
  /// Whether it has more levels of nesting than Apple's reader takes on iOS.
  let isTooDeepForIOS: Bool

  /// Reads a profile from a property list; nil where it is not one: no dictionary, or neither a
  /// `PayloadType` nor a `PayloadContent`.
  public init?(_ file: PlistFile) {
    guard let root = file.root, root.isDictionary else { return nil }
    let type = root["PayloadType"]?.string
    let content = root["PayloadContent"]
    let isArray = content?.typeName == "array"
    guard type != nil || isArray else { return nil }
    path = file.path
    node = root
    coreFoundationReads = file.coreFoundationReads == true
    isLocked =
      root[PlistFile.encryptedKey] != nil
      || root["IsEncrypted"]?.coercedBoolean == true && content == nil
    damage = file.refusals
    isTooDeepForIOS = root.first(atLevel: 129) != nil
    identifier = root["PayloadIdentifier"]?.string
    isBarePayload = type != nil && type != Self.type && !isArray
    if isBarePayload {
      payloads = [Payload(node: root, index: 0, isLone: true, path: file.path)]
      firstUnchecked = nil
    } else {
      var payloads: [Payload] = []
      var unchecked: PlistNode?
      for (index, node) in (content?.lazyElements ?? PlistElements()).enumerated()
      where node.isDictionary {
        if payloads.count == Self.mostPayloads {
          unchecked = node
          break
        }
        payloads.append(
          Payload(node: node, index: index, path: file.path))
      }
      self.payloads = payloads
      firstUnchecked = unchecked
    }
  }

  /// The `PayloadType` of every profile.
  public static let type = "Configuration"

  /// `PayloadIdentifier`; a device replaces an installed profile that has the same.
  public let identifier: String?
  /// `PayloadUUID`.
  public var uuid: String? { node["PayloadUUID"]?.string }
  /// `PayloadVersion`.
  public var version: Int64? { node["PayloadVersion"]?.integer }
  /// `PayloadDisplayName`.
  public var displayName: String? { node["PayloadDisplayName"]?.string }
  /// `PayloadScope`: `System` or `User`.
  public var scope: String? { node["PayloadScope"]?.string }

  /// Whether devices make the same of both: the same content, in wrappings that do the same to it.
  public func isLike(_ other: Profile) -> Bool {
    node == other.node && coreFoundationReads == other.coreFoundationReads
      && damage == other.damage
  }

  /// The place of `position` in this profile's file.
  public func location(_ position: TextPosition) -> SourceLocation {
    SourceLocation(path: path, line: position.line, column: position.column)
  }
}

/// One payload of a profile.
public struct Payload: Sendable {
  /// A payload is passed from hand to hand, and kept with each of its keys.
  private let facts: Facts

  private final class Facts: Sendable {
    let node: PlistNode
    let index: Int
    /// nil for an element of `PayloadContent`: a profile may have very many.
    let keyPath: String?
    let path: String
    let isManagedSettings: Bool
    let type: String?
    let identifier: String?

    init(
      _ node: PlistNode, _ index: Int, keyPath: String?, path: String, isManagedSettings: Bool,
      type: String?, identifier: String?
    ) {
      self.node = node
      self.index = index
      self.keyPath = keyPath
      self.path = path
      self.isManagedSettings = isManagedSettings
      self.type = type
      self.identifier = identifier
    }
  }

  /// Its dictionary.
  public var node: PlistNode { facts.node }
  /// Its place in `PayloadContent`, from 0.
  public var index: Int { facts.index }
  /// The path of keys to it, such as `PayloadContent[0]`; empty for a lone payload.
  public var keyPath: String { facts.keyPath ?? "PayloadContent[\(facts.index)]" }
  /// The file it stands in.
  public var path: String { facts.path }
  /// Whether these are settings of a preference domain inside a managed-preferences payload.
  var isManagedSettings: Bool { facts.isManagedSettings }

  /// `PayloadType`, white space and all.
  public var type: String? { facts.type }
  /// `PayloadIdentifier`.
  public var identifier: String? { facts.identifier }
  /// `PayloadUUID`.
  public var uuid: String? { node["PayloadUUID"]?.string }
  /// `PayloadVersion`.
  public var version: Int64? { node["PayloadVersion"]?.integer }
  /// `PayloadDisplayName`.
  public var displayName: String? { node["PayloadDisplayName"]?.string }

  /// The payload that is a whole file, or an element of `PayloadContent`.
  init(node: PlistNode, index: Int, isLone: Bool = false, path: String) {
    // Asked for with each key of the payload, of which there may be many.
    facts = Facts(
      node, index, keyPath: isLone ? "" : nil, path: path, isManagedSettings: false,
      type: node["PayloadType"]?.string, identifier: node["PayloadIdentifier"]?.string)
  }

  /// Settings of a preference domain that stand for a payload of that type.
  init(settings: PlistNode, of domain: String, index: Int, keyPath: String, path: String) {
    facts = Facts(
      settings, index, keyPath: keyPath, path: path, isManagedSettings: true, type: domain,
      identifier: nil)
  }

  /// The payload type that carries restrictions.
  public static let restrictionsType = "com.apple.applicationaccess"

  /// Whether this is a Restrictions payload.
  public var isRestrictions: Bool { type == Self.restrictionsType }

  /// The path of keys to the value of `key`.
  public func keyPath(_ key: String) -> String {
    keyPath.isEmpty ? shown(key, 200) : "\(keyPath).\(shown(key, 200))"
  }

  /// The place of `position` in the payload's file.
  public func location(_ position: TextPosition) -> SourceLocation {
    SourceLocation(path: path, line: position.line, column: position.column)
  }

  /// The place of the value's key, or of the payload where it has no such key.
  public func location(of key: String) -> SourceLocation {
    location(node.entry(key)?.keyPosition ?? node.position)
  }
}
