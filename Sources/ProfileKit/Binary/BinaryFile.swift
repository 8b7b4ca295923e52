import Findings

extension PlistFile {
  /// Reads a binary property list: writes it as XML and reads that, so that every value has a line
  /// and a column, which are those of what `pbpolicy extract` prints.
  init(binary bytes: [UInt8], path: String, limits: PlistLimits) {
    do throws(BinaryFailure) {
      // CoreFoundation counts levels of binary files from zero.
      let objects = try BinaryObjects(bytes, limits)
      let written = try BinaryText(objects, limits)
      self.init(written, path: path, limits: limits)
    } catch {
      // CoreFoundation tries whatever it could not read as OpenStep text.
      let text = PlistFile.openStep(bytes, kind: .unknown, path: path, limits: limits)
      if text.coreFoundationReads == true {
        self = text
        return
      }
      let rule: RuleID = error.isLimit ? .plistLimits : .plistNotWellFormed
      self.init(
        path: path, kind: .binary, coreFoundationReads: false, root: nil,
        findings: [
          Finding(
            rule, .error, at: SourceLocation(path: path), error.message, help: error.help)
        ], text: [])
    }
  }

  private init(_ written: BinaryText, path: String, limits: PlistLimits) {
    var roomy = limits
    roomy.depth += 1
    roomy.bytes = max(limits.bytes, written.text.bytes.count)
    // Keys count there too.
    roomy.nodes = limits.nodes * 2 + 8
    let inner = PlistFile(plain: written.text.bytes, path: path, limits: roomy)
    let source = SourceText(written.text.bytes)
    let notes = written.issues.map { issue in
      let place = source.position(of: issue.offset)
      let words = issue.words
      return Finding(
        words.rule, words.severity,
        at: SourceLocation(path: path, line: place.line, column: place.column), words.message,
        help: "save the file as XML where it is made, and look at what becomes of it")
    }
    // What the XML text alone is guilty of is nothing that the file itself has.
    let others = inner.findings.filter { $0.rule != .plistOnlySomeReaders }
    self.init(
      path: path, kind: .binary, coreFoundationReads: true,
      root: written.hasRoot ? inner.root : nil, findings: notes + others,
      text: written.text.bytes)
  }
}
