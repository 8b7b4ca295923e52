public import AuditKit
public import Findings
public import PolicyFiles
public import PolicyKit
import ProfileKit

/// One policy or emergency file, or a compiled policy, with its wrappings taken off: the text it is
/// encoded in, and the signature around it.
public struct PolicyDocument: Sendable {
  /// What stands in it.
  public let content: Content
  /// The file's name as the user wrote it.
  public let path: String
  /// SHA-256 of the file's bytes in lower-case hexadecimal.
  public let sha256: String
  /// The names of the keys whose signatures were checked and hold.
  public let signers: [String]

  /// What a document holds.
  public enum Content: Sendable {
    /// A policy or an emergency file in the policy language.
    case language(PolicyNode)
    /// A compiled policy, and where it begins.
    case compiled(SavedPolicies, SourceLocation)
  }

  /// What stands in a document of the policy language; nil where it is a compiled policy.
  public var node: PolicyNode? {
    if case .language(let node) = content { node } else { nil }
  }

  /// Where it stands.
  public var location: SourceLocation {
    switch content {
    case .language(let node): node.location
    case .compiled(_, let location): location
    }
  }

  /// Whether it is an emergency file.
  public var isBreakGlass: Bool {
    guard case .map(let entries)? = node?.content else { return false }
    return entries.contains { $0.key == BreakGlassReader.mark }
  }

  /// Whether an emergency stands in it, which counts only with a signature that was checked.
  var holdsEmergency: Bool {
    if case .compiled(let saved, _) = content { !saved.emergencies.isEmpty } else { isBreakGlass }
  }

  /// What it gives: the policies and emergency files in it, as far as they can be read, and
  /// everything that is wrong with it.
  public func read() -> (policies: [Policy], emergencies: [BreakGlass], findings: [Finding]) {
    switch content {
    case .compiled(let saved, _): return (saved.policies, saved.emergencies, [])
    case .language(let node) where isBreakGlass:
      let (glass, findings) = BreakGlassReader(path: path, sha256: sha256).read(node)
      return ([], glass.map { [$0] } ?? [], findings)
    case .language(let node):
      let (policy, findings) = PolicyReader(path: path, sha256: sha256).read(node)
      return (policy.map { [$0] } ?? [], [], findings)
    }
  }

  /// What a file may be encoded as; signed and wrapped ones are told by their first bytes.
  public enum Encoding: String, Sendable, CaseIterable {
    /// The strict subset of YAML.
    case yaml
    /// JSON.
    case json
    /// A property list: XML, binary, a profile or a managed app's configuration.
    case plist
    /// A signed note around the canonical JSON.
    case signed
    /// A compiled policy: its JSON, unsigned.
    case compiled

    /// The encoding of `bytes` in the file called `path`.
    public init(path: String, bytes: [UInt8]) {
      if PolicyNote.isNote(bytes) {
        self = .signed
      } else if SavedPolicies.isSaved(bytes) {
        self = .compiled
      } else if Self.isPlist(bytes) {
        self = .plist
      } else {
        self = PolicyFormat(path: path, bytes: bytes) == .json ? .json : .yaml
      }
    }

    /// A byte order mark alone makes no property list: what follows it decides.
    private static func isPlist(_ bytes: [UInt8]) -> Bool {
      switch PlistKind(recognising: bytes) {
      case .binary, .signed, .encrypted: return true
      case .xml:
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00]
        let first = bytes.first { !marks.contains($0) && !(0x09...0x0D).contains($0) && $0 != 0x20 }
        return first == UInt8(ascii: "<")
      default: return false
      }
    }
  }

  /// The lines that findings about `bytes` point into: of the file by its path, of a text that it
  /// carries by the text's place, `path:line:column`.
  public static func lines(_ bytes: [UInt8], path: String) -> [String: SourceLines] {
    guard Encoding(path: path, bytes: bytes) == .plist else {
      return [path: SourceLines(utf8: bytes)]
    }
    let file = PlistFile(reading: bytes, path: path)
    var lines = [path: file.lines]
    for case .text(let text) in PlistPolicies(file).found {
      lines[text.element.description] = SourceLines(utf8: text.bytes)
    }
    return lines
  }

  /// Every policy and emergency file that stands in `bytes`: one, or in a profile perhaps several.
  ///
  /// - Parameters:
  ///   - path: the file's name as the user wrote it.
  ///   - keys: who may have signed; nil where no signature is asked for. An empty list lets nothing
  ///     through.
  /// - Returns: what could be read, and what is wrong; where a finding is an error, something is
  ///   missing among the documents.
  public static func read(_ bytes: [UInt8], path: String, keys: [VerificationKey]? = nil)
    -> (documents: [PolicyDocument], findings: [Finding])
  {
    var reading = PolicyDocumentReading(path: path, sha256: SHA256.hex(bytes), keys: keys)
    reading.read(bytes, in: nil)
    return (reading.documents, reading.findings)
  }
}

private struct PolicyDocumentReading {
  let path: String
  let sha256: String
  let keys: [VerificationKey]?
  var documents: [PolicyDocument] = []
  var findings: [Finding] = []

  /// Reads a file, or a text that one carries.
  mutating func read(_ bytes: [UInt8], in carrier: CarriedText?) {
    switch PolicyDocument.Encoding(path: carrier == nil ? path : "", bytes: bytes) {
    case .signed: readNote(bytes, in: carrier)
    case .plist:
      guard carrier == nil else {
        findings.append(
          finding(
            .policySyntax, carrier?.element, "a property list within a property list is not read"))
        return
      }
      let policies = PlistPolicies(PlistFile(reading: bytes, path: path))
      findings += policies.findings
      for found in policies.found {
        switch found {
        case .node(let node): keep(.language(node), signers: [])
        case .text(let text): read(text.bytes, in: text)
        }
      }
    case .compiled: readCompiled(bytes, signers: [], in: carrier)
    case .json: readText(bytes, as: .json, signers: [], in: carrier)
    case .yaml: readText(bytes, as: .yaml, signers: [], in: carrier)
    }
  }

  private mutating func readText(
    _ bytes: [UInt8], as format: PolicyFormat, signers: [String], in carrier: CarriedText?
  ) {
    let (node, found) = PolicyText.read(bytes, path: path, as: format)
    guard let carrier else {
      findings += found
      if let node { keep(.language(node), signers: signers) }
      return
    }
    findings += found.map(carrier.located)
    if let node { keep(.language(node.moved(carrier.located)), signers: signers) }
  }

  /// Its own places are those of its sources, so that only what is wrong with it stands here.
  private mutating func readCompiled(
    _ bytes: [UInt8], signers: [String], in carrier: CarriedText?
  ) {
    func located(_ line: Int, _ column: Int) -> SourceLocation {
      let place = SourceLocation(path: path, line: line, column: column)
      return carrier?.located(place) ?? place
    }
    do throws(SavedPolicyError) {
      keep(.compiled(try SavedPolicies(bytes), located(1, 1)), signers: signers)
    } catch {
      findings.append(
        Finding(
          .policyCompiledMalformed, .error, at: located(error.line, error.column),
          keyPath: error.keyPath, error.message,
          help: error.help ?? "compile it again from its sources: pbpolicy policy compile"))
    }
  }

  private mutating func readNote(_ bytes: [UInt8], in carrier: CarriedText?) {
    let place = carrier?.element
    do {
      let note = try PolicyNote.read(bytes)
      let signers = try keys.map { try note.open(with: $0).map(\.identity.name) } ?? []
      if keys == nil {
        findings.append(
          finding(
            .policySignatureUnchecked, place,
            "signed by \(note.signatures.map { "`\($0.key.name)`" }.joined(separator: ", ")), "
              + "which nobody checked", help: "give the key: --policy-key FILE",
            severity: .notice))
      }
      // The signed text is the note's beginning, so that its places are the note's.
      let text = Array(note.text.utf8)
      if SavedPolicies.isSaved(text) {
        readCompiled(text, signers: signers, in: carrier)
      } else {
        readText(text, as: .json, signers: signers, in: carrier)
      }
    } catch {
      findings.append(finding(.policySignatureWrong, place, "\(error)"))
    }
  }

  private mutating func keep(_ content: PolicyDocument.Content, signers: [String]) {
    let document = PolicyDocument(content: content, path: path, sha256: sha256, signers: signers)
    if keys != nil, signers.isEmpty {
      findings.append(
        finding(
          .policySignatureMissing, document.location,
          "signatures are required, and this is not signed",
          help: "sign it: pbpolicy policy sign --key KEY FILE"))
    } else if document.holdsEmergency, signers.isEmpty {
      findings.append(
        finding(
          .policySignatureMissing, document.location,
          "an emergency\(document.isBreakGlass ? " file" : "") counts only with a signature that was checked",
          help: "sign it with `pbpolicy policy sign`, and give the key: --policy-key FILE"))
    }
    documents.append(document)
  }

  private func finding(
    _ rule: RuleID, _ place: SourceLocation?, _ message: String, help: String? = nil,
    severity: Severity = .error
  ) -> Finding {
    Finding(
      rule, severity, at: place ?? SourceLocation(path: path, line: 1, column: 1), message,
      help: help)
  }
}

extension RuleID {
  /// A policy must be signed and is not.
  public static let policySignatureMissing: RuleID = "policy-signature-missing"
  /// A policy's signature is false, by another key, or no signature at all.
  static let policySignatureWrong: RuleID = "policy-signature-wrong"
  /// A policy is signed, and no key was given to check it with.
  static let policySignatureUnchecked: RuleID = "policy-signature-unchecked"
  /// The JSON of a compiled policy is not as it must be.
  public static let policyCompiledMalformed: RuleID = "policy-compiled-malformed"
}
