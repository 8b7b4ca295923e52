public import AuditKit
import Devices
public import PolicyFiles
import PolicyKit
import StrictJSON

/// A policy as a signed note: its canonical JSON on one line, and the signatures below.
public enum PolicyNote {
  /// So many bytes of a signed policy are read: what a compiled policy may have, which is more than
  /// others may, and room for signatures.
  static let limit = SavedPolicies.Limits.bytes + 1 << 16

  /// Whether `bytes` look like one: a line that starts with `{`, a blank one, and a signature.
  public static func isNote(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == UInt8(ascii: "{"), let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return false }
    return bytes[end...].starts(with: "\n\n— ".utf8)
  }

  static func read(_ bytes: [UInt8]) throws(NoteError) -> SignedNote {
    try SignedNote(parsing: bytes, limit: limit)
  }

  /// Signs what `document` holds.
  /// - Throws: `PolicyNodeError` where it has no canonical form, `NoteError` where it cannot be
  ///   signed.
  public static func sign(_ document: PolicyDocument, by key: SigningKey) throws -> SignedNote {
    try sign(canonical(document), by: key)
  }

  /// Signs what `node` holds, likewise.
  public static func sign(_ node: PolicyNode, by key: SigningKey) throws -> SignedNote {
    try sign(canonical(node), by: key)
  }

  private static func sign(_ canonical: [UInt8], by key: SigningKey) throws -> SignedNote {
    try SignedNote(signing: String(decoding: canonical, as: UTF8.self) + "\n", by: [key])
  }

  /// The canonical bytes (RFC 8785) of what `document` holds, which signatures and digests are
  /// about.
  static func canonical(_ document: PolicyDocument) throws(PolicyNodeError) -> [UInt8] {
    switch document.content {
    case .language(let node): try canonical(node)
    case .compiled(let saved, _): saved.bytes
    }
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
