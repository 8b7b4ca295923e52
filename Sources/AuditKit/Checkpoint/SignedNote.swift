/// Why a text is no signed note, or its signatures do not hold.
public enum NoteError: Error, Equatable, CustomStringConvertible {
  /// The text is not a signed note; the reason is given.
  case form(String)
  /// A signature of a known key is false: the text is not what that key signed.
  case falseSignature(KeyIdentity)
  /// None of the given keys signed the text; the names that did are given.
  case unknownKeys([KeyIdentity])
  /// The text cannot be signed; the reason is given.
  case unsignable(String)

  /// One line, lower case, no full stop.
  public var description: String {
    switch self {
    case .form(let reason): "not a signed note: \(reason)"
    case .falseSignature(let key):
      "the signature of `\(Shown.text(key.name))` (\(key.hexID)) is false: the text is not what that key signed"
    case .unknownKeys(let keys):
      "signed by \(keys.prefix(4).map { "`\(Shown.text($0.name))` (\($0.hexID))" }.joined(separator: ", ")), not by the key given"
    case .unsignable(let reason): "cannot sign this text: \(reason)"
    }
  }
}

/// A text with signatures below it (C2SP signed-note). Nothing in it is to be believed before
/// `open` has checked a signature.
public struct SignedNote: Sendable, Hashable {
  /// One signature line.
  public struct Signature: Sendable, Hashable {
    /// Whose it says it is.
    public let key: KeyIdentity
    /// The bytes after the key's number.
    public let bytes: [UInt8]
  }

  /// The signed text, with its last newline.
  public let text: String
  /// The signature lines, in their order.
  public let signatures: [Signature]

  /// Signs a text, which must end in a newline.
  public init(signing text: String, by keys: [SigningKey]) throws(NoteError) {
    if let reason = Self.refusal(text) { throw .unsignable(reason) }
    var signatures: [Signature] = []
    for key in keys {
      guard let bytes = key.sign(Array(text.utf8)) else {
        throw .unsignable("OpenSSL refused the key `\(Shown.text(key.identity.name))`")
      }
      signatures.append(Signature(key: key.identity, bytes: bytes))
    }
    guard !signatures.isEmpty else { throw .unsignable("no key was given") }
    self.text = text
    self.signatures = signatures
  }

  /// Reads a note, strictly: at most `limit` bytes, 64 KiB unless told otherwise, and 100 signatures.
  public init(parsing note: some Collection<UInt8>, limit: Int = 1 << 16) throws(NoteError) {
    guard note.count <= limit else { throw .form("more than \(limit >> 10) KiB") }
    guard let whole = String(validating: Array(note), as: UTF8.self) else {
      throw .form("not UTF-8")
    }
    try self.init(whole)
  }

  /// Reads a note, strictly: at most 64 KiB and 100 signatures.
  public init(parsing note: String) throws(NoteError) { try self.init(parsing: Array(note.utf8)) }

  private init(_ note: String) throws(NoteError) {
    let bytes = Array(note.utf8)
    if let reason = Self.refusal(note) { throw .form(reason) }
    let newline = UInt8(ascii: "\n")
    let blank = (1..<max(1, bytes.count)).last { bytes[$0] == newline && bytes[$0 - 1] == newline }
    guard let blank else {
      throw .form("no blank line between the text and the signatures")
    }
    text = String(decoding: bytes[..<blank], as: UTF8.self)
    let lines = bytes[(blank + 1)...].split(separator: newline, omittingEmptySubsequences: false)
    guard lines.count > 1 else { throw .form("no signature below the text") }
    guard lines.count <= 101 else { throw .form("more than 100 signatures") }
    var signatures: [Signature] = []
    for line in lines.dropLast() { signatures.append(try Self.signature(line)) }
    self.signatures = signatures
  }

  private static func signature(_ line: ArraySlice<UInt8>) throws(NoteError) -> Signature {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let name = parts.count == 3 ? String(decoding: parts[1], as: UTF8.self) : ""
    guard parts.count == 3, parts[0].elementsEqual("—".utf8), KeyIdentity.isName(name),
      let bytes = Base64.bytes(String(decoding: parts[2], as: UTF8.self)), bytes.count > 4
    else { throw .form("a line below the text is not `— name base64`") }
    let id = bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Signature(key: KeyIdentity(name: name, id: id), bytes: Array(bytes.dropFirst(4)))
  }

  private static func refusal(_ text: String) -> String? {
    if text.utf8.last != UInt8(ascii: "\n") { return "the last line has no newline" }
    if text.utf8.contains(where: { $0 < 0x20 && $0 != UInt8(ascii: "\n") }) {
      return "a control character"
    }
    return nil
  }

  /// The note as it is kept and sent.
  public var noteText: String {
    signatures.reduce(into: text + "\n") {
      $0 += "— \($1.key.name) \(Base64.text(KeyIdentity.bytes($1.key.id) + $1.bytes))\n"
    }
  }

  /// Checks the signatures, and gives the keys that signed.
  ///
  /// Lines of unknown keys are passed over; the first false signature of a known key, and a note
  /// that no known key signed, are errors.
  @discardableResult
  public func open(with keys: [VerificationKey]) throws(NoteError) -> [VerificationKey] {
    var signers: [VerificationKey] = []
    for signature in signatures {
      guard let key = keys.first(where: { $0.identity == signature.key }) else { continue }
      guard
        Ed25519.verify(signature.bytes, of: Array(text.utf8), publicKey: key.publicKey)
      else { throw .falseSignature(key.identity) }
      if !signers.contains(key) { signers.append(key) }
    }
    if signers.isEmpty { throw .unknownKeys(signatures.map(\.key)) }
    return signers
  }
}
