public import AuditKit
import Devices
public import PolicyFiles
import PolicyKit
import StrictJSON

/// A policy as a signed note: its canonical JSON on one line, and the signatures below.
public enum PolicyNote {
  /// So many bytes of a signed policy are read: the text's own limit, and room for signatures.
  static let limit = PolicyTextLimits().bytes + 1 << 16

  /// Whether `bytes` look like one: a line that starts with `{`, a blank one, and a signature.
  public static func isNote(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "{"), let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return false }
    return bytes[end...].starts(with: "\n\n— ".utf8)
  }

  static func read(_ bytes: [UInt8]) throws(NoteError) -> SignedNote {
    try SignedNote(parsing: bytes, limit: limit)
  }

  /// Signs what `node` holds.
  /// - Throws: `PolicyNodeError` where it has no canonical form, `NoteError` where it cannot be
  ///   signed.
  public static func sign(_ node: PolicyNode, by key: SigningKey) throws -> SignedNote {
    try SignedNote(signing: String(decoding: canonical(node), as: UTF8.self) + "\n", by: [key])
  }

  /// The canonical bytes (RFC 8785) of what `node` holds, which signatures and digests are about.
  public static func canonical(_ node: PolicyNode) throws(PolicyNodeError) -> [UInt8] {
    do { return try node.json().canonicalBytes() } catch let error as PolicyNodeError {
      throw error
    } catch {
      throw node.error("this has no canonical form: \(error)")
    }
  }
}

/// One release of a policy, by which it is told whether another may follow it.
public struct PolicyRelease: Sendable, Hashable {
  /// Whose it is and what it is called, such as `organisation/clinic-baseline`.
  public let name: String
  /// Its version as written.
  public let version: String
  /// SHA-256 of the canonical bytes, in lower-case hexadecimal.
  public let digest: String
  private let numbers: OSVersion

  /// Makes a release; nil where `version` is not one to four numbers joined by dots.
  public init?(name: String, version: String, digest: String) {
    guard let numbers = OSVersion(version) else { return nil }
    self.name = name
    self.version = version
    self.digest = digest
    self.numbers = numbers
  }

  /// The release that `document` is.
  /// - Throws: `PolicyNodeError` where its version cannot be compared with another.
  public init(_ document: PolicyDocument) throws(PolicyNodeError) {
    let map = try document.node.map()
    let layer =
      document.isBreakGlass
      ? "break-glass" : try map["layer"]?.string() ?? LayerKind.organisation.rawValue
    let node = try map.required("version")
    let version = try node.string()
    guard let numbers = OSVersion(version) else {
      throw node.error(
        "expected a version of one to four numbers joined by dots, found `\(version)`",
        help: "only such versions can be held against each other, as in \"2026.11\"",
        rule: .policyUnknownValue)
    }
    name = "\(layer)/\(try map.required("name").string())"
    self.version = version
    digest = SHA256.hex(try PolicyNote.canonical(document.node))
    self.numbers = numbers
  }

  /// Why this release may not follow `previous`; nil where it may.
  public func refusal(after previous: PolicyRelease) -> String? {
    if name != previous.name {
      return "`\(name)` is another policy than `\(previous.name)`"
    }
    if numbers < previous.numbers {
      return "version \(version) would go back behind \(previous.version)"
    }
    if numbers == previous.numbers, digest != previous.digest {
      return "version \(version) is known already, with other content; a change needs a new version"
    }
    return nil
  }
}
