import COpenSSL

/// SHA-256 through OpenSSL.
///
/// A machine whose OpenSSL offers no SHA-256 (a configuration without any provider) can hash
/// nothing: the process stops with a sentence that says so.
public enum SHA256 {
  /// The digest of some bytes.
  public static func digest(_ bytes: some Collection<UInt8>) -> Digest {
    let hasher = HashContext.borrow()
    defer { HashContext.giveBack(hasher) }
    return hasher.digest(bytes)
  }

  /// The digest of some bytes in 64 lower-case hexadecimal digits.
  public static func hex(_ bytes: some Collection<UInt8>) -> String { digest(bytes).hex }
}

/// One OpenSSL context, used again for every digest; for one thread at a time.
final class HashContext: @unchecked Sendable {
  private let context: OpaquePointer

  /// The algorithm, fetched once in the life of the process.
  private nonisolated(unsafe) static let algorithm: OpaquePointer = {
    guard let algorithm = EVP_MD_fetch(nil, "SHA256", nil) else {
      fatalError("OpenSSL on this machine offers no SHA-256: check its configuration file")
    }
    return algorithm
  }()

  private static let pool = Guarded<[HashContext]>([])

  init() {
    guard let context = EVP_MD_CTX_new() else { fatalError("OpenSSL has no memory for a digest") }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  static func borrow() -> HashContext { pool.with { $0.popLast() } ?? HashContext() }

  static func giveBack(_ context: HashContext) {
    pool.with { if $0.count < 16 { $0.append(context) } }
  }

  func digest(_ bytes: some Collection<UInt8>, prefix: UInt8? = nil) -> Digest {
    start(prefix)
    let direct: Void? = bytes.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
    if direct == nil { Array(bytes).withUnsafeBytes { add($0) } }
    return finish()
  }

  func digest(_ left: Digest, _ right: Digest, prefix: UInt8) -> Digest {
    start(prefix)
    left.withBytes { add($0) }
    right.withBytes { add($0) }
    return finish()
  }

  private func start(_ prefix: UInt8?) {
    check(EVP_DigestInit_ex2(context, Self.algorithm, nil))
    if var prefix { check(EVP_DigestUpdate(context, &prefix, 1)) }
  }

  private func add(_ bytes: UnsafeRawBufferPointer) {
    check(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
  }

  private func finish() -> Digest {
    Digest { buffer in
      var count: UInt32 = 0
      check(
        EVP_DigestFinal_ex(
          context, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), &count))
    }
  }

  private func check(_ status: Int32) {
    if status != 1 { fatalError("OpenSSL on this machine failed to compute a SHA-256 digest") }
  }
}
