/// Why a text is no key, or a key cannot be used.
public enum KeyError: Error, Equatable, CustomStringConvertible {
  /// The name is empty or holds a space, a control character or a plus.
  case name(String)
  /// The text does not have the form of such a key; the form is given.
  case form(String)
  /// The identifier in the text is not that of the key in it: a mistyped or changed key.
  case identifier(String)
  /// A key for another kind of signature than Ed25519.
  case algorithm(UInt8)
  /// The file with the secret key can be read or written by others than its owner.
  case exposed(path: String)
  /// A signing key where the public one is meant; the file, if it is one.
  case secret(path: String?)
  /// A public key where the signing key is meant; the file, if it is one.
  case notSecret(path: String?)
  /// What is wrong with the key in a file.
  indirect case inFile(path: String, KeyError)
  /// A file failed.
  case file(FileError)

  /// One line, lower case, no full stop.
  public var description: String {
    switch self {
    case .name(let name):
      "`\(Shown.text(name))` cannot name a key: a name has no spaces, no control characters and no plus"
    case .form(let form): "this is not a key of the form `\(form)`"
    case .identifier(let name):
      "the key `\(Shown.text(name))` does not fit its own identifier: it was mistyped or changed"
    case .algorithm(let number): "a key of kind \(number); only Ed25519 (1) is known"
    case .exposed(let path):
      "others than the owner can reach the signing key `\(Shown.text(path))`; run: chmod 600 \(Shown.text(path))"
    case .secret(let path):
      "expected a public key, found a signing key\(Self.place(path)), which is to stay secret"
        + (path.map { "; the public one is in `\(Shown.text($0 + ".pub"))` where it was made" }
          ?? "")
    case .notSecret(let path):
      "expected a signing key, found a public key\(Self.place(path)), which signs nothing"
        + (path.flatMap(Self.beside).map { "; the signing key is in `\($0)` where it was made" }
          ?? "")
    case .inFile(let path, let error): "`\(Shown.text(path))`: \(error)"
    case .file(let error): error.description
    }
  }

  private static func place(_ path: String?) -> String {
    path.map { " in `\(Shown.text($0))`" } ?? ""
  }

  private static func beside(_ path: String) -> String? {
    path.hasSuffix(".pub") && path.utf8.count > 4 ? Shown.text(String(path.dropLast(4))) : nil
  }
}

extension KeyError {
  /// The same about the key in the file at `path`.
  func placed(in path: String) -> KeyError {
    switch self {
    case .secret: .secret(path: path)
    case .notSecret: .notSecret(path: path)
    case .exposed, .file, .inFile: self
    case .name, .form, .identifier, .algorithm: .inFile(path: path, self)
    }
  }
}

/// The name and number that a signature line is found by (C2SP signed-note).
public struct KeyIdentity: Sendable, Hashable {
  /// The name, such as `example.org/laptop-17`.
  public let name: String
  /// The first four bytes of SHA-256(name, newline, 0x01, public key), big end first.
  public let id: UInt32

  /// Whether both are the same to the byte.
  public static func == (left: KeyIdentity, right: KeyIdentity) -> Bool {
    left.id == right.id && left.name.isSame(as: right.name)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(bytesOf: name)
  }

  /// The number in eight hexadecimal digits.
  public var hexID: String { Hexadecimal.text(Self.bytes(id)) }

  init(name: String, publicKey: [UInt8]) throws(KeyError) {
    guard KeyIdentity.isName(name) else { throw .name(name) }
    self.name = name
    id = SHA256.digest(Array(name.utf8) + [0x0A, Self.ed25519] + publicKey).bytes.prefix(4)
      .reduce(0) { $0 << 8 | UInt32($1) }
  }

  init(name: String, id: UInt32) {
    self.name = name
    self.id = id
  }

  static let ed25519: UInt8 = 1

  static func bytes(_ id: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: id >> $0) }
  }

  static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0 != "+" && !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F
      }
  }

  /// Reads `name+hex+base64`; the last part may itself hold a plus.
  fileprivate static func fields(_ text: Substring, form: String) throws(KeyError)
    -> (name: String, id: String, key: [UInt8])
  {
    let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].utf8.count == 8, let bytes = Base64.bytes(parts[2]),
      let kind = bytes.first
    else { throw .form(form) }
    guard kind == Self.ed25519 else { throw .algorithm(kind) }
    guard bytes.count == 33 else { throw .form(form) }
    return (String(parts[0]), String(parts[1]), Array(bytes.dropFirst()))
  }
}

/// The key that checks a log's signatures; it may be known to all.
public struct VerificationKey: Sendable, Hashable, CustomStringConvertible {
  /// Its name and number.
  public let identity: KeyIdentity
  let publicKey: [UInt8]

  init(name: String, publicKey: [UInt8]) throws(KeyError) {
    identity = try KeyIdentity(name: name, publicKey: publicKey)
    self.publicKey = publicKey
  }

  /// Reads `name+hex+base64`, the form of the C2SP note tools; space and newlines at the end are
  /// left out of account.
  public init(parsing text: String) throws(KeyError) {
    let form = "name+hex+base64"
    let text = Shown.trimmed(text)
    guard !text.utf8.starts(with: SigningKey.mark.utf8) else { throw .secret(path: nil) }
    let fields = try KeyIdentity.fields(text, form: form)
    try self.init(name: fields.name, publicKey: fields.key)
    guard identity.hexID.isSame(as: fields.id) else { throw .identifier(fields.name) }
  }

  /// Reads the file that holds such a text.
  public init(contentsOf path: String) throws(KeyError) {
    let bytes: [UInt8]
    do { bytes = try PrivateFile.read(path, limit: 4096) } catch { throw .file(error) }
    do throws(KeyError) { try self.init(parsing: String(decoding: bytes, as: UTF8.self)) } catch {
      throw error.placed(in: path)
    }
  }

  /// The text `name+hex+base64`.
  public var description: String {
    "\(identity.name)+\(identity.hexID)+\(Base64.text([KeyIdentity.ed25519] + publicKey))"
  }
}

/// The secret key that signs a log's checkpoints. It never prints its secret.
public struct SigningKey: Sendable, CustomStringConvertible {
  private let seed: [UInt8]
  /// The key that checks its signatures.
  public let verificationKey: VerificationKey
  /// The file it was read from, if it was.
  public let path: String?

  /// Its name and number.
  public var identity: KeyIdentity { verificationKey.identity }

  private init(name: String, seed: [UInt8], path: String?) throws(KeyError) {
    guard let publicKey = Ed25519.publicKey(seed: seed) else {
      throw .form("PRIVATE+KEY+name+hex+base64")
    }
    verificationKey = try VerificationKey(name: name, publicKey: publicKey)
    self.seed = seed
    self.path = path
  }

  /// A new key from the kernel's random bytes.
  public static func generate(name: String) throws(KeyError) -> SigningKey {
    try SigningKey(name: name, seed: Randomness.bytes(32), path: nil)
  }

  /// Reads `PRIVATE+KEY+name+hex+base64`.
  public init(parsing text: String) throws(KeyError) { try self.init(parsing: text, path: nil) }

  /// Reads the file that holds such a text, and refuses one that others than its owner can read.
  public init(contentsOf path: String) throws(KeyError) {
    let bytes: [UInt8]
    do { bytes = try PrivateFile.read(path, limit: 4096) } catch { throw .file(error) }
    let text = String(decoding: bytes, as: UTF8.self)
    // Others may well read a public key, and closing it to them would not make it the right one.
    if (try? VerificationKey(parsing: text)) != nil { throw .notSecret(path: path) }
    guard let mode = PrivateFile.mode(path), mode & 0o077 == 0 else { throw .exposed(path: path) }
    do throws(KeyError) { try self.init(parsing: text, path: path) } catch {
      throw error.placed(in: path)
    }
  }

  static let mark = "PRIVATE+KEY+"

  private init(parsing text: String, path: String?) throws(KeyError) {
    let form = "PRIVATE+KEY+name+hex+base64"
    let trimmed = Shown.trimmed(text)
    guard trimmed.utf8.starts(with: Self.mark.utf8) else {
      throw (try? VerificationKey(parsing: text)) == nil ? .form(form) : .notSecret(path: nil)
    }
    let fields = try KeyIdentity.fields(trimmed.dropFirst(Self.mark.count), form: form)
    try self.init(name: fields.name, seed: fields.key, path: path)
    guard identity.hexID.isSame(as: fields.id) else { throw .identifier(fields.name) }
  }

  /// The text `PRIVATE+KEY+name+hex+base64`: the secret itself.
  public var secretText: String {
    "PRIVATE+KEY+\(identity.name)+\(identity.hexID)+\(Base64.text([KeyIdentity.ed25519] + seed))"
  }

  /// The name and number, never the secret.
  public var description: String { "signing key \(identity.name)+\(identity.hexID)" }

  /// Writes the secret to a new file of mode 0600 and the verification key beside it, to a new
  /// file named like it with `.pub` after it. The folder is made, with mode 0700, where there is
  /// none; a file that is there already is never replaced; where one of the two
  /// cannot be written, neither is left.
  public func write(to path: String) throws(KeyError) {
    do {
      try PrivateFile.makeDirectory(PrivateFile.directory(of: path))
      try PrivateFile.create(path, Array("\(secretText)\n".utf8))
    } catch { throw .file(error) }
    do {
      try PrivateFile.create(path + ".pub", Array("\(verificationKey)\n".utf8), mode: 0o644)
    } catch {
      // A key nobody can verify with is none.
      PrivateFile.remove(path)
      throw .file(error)
    }
  }

  func sign(_ message: [UInt8]) -> [UInt8]? { Ed25519.sign(message, seed: seed) }
}
