import Findings

extension PlistFile {
  /// Reads `bytes` as a property list, whatever it is wrapped in: never fails, never traps; what is
  /// wrong is a finding.
  ///
  /// Of a binary, signed or encrypted file, lines and columns are those of what `extracted` holds,
  /// which is what `pbpolicy extract` prints.
  ///
  /// - Parameters:
  ///   - bytes: the file, whatever it is.
  ///   - path: the file as the user named it.
  ///   - options: how much of it to read, whom to trust, what to decrypt with.
  public init(reading bytes: [UInt8], path: String, options: ReadingOptions = ReadingOptions()) {
    let kind = PlistKind(recognising: bytes)
    let isTooLong = bytes.count > options.limits.bytes
    switch kind {
    case .signed, .encrypted:
      guard isTooLong else {
        self.init(wrapped: bytes, kind, path: path, options: options)
        return
      }
      self.init(plain: bytes, path: path, limits: options.limits)
    default:
      self.init(bare: bytes, path: path, limits: options.limits)
      nameForeign(bytes)
    }
    openPayloads(options)
  }

  /// Reads `bytes` within `limits`, with other options as they are by default.
  public init(reading bytes: [UInt8], path: String, limits: PlistLimits) {
    var options = ReadingOptions()
    options.limits = limits
    self.init(reading: bytes, path: path, options: options)
  }

  /// What is not a message.
  private init(bare bytes: [UInt8], path: String, limits: PlistLimits) {
    if PlistKind(recognising: bytes) == .binary, bytes.count <= limits.bytes {
      self.init(binary: bytes, path: path, limits: limits)
      extracted = root == nil ? nil : text
    } else {
      self.init(plain: bytes, path: path, limits: limits)
    }
  }

  private init(wrapped bytes: [UInt8], _ kind: PlistKind, path: String, options: ReadingOptions) {
    var opening = Opening(path: path, options: options)
    guard let content = opening.content(of: bytes) else {
      self.init(
        path: path,
        kind: opening.signatures.isEmpty && opening.encryption != nil ? .encrypted : kind,
        coreFoundationReads: opening.isLocked ? nil : false, root: nil, findings: opening.findings,
        text: [])
      signatures = opening.signatures
      encryption = opening.encryption
      return
    }
    let inner = PlistFile(bare: content, path: path, limits: options.limits)
    self.init(
      path: path, kind: opening.signatures.isEmpty ? .encrypted : kind,
      coreFoundationReads: inner.coreFoundationReads, root: inner.root,
      findings: opening.findings + inner.findings, text: inner.text)
    signatures = opening.signatures
    encryption = opening.encryption
    extracted = inner.extracted ?? content
  }
}
