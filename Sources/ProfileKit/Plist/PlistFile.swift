public import Findings

/// A file that was meant as a property list: what it is, what stands in it, what is wrong.
public struct PlistFile: Sendable {
  /// The file as the caller named it.
  public let path: String
  /// What it is.
  public let kind: PlistKind
  /// Whether Apple's reader takes it, as far as CoreFoundation's open-source build tells; of a signed
  /// or encrypted message, whether it takes what is in it.
  ///
  /// nil where that is not known: for the kinds of which this version reads nothing but the name.
  public let coreFoundationReads: Bool?
  /// The top value; nil where nothing could be read.
  public let root: PlistNode?
  /// What is the matter with the file as a file.
  public let findings: [Finding]
  /// The text; empty where it is not text.
  let source: SourceText

  init(
    path: String, kind: PlistKind, coreFoundationReads: Bool?, root: PlistNode?,
    findings: [Finding], source: SourceText
  ) {
    self.path = path
    self.kind = kind
    self.coreFoundationReads = coreFoundationReads
    self.root = root
    self.findings = findings
    self.source = source
  }

  init(
    path: String, kind: PlistKind, coreFoundationReads: Bool?, root: PlistNode?,
    findings: [Finding], text: [UInt8]
  ) {
    self.init(
      path: path, kind: kind, coreFoundationReads: coreFoundationReads, root: root,
      findings: findings, source: SourceText(text))
  }

  /// The text as UTF-8; empty where it is not text.
  var text: [UInt8] { source.bytes }
  /// Who signed it, for each signed message it is wrapped in, the outermost first.
  public internal(set) var signatures: [SignatureReport] = []
  /// For whom it, or its payloads, are encrypted; nil where nothing is.
  public internal(set) var encryption: EncryptionReport?
  /// The file without its wrappings, as `pbpolicy extract` prints it: what was signed or encrypted,
  /// a binary property list as XML; nil where there is nothing to take out.
  public internal(set) var extracted: [UInt8]?

  /// Whether payloads in it are encrypted, or were meant to be, and none of them was checked.
  public var isLocked: Bool { findings.contains { $0.rule == .encryptedNotChecked } }

  /// The file's lines, for excerpts under findings.
  public var lines: SourceLines { SourceLines(source.places) }

  /// The place of `position` in this file.
  public func location(_ position: TextPosition) -> SourceLocation {
    SourceLocation(path: path, line: position.line, column: position.column)
  }

  /// The place of the file as a whole.
  public var location: SourceLocation { SourceLocation(path: path) }
}
