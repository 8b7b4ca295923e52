import Findings

extension PlistFile {
  /// Reads `bytes` as a property list that nothing is wrapped round.
  init(plain bytes: [UInt8], path: String, limits: PlistLimits) {
    let kind = PlistKind(recognising: bytes)
    if bytes.count > limits.bytes {
      self.init(
        path: path, kind: kind, coreFoundationReads: false, root: nil,
        findings: [
          Finding(
            .plistLimits, .error, at: SourceLocation(path: path),
            "more than \(limits.bytes) bytes; nothing in it was checked")
        ], text: [])
    } else if kind.mayBeOpenStep, TextDecoding.isUnmarkedUTF16(bytes) {
      self = Self.unmarkedUTF16(bytes, kind, path, limits)
    } else if kind == .xml || kind == .html
      || kind.mayBeOpenStep && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    {
      var reader = PlistReader(
        TextDecoding.decode(bytes, limit: limits.bytes), path, limits, [])
      self = reader.read()
    } else {
      self = Self.openStep(bytes, kind: kind, path: path, limits: limits)
    }
  }

  /// UTF-16 without a mark: Apple's reader passes over its first character as if that were one.
  private static func unmarkedUTF16(
    _ bytes: [UInt8], _ kind: PlistKind, _ path: String, _ limits: PlistLimits
  ) -> PlistFile {
    let change = Finding(
      .plistSilentlyChanged, .warning, at: SourceLocation(path: path),
      "UTF-16 text without a byte order mark: Apple's reader passes over its first character",
      help: "save it as UTF-8")
    let decoded = TextDecoding.unmarkedUTF16(bytes, limit: limits.bytes)
    var reader = PlistReader(decoded, path, limits, [change])
    let isXML = [.xml, .html].contains(PlistKind(recognising: decoded.bytes))
    let file = isXML ? reader.read() : reader.other(.unknown)
    if file.root != nil, file.coreFoundationReads == true { return file }
    return PlistFile(
      path: path, kind: kind, coreFoundationReads: false, root: nil,
      findings: [kind.finding(at: SourceLocation(path: path))], text: [])
  }
}

/// Reads one XML file: decode, parse; where that fails, prepare and parse again.
private struct PlistReader {
  let path: String
  let limits: PlistLimits
  let decoded: DecodedText
  var source: SourceText
  var findings: [Finding] = []

  init(
    _ decoded: DecodedText, _ path: String, _ limits: PlistLimits, _ findings: [Finding]
  ) {
    self.path = path
    self.limits = limits
    self.decoded = decoded
    self.findings = findings
    source = SourceText(decoded.bytes)
  }

  mutating func read() -> PlistFile {
    let kind = PlistKind(recognising: decoded.bytes)
    if kind == .html || decoded.mark != nil && kind != .xml && decoded.failure == nil {
      if kind == .html, let file = markedAsPage() { return file }
      noteMark(isTaken: nil)
      return other(kind)
    }
    return readText()
  }

  /// A property list whose document type says that it is a web page.
  private func markedAsPage() -> PlistFile? {
    var trial = self
    let file = trial.readText()
    return file.coreFoundationReads == true ? file : nil
  }

  private mutating func readText() -> PlistFile {
    if let cut = decoded.cut {
      add(
        .plistOnlySomeReaders, .warning, at: cut,
        "half a character (an unpaired surrogate): Apple's reader sees nothing from there on,"
          + " generic XML tools refuse the file", help: "save the file as UTF-8")
      source = SourceText(Array(decoded.bytes.prefix(cut)))
    }
    let text = source.bytes
    if let failure = decoded.failure {
      add(.plistNotWellFormed, .error, at: 0, failure, help: "save the file as UTF-8")
      return result(nil, reads: false)
    }
    if let offset = TagBound.firstBeyond(limits.attributes, in: text) {
      note([
        PlistIssue(
          kind: .limit, offset: offset,
          message: "more than \(limits.attributes) attributes in one tag")
      ])
      return result(nil, reads: false)
    }
    noteEncoding()
    let strict = parse(text)
    if let failure = strict.failure {
      let words = XMLWords(failure, text)
      return readAsAppleDoes(words, strict) ?? notWellFormed(words, strict)
    }
    if strict.hasEarlyEnd, let early = strict.issues.first(where: { $0.kind == .refusedByApple }),
      let file = readAsAppleDoes(
        XMLWords(offset: early.offset, message: early.message, advice: nil), strict)
    {
      return file
    }
    note(strict.issues)
    return result(strict.root, reads: !strict.isRefusedByApple)
  }

  /// Something else than XML.
  func other(_ kind: PlistKind) -> PlistFile {
    PlistFile.openStep(
      decoded.bytes, kind: kind, path: path, limits: limits, findings: findings)
  }

  /// The file as Apple's reader alone reads it; nil where it does not.
  private mutating func readAsAppleDoes(_ words: XMLWords, _ strict: Parsed) -> PlistFile? {
    guard let prepared = Preparation(source.bytes) else { return nil }
    let lenient = parse(prepared.bytes)
    guard lenient.failure == nil, !lenient.isRefusedByApple else { return nil }
    // A fragment has advice of its own.
    let isFragment = lenient.issues.contains { $0.kind == .fragment }
    let readers =
      strict.failure == nil
      ? "Apple's reader sees it end elsewhere than generic XML tools do"
      : "Apple's reader takes this, generic XML tools do not"
    add(
      .plistOnlySomeReaders, .warning, at: words.offset, "\(words.message): \(readers)",
      help: "a management server's upload check or Python's plistlib may refuse the file"
        + (words.advice.map { isFragment ? "" : "; \($0)" } ?? ""))
    note(lenient.issues)
    return result(lenient.root, reads: true)
  }

  private mutating func notWellFormed(_ words: XMLWords, _ strict: Parsed) -> PlistFile {
    add(
      .plistNotWellFormed, .error, at: words.offset, words.message,
      help: words.advice ?? "the rest of the file was not checked")
    note(strict.issues.filter { $0.kind == .internalSubset || $0.kind == .limit })
    return result(nil, reads: false)
  }

  /// What one parse gave.
  private struct Parsed {
    var root: PlistNode?
    var issues: [PlistIssue]
    var failure: XMLFailure?
    var isRefusedByApple: Bool
    var hasEarlyEnd: Bool
  }

  /// Parses `tags`, which are the file's text or stand for it byte by byte.
  private func parse(_ tags: [UInt8]) -> Parsed {
    tags.withUnsafeBufferPointer { tags in
      source.bytes.withUnsafeBufferPointer { text in
        let (builder, failure) = XMLStream.parse(
          PlistBuilder(tags: tags, text: text, limits: limits))
        let root = builder.root.map { root in
          PlistNode(
            tape: PlistTape(source, builder.records, heap: builder.heap), index: root)
        }
        return Parsed(
          root: failure == nil ? root : nil, issues: builder.issues, failure: failure,
          isRefusedByApple: builder.isRefusedByApple, hasEarlyEnd: builder.hasEarlyEnd)
      }
    }
  }

  private mutating func result(_ root: PlistNode?, reads: Bool) -> PlistFile {
    let reads = reads && root != nil
    noteMark(isTaken: reads)
    return PlistFile(
      path: path, kind: .xml, coreFoundationReads: reads, root: root,
      findings: findings, source: source)
  }

  private mutating func add(
    _ rule: RuleID, _ severity: Severity, at offset: Int, _ message: String, help: String? = nil
  ) {
    let place = source.position(of: offset)
    let location = SourceLocation(path: path, line: place.line, column: place.column)
    findings.append(Finding(rule, severity, at: location, message, help: help))
  }

  /// `isTaken` says whether Apple's reader takes the file as a whole.
  private mutating func noteMark(isTaken: Bool?) {
    guard let mark = decoded.mark else { return }
    add(
      .byteOrderMark, .warning, at: 0, "the file begins with a \(mark) byte order mark",
      help: (isTaken == true ? "Apple's reader takes it, some" : "some")
        + " management servers refuse it; save as UTF-8 without it")
  }

  /// Whether the bytes are of another encoding than the declaration says.
  private mutating func noteEncoding() {
    guard let mismatch = EncodingMismatch(decoded) else { return }
    add(mismatch.rule, .warning, at: mismatch.offset, mismatch.message, help: mismatch.help)
  }

  private mutating func note(_ issues: [PlistIssue]) {
    for issue in issues {
      let words = issue.words
      add(words.rule, words.severity, at: issue.offset, words.message, help: words.help)
    }
  }
}
