import Findings

/// Takes what people wrap profiles in off, one wrapping after the other: signed messages, encrypted
/// ones; and notes what there is to say of each.
struct Opening {
  private let path: String
  private let options: ReadingOptions
  private(set) var findings: [Finding] = []
  private(set) var signatures: [SignatureReport] = []
  private(set) var encryption: EncryptionReport?
  /// Whether something is encrypted and no key opens it.
  private(set) var isLocked = false

  /// More wrappings than this are an attack.
  private static let deepest = 8

  init(path: String, options: ReadingOptions) {
    self.path = path
    self.options = options
  }

  /// The content of a message; nil where it cannot be had, which is then said in `findings`.
  mutating func content(of bytes: [UInt8]) -> [UInt8]? {
    var bytes = bytes
    for _ in 0..<Self.deepest {
      switch PlistKind(recognising: bytes) {
      case .signed, .encrypted:
        guard let inner = unwrapped(bytes) else { return nil }
        bytes = inner
      default: return bytes
      }
    }
    note(.messageDamaged, .error, "more than \(Self.deepest) messages (CMS) within each other")
    return nil
  }

  private mutating func note(
    _ rule: RuleID, _ severity: Severity, _ message: String, help: String? = nil
  ) {
    let finding = Finding(
      rule, severity, at: SourceLocation(path: path), message, help: help)
    if !findings.contains(finding) { findings.append(finding) }
  }

  private mutating func unwrapped(_ bytes: [UInt8]) -> [UInt8]? {
    do throws(Message.Failure) {
      let message = try Message(bytes)
      noteForm(message)
      switch message.kind {
      case .signed: return signed(message)
      case .enveloped: return decrypted(message, bytes)
      case .encrypted:
        isLocked = true
        encryption = EncryptionReport()
        note(
          .encryptedNotChecked, .error,
          "an encrypted message (CMS) whose key both sides know; nothing in it was checked",
          help: "devices open profiles that are encrypted for a certificate only")
      case .other(let type):
        note(
          .messageDamaged, .error,
          "a message (CMS) of type `\(shown(type))`, neither signed nor encrypted",
          help: "devices open signed and enveloped messages only")
      }
    } catch {
      note(.messageDamaged, .error, error.message, help: error.help)
    }
    return nil
  }

  private mutating func noteForm(_ message: Message) {
    if message.before > 0 {
      note(
        .messageDamaged, .error,
        "\(counted(message.before, "stray byte")) before the signed or encrypted message (CMS)",
        help: "no device opens it so; get the file as it was made")
    }
    if message.after > 0 {
      note(
        .messageDamaged, .warning,
        "\(counted(message.after, "stray byte")) after the signed or encrypted message (CMS)",
        help: "nothing signs them; get the file as it was made")
    }
    if message.isPEM {
      note(
        .messageDamaged, .warning,
        "the signed or encrypted message (CMS) is in text form (PEM), where devices expect DER",
        help: "convert it with `openssl cms -cmsout -inform PEM -outform DER`")
    }
  }

  private mutating func signed(_ message: Message) -> [UInt8]? {
    let report = message.signatures(trust: options.trust, now: options.now)
    signatures.append(report)
    for finding in report.findings(path) where !findings.contains(finding) {
      findings.append(finding)
    }
    return message.content
  }

  private mutating func decrypted(_ message: Message, _ bytes: [UInt8]) -> [UInt8]? {
    var report = EncryptionReport(recipients: message.recipients)
    defer { encryption = report }
    for key in options.keys {
      // Each key gets a message of its own.
      guard let fresh = try? Message(bytes) else { continue }
      switch fresh.decrypted(with: key, limit: options.limits.bytes) {
      case .opened(let plain):
        report.isDecrypted = true
        return plain
      case .otherKey: continue
      case .damaged:
        note(
          .messageDamaged, .error,
          "the encrypted message (CMS) is damaged: the key given is the recipient's, and what it"
            + " opens is not what was encrypted",
          help: "get the file anew; something changed it after it was encrypted")
        return nil
      case .tooLong:
        note(
          .plistLimits, .error,
          "more than \(options.limits.bytes) bytes are encrypted; nothing in it was checked")
        return nil
      }
    }
    isLocked = true
    note(
      .encryptedNotChecked, .error,
      report.lockedSentence("the profile is encrypted", keys: options.keys),
      help: report.lockedHelp(keys: options.keys))
    return nil
  }
}

extension EncryptionReport {
  /// Why nothing inside was checked.
  func lockedSentence(_ subject: String, keys: [DecryptionKey]) -> String {
    let whom =
      recipients.isEmpty
      ? ""
      : " for \(recipients.prefix(2).joined(separator: " and "))"
        + (recipients.count > 2 ? " and \(recipients.count - 2) more" : "")
    let why =
      keys.isEmpty
      ? "no key was given"
      : keys.count == 1 ? "the key given does not open it" : "no key given opens it"
    return "\(subject)\(whom): \(why), so nothing in it was checked"
  }

  /// What to do about it.
  func lockedHelp(keys: [DecryptionKey]) -> String {
    guard !keys.isEmpty else {
      return "give the recipient's private key with `--key`, or check the profile before it is"
        + " encrypted"
    }
    let have = keys.map { key in
      key.certificate.map { "serial \($0.serial) of `\(shown($0.issuer, 120))`" }
        ?? "\(key.description) without a certificate"
    }
    return "the key given: \(have.prefix(3).joined(separator: ", ")); give that of a recipient"
  }
}
