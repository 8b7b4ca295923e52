import Findings

extension PlistFile {
  /// The key under which a profile carries its payloads as an encrypted message.
  static let encryptedKey = "EncryptedPayloadContent"

  /// Decrypts the payloads of a profile that carries them encrypted, and puts them in their place:
  /// the file is then read as the text with `PayloadContent` that `pbpolicy extract` prints.
  mutating func openPayloads(_ options: ReadingOptions) {
    guard let root, root.isDictionary, let entry = root.entry(Self.encryptedKey) else { return }
    guard case .data(let bytes) = entry.value.kind else {
      add(
        .encryptedNotChecked, .error, entry,
        "`\(Self.encryptedKey)` is \(withArticle(entry.value.typeName)), not an encrypted message"
          + " (CMS) as data: no device can decrypt this", help: Self.encryptAnew)
      return
    }
    if let mistake = Self.mistake(in: bytes) {
      add(.encryptedNotChecked, .error, entry, mistake, help: Self.encryptAnew)
      return
    }
    var opening = Opening(path: path, options: options)
    guard let content = opening.content(of: bytes) else {
      encryption = opening.encryption
      locked(entry, opening, options)
      return
    }
    guard opening.encryption != nil else {
      add(
        .encryptedNotChecked, .error, entry,
        "the payloads are signed and not encrypted: no device can decrypt this, and anyone can read"
          + " them", help: Self.encryptAnew)
      return
    }
    encryption = opening.encryption
    note(opening.findings.filter { $0.rule == .messageDamaged }, entry)
    let inner = PlistFile(reading: content, path: path, limits: options.limits)
    guard let payloads = inner.root, inner.coreFoundationReads == true else {
      add(
        .encryptedNotChecked, .error, entry,
        "the encrypted payloads are no property list, so none was checked",
        help: "encrypt the array of payloads, as a property list")
      return
    }
    guard !payloads.elements.isEmpty || payloads.typeName == "array" else {
      add(
        .encryptedNotChecked, .error, entry,
        "what is encrypted is \(withArticle(payloads.typeName)), not the array of payloads",
        help: "encrypt what stands in `PayloadContent`")
      return
    }
    replace(root, with: payloads, options)
  }

  private static let encryptAnew =
    "encrypt the array of payloads for the device's certificate (CMS, enveloped), or put it in"
    + " `PayloadContent` as it is"

  /// What is wrong with data that is no message at all, in words; nil where it is one.
  private static func mistake(in bytes: [UInt8]) -> String? {
    switch PlistKind(recognising: bytes) {
    case .signed, .encrypted: return nil
    case .empty: return "`\(encryptedKey)` is empty: no device can decrypt this"
    default: break
    }
    let inner = PlistFile(plain: bytes, path: "", limits: PlistLimits())
    let isList =
      PlistKind(recognising: bytes) == .binary || PlistKind(recognising: bytes) == .xml
      || inner.root.map { $0.isDictionary || $0.typeName == "array" } == true
    if isList {
      return "the payloads stand in clear in `\(encryptedKey)`: no device can decrypt this, and"
        + " anyone can read them"
    }
    let what = ForeignFile(bytes).map { "\($0.what), not an" } ?? "no"
    return "`\(encryptedKey)` holds \(what) encrypted message (CMS): no device can decrypt this"
  }

  private mutating func locked(
    _ entry: PlistEntry, _ opening: Opening, _ options: ReadingOptions
  ) {
    guard let report = opening.encryption, opening.isLocked else {
      add(
        .encryptedNotChecked, .error, entry,
        opening.findings.first { $0.severity == .error }.map {
          "the encrypted payloads cannot be opened: \($0.message)"
        } ?? "the encrypted payloads are no encrypted message (CMS), so none was checked",
        help: "a device refuses the profile; encrypt its payloads anew")
      return
    }
    add(
      .encryptedNotChecked, .error, entry,
      report.lockedSentence("the payloads are encrypted", keys: options.keys),
      help: report.lockedHelp(keys: options.keys))
    note(opening.findings.filter { $0.rule == .messageDamaged }, entry)
  }

  /// What was found in the message, at the key that carries it.
  private mutating func note(_ found: [Finding], _ entry: PlistEntry) {
    for finding in found {
      add(
        finding.rule, finding.severity, entry, finding.message, help: finding.help ?? "encrypt anew"
      )
    }
  }

  private mutating func add(
    _ rule: RuleID, _ severity: Severity, _ entry: PlistEntry, _ message: String, help: String
  ) {
    let finding = Finding(
      rule, severity, at: location(entry.keyPosition), keyPath: Self.encryptedKey, message,
      help: help)
    self = with(findings: findings + [finding])
  }

  /// The same file with other findings.
  private func with(findings: [Finding]) -> PlistFile {
    var other = PlistFile(
      path: path, kind: kind, coreFoundationReads: coreFoundationReads, root: root,
      findings: findings, text: text)
    other.signatures = signatures
    other.encryption = encryption
    other.extracted = extracted
    return other
  }

  private mutating func replace(
    _ root: PlistNode, with payloads: PlistNode, _ options: ReadingOptions
  ) {
    var written = PlistText()
    written.open("dict")
    for entry in root.effectiveEntries {
      let isOpened = entry.key == Self.encryptedKey
      written.key(isOpened ? "PayloadContent" : entry.key)
      written.write(isOpened ? payloads : entry.value)
    }
    written.close("dict")
    written.finish()
    let inner = PlistFile(plain: written.bytes, path: path, limits: options.limits)
    // Their lines are those of the file as it came.
    let earlier = findings.map { finding in
      var finding = finding
      finding.location = SourceLocation(path: path)
      return finding
    }
    let others = inner.findings.filter { $0.rule != .plistOnlySomeReaders }
    var opened = PlistFile(
      path: path, kind: kind, coreFoundationReads: coreFoundationReads, root: inner.root,
      findings: earlier + others, text: inner.text)
    opened.signatures = signatures
    opened.encryption = encryption
    opened.extracted = written.bytes
    self = opened
  }
}

extension PlistText {
  /// Writes a value and all that is in it; of a key set twice, what Apple's reader takes.
  mutating func write(_ node: PlistNode) {
    switch node.kind {
    case .dictionary:
      let entries = node.effectiveEntries
      if entries.isEmpty { return empty("dict") }
      open("dict")
      for entry in entries {
        key(entry.key)
        write(entry.value)
      }
      close("dict")
    case .array(let elements):
      if elements.isEmpty { return empty("array") }
      open("array")
      for element in elements { write(element) }
      close("array")
    case .string(let text): string(text)
    case .integer(let number): integer(number)
    case .largeInteger(let number): integer(number)
    case .real(let number): real(number)
    case .boolean(let flag): boolean(flag)
    case .date(let seconds): date(seconds)
    case .data(let bytes): data(bytes[...])
    }
  }
}
