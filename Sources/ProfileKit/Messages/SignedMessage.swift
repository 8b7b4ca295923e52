import COpenSSL

extension Message {
  /// Checks every signature, and every signer against `trust`.
  /// Of several chains, one that holds at `now` is taken.
  func signatures(trust: TrustList?, now: Int64? = nil) -> SignatureReport {
    defer { ERR_clear_error() }
    let embedded = CMS_get1_certs(pointer)
    defer { if let embedded { copenssl_free_certificates(embedded) } }
    var report = SignatureReport()
    report.hasContent = content != nil
    report.certificates = (0..<copenssl_certificate_count(embedded)).compactMap {
      copenssl_certificate_at(embedded, $0).flatMap(Certificate.init)
    }
    // Finds each signer's certificate among those in the message.
    CMS_set1_signers_certs(pointer, nil, 0)
    ERR_clear_error()
    let digested = report.hasContent ? digestedContent() : nil
    defer { if let digested { BIO_free_all(digested) } }
    report.signers = (0..<copenssl_signer_count(pointer)).compactMap { index in
      copenssl_signer_at(pointer, index).map { pointer in
        var found = signer(pointer, digested)
        if let trust { found.check(pointer, embedded, trust, now) }
        return found
      }
    }
    return report
  }

  /// The content run through the digests that the message names; nil where one is not known.
  private func digestedContent() -> OpaquePointer? {
    guard let chain = CMS_dataInit(pointer, nil) else { return nil }
    guard copenssl_drain(chain, nil, Int(Int32.max)) == 1 else {
      BIO_free_all(chain)
      return nil
    }
    return chain
  }

  private func signer(_ signer: OpaquePointer, _ digested: OpaquePointer?)
    -> SignatureReport.Signer
  {
    var certificate: OpaquePointer?
    var digest: UnsafeMutablePointer<X509_ALGOR>?
    var algorithm: UnsafeMutablePointer<X509_ALGOR>?
    CMS_SignerInfo_get0_algs(signer, nil, &certificate, &digest, &algorithm)
    var signedAt: Int64 = 0
    let hasTime = copenssl_signing_time(signer, &signedAt) == 1
    return SignatureReport.Signer(
      state: state(signer, certificate, digested),
      certificate: certificate.flatMap(Certificate.init),
      digest: Crypto.name(of: digest?.pointee.algorithm).lowercased(),
      algorithm: Crypto.name(of: algorithm?.pointee.algorithm),
      signedAt: hasTime ? signedAt : nil)
  }

  private func state(
    _ signer: OpaquePointer, _ certificate: OpaquePointer?, _ digested: OpaquePointer?
  ) -> SignatureReport.Signer.State {
    guard certificate != nil else {
      return .unknown("the message does not carry the signer's certificate")
    }
    guard content != nil else { return .unknown("the message does not carry what was signed") }
    guard let digested else { return .unknown("a digest that is not known") }
    ERR_clear_error()
    // Signed attributes hold the digest of the content; without any, the signature is of the content.
    if CMS_signed_get_attr_count(signer) >= 0, CMS_SignerInfo_verify(signer) != 1 {
      return Self.doubt()
    }
    return CMS_SignerInfo_verify_content(signer, digested) == 1 ? .intact : Self.doubt()
  }

  private static func doubt() -> SignatureReport.Signer.State {
    let reason = Crypto.reason()
    let isUnknown = ["unsupported", "unknown", "no matching digest", "not supported"].contains {
      reason.contains($0)
    }
    return isUnknown ? .unknown(reason) : .broken(reason)
  }
}

extension SignatureReport.Signer {
  /// Looks for a chain from the signer's certificate to `list`, by way of those `embedded`.
  fileprivate mutating func check(
    _ signer: OpaquePointer, _ embedded: OpaquePointer?, _ list: TrustList, _ now: Int64?
  ) {
    var certificate: OpaquePointer?
    CMS_SignerInfo_get0_algs(signer, nil, &certificate, nil, nil)
    guard let certificate else {
      trust = .notTrusted("the signer's certificate is not there")
      return
    }
    guard let anchors = copenssl_new_certificates() else {
      trust = .notTrusted("no memory")
      return
    }
    defer { copenssl_free_certificates(anchors) }
    for anchor in list.certificates {
      guard let one = Crypto.decoding(anchor.der, { d2i_X509(nil, $0, $1) })?.value else {
        continue
      }
      copenssl_push_certificate(anchors, one)
      X509_free(one)
    }
    // Where none holds at that time, one whose dates are over is better than none: rules say so.
    var result = X509_V_ERR_UNSPECIFIED
    for time in [now, -1].compactMap(\.self) where result != X509_V_OK {
      var depth: Int32 = 0
      var links: OpaquePointer?
      result = copenssl_chain(certificate, embedded, anchors, time, &depth, &links)
      defer { if let links { copenssl_free_certificates(links) } }
      chain = (0..<copenssl_certificate_count(links)).dropFirst().compactMap {
        copenssl_certificate_at(links, $0).flatMap(Certificate.init)
      }
    }
    let words = X509_verify_cert_error_string(Int(result)).map { String(cString: $0) } ?? "unknown"
    trust = result == X509_V_OK ? .trusted : .notTrusted(words)
  }
}
