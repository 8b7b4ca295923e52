import Findings

extension RuleID {
  static let messageDamaged: RuleID = "message-damaged"
  static let encryptedNotChecked: RuleID = "encrypted-not-checked"
  static let signatureNotIntact: RuleID = "signature-not-intact"
  static let signatureMissing: RuleID = "signature-missing"
  static let signatureDetached: RuleID = "signature-detached"
  static let signatureWeak: RuleID = "signature-weak"
  static let signerNotTrusted: RuleID = "signer-not-trusted"
}

extension SignatureReport {
  /// What is the matter with the signatures of the file at `path`, dates apart.
  func findings(_ path: String) -> [Finding] {
    let place = SourceLocation(path: path)
    var result: [Finding] = []
    if !hasContent, !signers.isEmpty {
      result.append(
        Finding(
          .signatureDetached, .error, at: place,
          "a detached signature: the message (CMS) does not carry the profile that was signed",
          help: "sign it again with the content in it, such as with `openssl cms -sign -nodetach`"))
    }
    if signers.isEmpty {
      result.append(
        Finding(
          .signatureMissing, hasContent ? .warning : .error, at: place,
          hasContent
            ? "a signed message (CMS) that nobody signed"
            : "a message (CMS) of \(counted(certificates.count, "certificate")) only, without a profile",
          help: hasContent
            ? "devices show the profile as not signed; sign it, or hand it out as it is inside"
            : "is this the right file?"))
    }
    return result + signers.flatMap { $0.findings(place, hasContent: hasContent) }
  }
}

extension SignatureReport.Signer {
  fileprivate func findings(_ place: SourceLocation, hasContent: Bool) -> [Finding] {
    var result: [Finding] = []
    switch state {
    case .intact: break
    case .broken(let why):
      result.append(
        Finding(
          .signatureNotIntact, .error, at: place,
          "the signature by `\(name)` does not hold: \(why)",
          help: "what it carries was changed after it was signed; get the file anew"))
    case .unknown(let why) where hasContent:
      result.append(
        Finding(
          .signatureNotIntact, .warning, at: place,
          "the signature by `\(name)` could not be checked: \(why)",
          help: "sign it with the certificate embedded, and with SHA-256"))
    case .unknown: break
    }
    if WeakDigest.names.contains(digest) {
      result.append(
        Finding(
          .signatureWeak, .warning, at: place,
          "the signature by `\(name)` is of \(WeakDigest.shown(digest)), which can be forged",
          help: "sign it with SHA-256"))
    }
    if let weakness = certificate?.weakness {
      result.append(
        Finding(
          .signatureWeak, .warning, at: place,
          "the certificate of the signer `\(name)` has \(weakness)",
          help: "sign it with a key of 2048 bits of RSA or P-256, and a certificate of SHA-256"))
    }
    if case .notTrusted(let why) = trust {
      result.append(
        Finding(
          .signerNotTrusted, .warning, at: place,
          "no chain leads from the signer `\(name)` to a certificate of the trust list: \(why)",
          help: "embed the intermediate certificates, or add the root to the trust list"))
    }
    return result
  }
}
