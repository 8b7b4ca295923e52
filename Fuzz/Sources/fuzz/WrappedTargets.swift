import Findings
import Foundation
import ProfileKit
import StrictJSON

extension FuzzTarget {
  /// Binary property lists beside the CoreFoundation that came with Swift: what one takes, both
  /// take, and they read the same.
  static let binary = FuzzTarget(name: "binary") { bytes in
    let file = PlistFile(reading: bytes, path: "fuzz.plist")
    must(!file.findings.isEmpty || file.root != nil, "neither a value nor a finding")
    // CoreFoundation crashes on sets, and takes some that are short for OpenStep.
    guard file.kind == .binary, bytes.count > 40, !mayHoldSet(bytes) else { return }
    if let text = file.extracted { check(file.findings, of: text, path: "fuzz.plist") }
    if file.findings.contains(where: { $0.rule == "plist-limits" }) { return }
    let theirs = readAlike(file, bytes)
    let isWhole = !file.findings.contains { $0.rule == "plist-silently-changed" }
    guard let root = file.root, let theirs, isWhole else { return }
    must(same(root, theirs), "\(root.kind) is not \(theirs)")
    guard let text = file.extracted else { return must(false, "no text to extract") }
    let again = PlistFile(reading: text, path: "fuzz.plist")
    // In words, since a number that is none is not equal to itself.
    must(
      "\(String(describing: again.root))" == "\(String(describing: file.root))"
        && again.coreFoundationReads == true, "its XML reads differently")
  }

  /// Signed and encrypted messages, certificates in payloads, and what the rules say of them.
  static let cms = FuzzTarget(name: "cms") { bytes in
    let path = "fuzz.mobileconfig"
    let file = PlistFile(reading: bytes, path: path, options: options)
    must(!file.findings.isEmpty || file.root != nil, "neither a value nor a finding")
    let findings = Validation([file], now: 1_800_000_000).findings
    check(findings, of: file.extracted ?? bytes, path: path)
    for signature in file.signatures {
      for signer in signature.signers where signer.trust == .trusted {
        must(signer.certificate != nil, "trusted without a certificate")
      }
      let now = signature.sentence(now: 1_800_000_000)
      must(!now.contains("\n"), "a sentence of several lines: \(now)")
    }
    _ = file.signatureJSON.compactText
    // A person's own key may be as costly to open as it likes (PKCS #12).
    if bytes.first == UInt8(ascii: "-") { _ = attempt { try DecryptionKey(bytes) } }
    var list = TrustList()
    _ = attempt { try list.add(bytes) }
  }

  private static let options: ReadingOptions = {
    var options = ReadingOptions()
    var list = TrustList()
    _ = attempt { try list.add(Array(certificate.utf8)) }
    options.trust = list
    options.keys = [attempt { try DecryptionKey(Array(key.utf8)) }].compactMap(\.self)
    must(options.keys.count == 1 && list.certificates.count == 1, "the key itself cannot be read")
    return options
  }()

  /// Opens the encrypted messages of the corpus, and is for nothing else.
  private static let key = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIHP3UOY3dipCXk1t/BEVatLozIbY67HaCRh1uYbQGmwMoAoGCCqGSM49
    AwEHoUQDQgAEOydhw7EJlVIAfHNR8v3hpGAbTQtAn1HEu4xPuagF0F5E9VOmcjQe
    xPd5idDQE5llOcj0YDMOQ0sMTvQNf4an7w==
    -----END EC PRIVATE KEY-----
    """

  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBczCCARmgAwIBAgIUTqRbKqqwYhwFLMeCuHT5pYLjvXEwCgYIKoZIzj0EAwIw
    DzENMAsGA1UEAwwERnV6ejAeFw0yNjExMzAyMjAxMDRaFw00NjExMjUyMjAxMDRa
    MA8xDTALBgNVBAMMBEZ1enowWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ7J2HD
    sQmVUgB8c1Hy/eGkYBtNC0CfUcS7jE+5qAXQXkT1U6ZyNB7E93mJ0NATmWU5yPRg
    Mw5DSwxO9A1/hqfvo1MwUTAdBgNVHQ4EFgQUco4AvjlelwqFga1HPiOc1B2lA0kw
    HwYDVR0jBBgwFoAUco4AvjlelwqFga1HPiOc1B2lA0kwDwYDVR0TAQH/BAUwAwEB
    /zAKBggqhkjOPQQDAgNIADBFAiB+r7gFn4S5hFyaROdOqO/V6P1nDm/VbHDdJdwv
    Caw4ZQIhAPZXNd5QWKMgfLxU+gXSzcYWwIZ+6vJXFpphl6p/mOGV
    -----END CERTIFICATE-----
    """

  private static func mayHoldSet(_ bytes: [UInt8]) -> Bool {
    let size = Int(bytes[bytes.count - 26])
    let table = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    guard size > 0, table < bytes.count - 32 else { return false }
    let offsets = bytes[Int(table)..<(bytes.count - 32)]
    return stride(from: offsets.startIndex, to: offsets.endIndex, by: size).contains { start in
      let offset = offsets[start...].prefix(size).suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
      return offset < bytes.count && bytes[Int(offset)] >> 4 == 0xC
    }
  }

  private static func same(_ node: PlistNode, _ value: Any) -> Bool {
    switch node.kind {
    case .dictionary:
      // A UID, of which CoreFoundation makes an object of its own.
      if node["CF$UID"] != nil { return true }
      guard let other = value as? [String: Any] else { return false }
      // Swift takes two normal forms of a text for one, CoreFoundation does not.
      let entries = node.effectiveEntries
      return entries.count >= other.count
        && entries.allSatisfy { entry in other[entry.key].map { same(entry.value, $0) } ?? false }
    case .array(let elements):
      guard let other = value as? [Any], other.count == elements.count else { return false }
      return zip(elements, other).allSatisfy { same($0, $1) }
    case .string(let text): return (value as? String) == text
    case .boolean(let flag): return (value as? Bool) == flag
    case .integer(let number): return (value as? NSNumber)?.int64Value == number
    case .largeInteger(let number): return (value as? NSNumber)?.uint64Value == number
    case .real(let number):
      guard let other = (value as? NSNumber)?.doubleValue ?? (value as? Double) else {
        return false
      }
      return other == number || other.isNaN && number.isNaN
    case .date(let seconds):
      return (value as? Date)?.timeIntervalSince1970.rounded(.down) == Double(seconds)
    case .data(let bytes): return (value as? Data).map { [UInt8]($0) } == bytes
    }
  }
}

/// What CoreFoundation reads in `bytes`, which it is to take where `file` says so.
func readAlike(_ file: PlistFile, _ bytes: [UInt8]) -> Any? {
  let theirs = attempt {
    try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
  }
  must(
    file.coreFoundationReads == (theirs != nil),
    "CoreFoundation \(theirs == nil ? "refuses" : "takes") it; we say:"
      + " \(file.findings.map(\.message))")
  return theirs
}
