import COpenSSL
import Findings

/// A CMS message (RFC 5652) as libcrypto reads it: DER, BER or PEM.
final class Message {
  /// What it is.
  enum Kind {
    case signed
    case enveloped
    /// Encrypted with a key that both sides know.
    case encrypted
    case other(String)
  }

  /// libcrypto's own.
  let pointer: OpaquePointer
  /// What it is.
  let kind: Kind
  /// Bytes before it that do not belong to it.
  let before: Int
  /// Bytes after it that do not belong to it.
  let after: Int
  /// Whether it is in text form.
  let isPEM: Bool

  /// Why there is none.
  struct Failure: Error {
    var message: String
    var help: String
  }

  /// Reads `bytes`, which `PlistKind` takes for a message.
  init(_ bytes: [UInt8]) throws(Failure) {
    let text = Self.text(bytes)
    isPEM = text != nil
    let start = text == nil ? try Self.start(of: bytes) : 0
    let body = text ?? (start == 0 ? bytes : Array(bytes[start...]))
    defer { ERR_clear_error() }
    guard let found = Crypto.decoding(body, { d2i_CMS_ContentInfo(nil, $0, $1) }) else {
      throw Self.damage(body)
    }
    pointer = found.value
    before = start
    after = body.count - found.count
    switch OBJ_obj2nid(CMS_get0_type(found.value)) {
    case NID_pkcs7_signed: kind = .signed
    case NID_pkcs7_enveloped, NID_id_smime_ct_authEnvelopedData: kind = .enveloped
    case NID_pkcs7_encrypted: kind = .encrypted
    default: kind = .other(Crypto.name(of: CMS_get0_type(found.value)))
    }
  }

  /// The type that DER names, whatever it is; nil where it is no message.
  static func type(of bytes: [UInt8]) -> String? {
    defer { ERR_clear_error() }
    guard let found = Crypto.decoding(bytes, { d2i_CMS_ContentInfo(nil, $0, $1) })?.value else {
      return nil
    }
    defer { CMS_ContentInfo_free(found) }
    return Crypto.name(of: CMS_get0_type(found))
  }

  deinit { CMS_ContentInfo_free(pointer) }

  private static let names: Set<String> = ["CMS", "PKCS7", "PKCS #7 SIGNED DATA"]

  /// The bytes in PEM text; nil where it is none.
  private static func text(_ bytes: [UInt8]) -> [UInt8]? {
    let rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard rest.first == UInt8(ascii: "-") else { return nil }
    return Crypto.pieces(ofPEM: rest, most: 16).first { names.contains($0.name) }?.bytes
  }

  /// Where the message begins: at the sequence whose first element names its type.
  private static func start(of bytes: [UInt8]) throws(Failure) -> Int {
    guard let type = PlistKind.messageType(bytes[...])?.place else {
      if PlistKind.isMessageTakenForText(bytes[...]) {
        throw Failure(
          message: "a signed or encrypted message (CMS) that was taken for text: every byte beyond"
            + " ASCII is lost", help: "get the file anew, as bytes; nothing can bring it back")
      }
      throw Failure(
        message: "the text form of a message (PEM) is damaged: nothing could be decoded",
        help: "get the file anew, as it was made")
    }
    for length in 2...6 where length <= type {
      let start = type - length
      guard bytes[start] == 0x30 else { continue }
      let size = bytes[start + 1]
      if size <= 0x80 ? length == 2 : Int(size) - 0x80 + 2 == length { return start }
    }
    throw Failure(
      message: "the signed or encrypted message (CMS) is damaged in its first bytes",
      help: "get the file anew; something on its way took it for text")
  }

  /// What is the matter with bytes that libcrypto does not read.
  private static func damage(_ bytes: [UInt8]) -> Failure {
    let reason = Crypto.reason()
    let help = "get the file anew, and compare its size with the sender's"
    if bytes.count > 2, bytes[1] > 0x80 {
      let count = Int(bytes[1]) - 0x80
      if count <= 6, bytes.count >= 2 + count {
        let length = bytes[2..<(2 + count)].reduce(0) { $0 << 8 | Int($1) } + 2 + count
        if length > bytes.count {
          return Failure(
            message: "the signed or encrypted message (CMS) is cut off: \(bytes.count) of"
              + " \(length) bytes are there", help: help)
        }
      }
    }
    return Failure(
      message: "the signed or encrypted message (CMS) is damaged or cut off: \(shown(reason))",
      help: help)
  }

  /// What the message carries as it stands, at most `limit` bytes; nil where it carries nothing.
  var content: [UInt8]? {
    var count = 0
    guard let start = copenssl_content(pointer, &count) else { return nil }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}
