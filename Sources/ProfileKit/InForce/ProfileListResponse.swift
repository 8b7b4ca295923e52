public import Findings

/// A device's answer to `ProfileList`: the profiles that are installed on it.
///
/// Taken is the whole response as a server gets it (`ProfileList` beside `Status`), or the array
/// alone. Members by Apple's schema (`mdm/commands/profile.list.yaml`).
public struct ProfileListResponse: Sendable {
  /// One installed profile.
  public struct Entry: Sendable {
    /// `PayloadIdentifier`; nil where the list does not say it clearly.
    public let identifier: String?
    /// `PayloadUUID`; nil likewise.
    public let uuid: String?
    /// `PayloadDisplayName`.
    public let displayName: String?
    /// The types of its payloads; nil where the list does not say all of them, as for encrypted
    /// profiles.
    public let payloadTypes: [String]?
    /// Whether the management server installed it; nil where the device does not say.
    public let isManaged: Bool?
    /// Where it stands in the list.
    public let location: SourceLocation
    let keyPath: String

    /// Its identifier, else what else tells it from others.
    public var name: String { identifier ?? displayName ?? keyPath }
  }

  /// The file it stands in.
  public let path: String
  /// The profiles in the order listed.
  public let entries: [Entry]
  /// What is wrong with the list.
  public let findings: [Finding]
  /// Whether the device answered; otherwise the list says nothing of what is installed.
  public let isUsable: Bool
  /// The device by its own words, by the name of the member that says it.
  let device: [String: String]

  /// Reads a list; nil where the file is none.
  public init?(_ file: PlistFile) {
    guard let root = file.root, let list = Self.list(root) else { return nil }
    path = file.path
    device = MDMStatus.device(root)
    var findings = MDMStatus.findings(root, file)
    if root.repeatedKeys.contains("ProfileList") {
      findings.append(
        Finding(
          "response-not-usable", .error, at: file.location(list.position), keyPath: "ProfileList",
          "`ProfileList` stands twice: the response is not used"))
    }
    isUsable = findings.isEmpty
    entries = list.elements.enumerated().map { index, node in
      let keyPath = root.isDictionary ? "ProfileList[\(index)]" : "[\(index)]"
      let entry = Entry(node, at: file.location(node.position), keyPath)
      if let problem = entry.problem(node) { findings.append(problem) }
      return entry
    }
    self.findings = findings
  }

  private static func list(_ root: PlistNode) -> PlistNode? {
    if let list = root["ProfileList"], list.isArray { return list }
    let isList =
      root.elements.contains { $0["PayloadIdentifier"] != nil }
      && root.elements.allSatisfy {
        $0.isDictionary && $0["PayloadContent"]?["PayloadContent"] == nil
      }
    return isList ? root : nil
  }
}

extension ProfileListResponse.Entry {
  fileprivate static let decisive = [
    "PayloadIdentifier", "PayloadUUID", "PayloadContent", "IsEncrypted",
  ]

  fileprivate init(_ node: PlistNode, at location: SourceLocation, _ keyPath: String) {
    let isClear = Self.decisive.allSatisfy { !node.repeatedKeys.contains($0) }
    identifier = isClear ? node["PayloadIdentifier"]?.string : nil
    uuid = isClear ? node["PayloadUUID"]?.string : nil
    displayName = node["PayloadDisplayName"]?.string
    payloadTypes = isClear ? Self.payloadTypes(node) : nil
    isManaged = node["IsManaged"]?.boolean
    self.location = location
    self.keyPath = keyPath
  }

  /// What an entry says of its payloads; nil where it is encrypted or leaves one of them open.
  private static func payloadTypes(_ node: PlistNode) -> [String]? {
    if let encrypted = node["IsEncrypted"], encrypted.boolean != false { return nil }
    guard let content = node["PayloadContent"], content.isArray else { return nil }
    let types = content.elements.map { element in
      element.repeatedKeys.contains("PayloadType") ? nil : element["PayloadType"]?.string
    }
    return types.contains(nil) ? nil : types.compactMap { $0 }
  }

  fileprivate func problem(_ node: PlistNode) -> Finding? {
    let repeated = Self.decisive.first(where: node.repeatedKeys.contains)
    guard identifier == nil || uuid == nil else { return nil }
    return Finding(
      "response-not-understood", .error, at: location, keyPath: keyPath,
      (repeated.map { "`\($0)` stands twice in one installed profile" }
        ?? "expected `PayloadIdentifier` and `PayloadUUID` of an installed profile")
        + ": anything it may restrict is uncertain")
  }

  /// Whether it may restrict what a Restrictions payload can: unless the list names every payload,
  /// and none of them can.
  var mayRestrict: Bool {
    guard identifier != nil, uuid != nil, let payloadTypes else { return true }
    return payloadTypes.contains { type in
      // A slip of case or white space is for the device to judge; managed preferences hold any
      // domain.
      let name = type.filter { !$0.isWhitespace }.lowercased()
      return name == Payload.restrictionsType || name == "com.apple.managedclient.preferences"
    }
  }
}
