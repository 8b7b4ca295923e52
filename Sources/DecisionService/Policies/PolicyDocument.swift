public import AuditKit
public import Findings
public import PolicyFiles
import PolicyKit
import ProfileKit

/// One policy or emergency file with its wrappings taken off: the text it is encoded in, and the
/// signature around it.
public struct PolicyDocument: Sendable {
  /// What stands in it.
  public let node: PolicyNode
  /// The file's name as the user wrote it.
  public let path: String
  /// SHA-256 of the file's bytes in lower-case hexadecimal.
  public let sha256: String
  /// The names of the keys whose signatures were checked and hold.
  public let signers: [String]

  /// Whether it is an emergency file.
  public var isBreakGlass: Bool {
    guard case .map(let entries) = node.content else { return false }
    return entries.contains { $0.key == BreakGlassReader.mark }
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

    /// The encoding of `bytes` in the file called `path`.
    public init(path: String, bytes: [UInt8]) {
      if PolicyNote.isNote(bytes) {
        self = .signed
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
        case .node(let node): keep(node, signers: [])
        case .text(let text): read(text.bytes, in: text)
        }
      }
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
      if let node { keep(node, signers: signers) }
      return
    }
    findings += found.map(carrier.located)
    if let node { keep(node.moved(carrier.located), signers: signers) }
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
      readText(Array(note.text.utf8), as: .json, signers: signers, in: carrier)
    } catch {
      findings.append(finding(.policySignatureWrong, place, "\(error)"))
    }
  }

  private mutating func keep(_ node: PolicyNode, signers: [String]) {
    let document = PolicyDocument(node: node, path: path, sha256: sha256, signers: signers)
    if keys != nil, signers.isEmpty {
      findings.append(
        finding(
          .policySignatureMissing, node.location,
          "signatures are required, and this is not signed",
          help: "sign it: pbpolicy policy sign --key KEY FILE"))
    } else if document.isBreakGlass, signers.isEmpty {
      findings.append(
        finding(
          .policySignatureMissing, node.location,
          "an emergency file counts only with a signature that was checked",
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
}
