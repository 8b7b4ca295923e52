public import StrictJSON

/// Who signed a message, and whether it is still what was signed.
public struct SignatureReport: Sendable, Hashable {
  /// One signature.
  public struct Signer: Sendable, Hashable {
    /// What became of checking it.
    public enum State: Sendable, Hashable {
      /// The content is what was signed.
      case intact
      /// It is not, or the signature itself is none; why, in libcrypto's words.
      case broken(String)
      /// It cannot be told; why.
      case unknown(String)
    }

    /// Whether a chain of certificates leads to the trust list.
    public enum Trust: Sendable, Hashable {
      /// There was no list.
      case notChecked
      /// It does.
      case trusted
      /// It does not; why.
      case notTrusted(String)
    }

    /// What became of checking the signature.
    public var state: State
    /// The signer's certificate; nil where the message does not carry it.
    public var certificate: Certificate?
    /// The digest, such as `sha256`.
    public var digest: String
    /// The algorithm of the signature, such as `rsaEncryption`.
    public var algorithm: String
    /// When the signer says that it signed, in seconds since 1970; nothing proves it.
    public var signedAt: Int64?
    /// Whether a chain leads to the trust list.
    public var trust = Trust.notChecked
    /// The certificates between the signer's and the trust list, and the one there that they lead to;
    /// empty where there is no such chain.
    public var chain: [Certificate] = []
  }

  /// The signatures, in the order of the message.
  public var signers: [Signer] = []
  /// Every certificate that the message carries.
  public var certificates: [Certificate] = []
  /// Whether the message carries what was signed.
  public var hasContent = true

  /// The certificates between the signers' and a root, as far as the message carries them.
  public var intermediates: Int {
    let own = Set(signers.compactMap(\.certificate))
    return certificates.filter { !own.contains($0) && !$0.isSelfSigned }.count
  }

  /// Whether there are signatures and all are intact.
  public var isIntact: Bool {
    !signers.isEmpty && signers.allSatisfy { $0.state == .intact }
  }

  /// One line for people, such as `signed by …`; without a word about dates where `now` is nil.
  public func sentence(now: Int64?) -> String {
    guard !signers.isEmpty else { return "a signed message (CMS) that nobody signed" }
    return signers.map { $0.sentence(intermediates: intermediates, now: now) }.joined(
      separator: "; and ")
  }

  /// `intact`, `signers`, `intermediates`, `certificates`.
  public var json: JSONValue {
    [
      "intact": .bool(isIntact), "signers": .array(signers.map(\.json)),
      "intermediates": .integer(Int64(intermediates)),
      "certificates": .integer(Int64(certificates.count)),
    ]
  }
}

extension PlistFile {
  /// Its outermost signature, with those within under `inner`; null where nobody signed it.
  public var signatureJSON: JSONValue {
    signatures.reversed().reduce(.null) { inner, report in
      .object((report.json.members ?? []) + [.init("inner", inner)])
    }
  }
}

extension SignatureReport.Signer {
  /// The name that people go by.
  var name: String {
    certificate.map { shown(Certificate.shortName($0.subject), 120) } ?? "an unknown signer"
  }

  /// The first certificate of the chain, the signer's apart, that does not hold at `now`, and why, in
  /// words.
  func brokenLink(at now: Int64) -> String? {
    chain.lazy.compactMap { link in
      link.expiry(at: now).map { "`\(shown(Certificate.shortName(link.subject), 120))` \($0)" }
    }.first
  }

  fileprivate func sentence(intermediates: Int, now: Int64?) -> String {
    var parts: [String] = []
    switch state {
    case .intact: parts.append("signature intact (\(digest))")
    case .broken: parts.append("signature broken")
    case .unknown(let why): parts.append("signature not checked: \(why)")
    }
    if let certificate {
      let end = Crypto.day(certificate.notAfter)
      parts.append(
        "certificate of \(certificate.keyText)"
          + (now.map { certificate.expiry(at: $0).map { " \($0)" } ?? " valid until \(end)" }
            ?? " until \(end)"))
    }
    parts.append(
      intermediates == 0
        ? "no intermediate certificate embedded"
        : "\(intermediates) intermediate certificate\(intermediates == 1 ? "" : "s") embedded")
    switch trust {
    case .notChecked: parts.append("chain not checked")
    case .trusted:
      let expiry = now.flatMap { brokenLink(at: $0) }
      parts.append(
        "chain ends in the trust list" + (expiry.map { ", but its certificate \($0)" } ?? ""))
    case .notTrusted: parts.append("chain does not end in the trust list")
    }
    if let signedAt { parts.append("says it was signed on \(Crypto.day(signedAt))") }
    let issuer = certificate.map { shown(Certificate.shortName($0.issuer), 120) }
    return "signed by `\(name)`\(issuer.map { ", issued by `\($0)`" } ?? ""): "
      + parts.joined(separator: "; ")
  }

  fileprivate var json: JSONValue {
    let (state, why): (String, String?) =
      switch state {
      case .intact: ("intact", nil)
      case .broken(let why): ("broken", why)
      case .unknown(let why): ("unknown", why)
      }
    let (trust, doubt): (String, String?) =
      switch trust {
      case .notChecked: ("notChecked", nil)
      case .trusted: ("trusted", nil)
      case .notTrusted(let why): ("notTrusted", why)
      }
    return [
      "state": .string(state), "why": why.map { .string($0) } ?? .null,
      "certificate": certificate?.json ?? .null, "digest": .string(digest),
      "algorithm": .string(algorithm),
      "signedAt": signedAt.map { .string(ScalarText.dateText($0)) } ?? .null,
      "trust": .string(trust), "trustWhy": doubt.map { .string($0) } ?? .null,
    ]
  }
}
