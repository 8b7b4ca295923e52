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
    } else if kind == .xml {
      var reader = PlistReader(bytes, path, limits)
      self = reader.read()
    } else {
      self.init(
        path: path, kind: kind, coreFoundationReads: kind.isReadUnseen, root: nil,
        findings: [kind.finding(at: SourceLocation(path: path))], text: [])
    }
  }
}

/// Reads one XML file: decode, parse; where that fails, prepare and parse again.
private struct PlistReader {
  let path: String
  let limits: PlistLimits
  let decoded: DecodedText
  var source: SourceText
  var findings: [Finding] = []

  init(_ bytes: [UInt8], _ path: String, _ limits: PlistLimits) {
    self.path = path
    self.limits = limits
    decoded = TextDecoding.decode(bytes, limit: limits.bytes)
    source = SourceText(decoded.bytes)
  }

  mutating func read() -> PlistFile {
    let kind = PlistKind(recognising: decoded.bytes)
    if decoded.mark != nil, kind != .xml, decoded.failure == nil {
      noteMark(isTaken: nil)
      return other(kind)
    }
    if let failure = decoded.failure {
      add(.plistNotWellFormed, .error, at: 0, failure, help: "save the file as UTF-8")
      return result(nil, reads: false)
    }
    if let offset = TagBound.firstBeyond(limits.attributes, in: decoded.bytes) {
      note([
        PlistIssue(
          kind: .limit, offset: offset,
          message: "more than \(limits.attributes) attributes in one tag")
      ]) { $0 }
      return result(nil, reads: false)
    }
    let strict = parse(decoded.bytes, standIns: nil) { $0 }
    guard let failure = strict.failure else {
      note(strict.builder.issues) { $0 }
      return result(strict.builder.root, reads: !strict.builder.isRefusedByApple)
    }
    return readAsAppleDoes(failure, strict.builder)
  }

  /// Something else than XML behind a byte order mark.
  private func other(_ kind: PlistKind) -> PlistFile {
    PlistFile(
      path: path, kind: kind, coreFoundationReads: kind.isReadUnseen, root: nil,
      findings: findings + [kind.finding(at: SourceLocation(path: path))], text: decoded.bytes)
  }

  private mutating func readAsAppleDoes(_ failure: XMLFailure, _ strict: PlistBuilder) -> PlistFile
  {
    if let prepared = Preparation(decoded.bytes) {
      let lenient = parse(prepared.bytes, standIns: prepared.standIns) { prepared.original($0) }
      if lenient.failure == nil, !lenient.builder.isRefusedByApple {
        let words = XMLWords(failure, decoded.bytes)
        // A fragment has advice of its own.
        let isFragment = lenient.builder.issues.contains { $0.kind == .fragment }
        add(
          .plistOnlySomeReaders, .warning, at: words.offset,
          "\(words.message): Apple's reader takes this, generic XML tools do not",
          help: "a management server's upload check or Python's plistlib may refuse the file"
            + (words.advice.map { isFragment ? "" : "; \($0)" } ?? ""))
        note(lenient.builder.issues) { prepared.original($0) }
        return result(lenient.builder.root, reads: true)
      }
    }
    let words = XMLWords(failure, decoded.bytes)
    add(
      .plistNotWellFormed, .error, at: words.offset, words.message,
      help: words.advice ?? "the rest of the file was not checked")
    note(strict.issues.filter { $0.kind == .internalSubset || $0.kind == .limit }) { $0 }
    return result(nil, reads: false)
  }

  private func parse(
    _ bytes: [UInt8], standIns: StandIns?, original: @escaping (Int) -> Int
  ) -> (builder: PlistBuilder, failure: XMLFailure?) {
    let places = source
    let builder = PlistBuilder(bytes, limits: limits, standIns: standIns) {
      places.position(of: original($0))
    }
    return (builder, XMLStream.parse(bytes, builder))
  }

  private mutating func result(_ root: PlistNode?, reads: Bool) -> PlistFile {
    let reads = reads && root != nil
    noteMark(isTaken: reads)
    return PlistFile(
      path: path, kind: .xml, coreFoundationReads: reads, root: root,
      findings: findings, text: decoded.bytes)
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

  private mutating func note(_ issues: [PlistIssue], original: (Int) -> Int) {
    for issue in issues {
      let words = issue.words
      add(words.rule, words.severity, at: original(issue.offset), words.message, help: words.help)
    }
  }
}
