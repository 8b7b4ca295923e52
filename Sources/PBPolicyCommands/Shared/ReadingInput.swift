import ProfileKit

extension Option {
  static let trust = Option(
    "trust", .file("FILE"), repeatable: true,
    help: "certificates (PEM or DER) that the signers of profiles must lead to")
  static let decryptionKey = Option(
    "key", .file("FILE"), repeatable: true,
    help: "a private key (PEM, DER, PKCS #12 without a password) to decrypt profiles with")
}

extension Console {
  /// How profiles are to be read, by `--trust` and `--key`; of several chains to the trust list one
  /// that holds at `now` is taken.
  func readingOptions(_ arguments: Arguments, now: Int64? = nil) throws -> ReadingOptions {
    var options = ReadingOptions()
    options.now = now
    for path in arguments.values(.trust) {
      let bytes = try read(path, limit: credentialLimit)
      do throws(CredentialError) {
        var list = options.trust ?? TrustList()
        try list.add(bytes)
        options.trust = list
      } catch {
        throw UnusableCredential(path: path, reason: error)
      }
    }
    for path in arguments.values(.decryptionKey) {
      let bytes = try read(path, limit: credentialLimit)
      do throws(CredentialError) {
        options.keys.append(try DecryptionKey(bytes))
      } catch {
        throw UnusableCredential(path: path, reason: error)
      }
    }
    return options
  }
}

/// The most that is read of a file of certificates or a key: 4 MiB.
private let credentialLimit = 4 << 20

/// A file of `--trust` or `--key` that is none.
private struct UnusableCredential: CommandFailure {
  var path: String
  var reason: CredentialError

  var status: ExitStatus { .file }
  var message: String { "cannot use `\(path)`: \(reason)" }
  var advice: String? { nil }
}
