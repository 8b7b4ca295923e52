import AuditKit
import DecisionService
import Findings
import PolicyFiles
import PolicyKit

/// One policy or emergency file of a command line, read and checked but not joined with others.
struct PolicyDocumentInput {
  let path: String
  let bytes: [UInt8]
  let encoding: PolicyDocument.Encoding
  let documents: [PolicyDocument]
  let findings: [Finding]

  init(_ path: String, keys: [VerificationKey]? = nil, _ console: Console) throws {
    self.path = path
    bytes = try console.read(path)
    encoding = PolicyDocument.Encoding(path: path, bytes: bytes)
    var (documents, findings) = PolicyDocument.read(bytes, path: path, keys: keys)
    // An emergency file that is about to be signed is not signed yet.
    if keys == nil { findings.removeAll { $0.rule == .policySignatureMissing } }
    for document in documents { findings += document.read().findings }
    self.documents = documents
    self.findings = findings.sorted()
  }

  /// The one document in the file.
  /// - Throws: `InvalidInput` where something is wrong with it, or where there are several.
  func document() throws -> PolicyDocument {
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty, let document = documents.first else {
      throw unusable(errors)
    }
    guard documents.count == 1 else {
      throw InvalidInput(message: "`\(path)` holds \(documents.count) policies; expected one")
    }
    return document
  }

  /// The error of `read`, told at its place.
  func told<Result>(_ read: () throws -> Result) throws -> Result {
    do { return try read() } catch let error as PolicyNodeError {
      throw unusable([error.finding])
    } catch let error as NoteError {
      throw InvalidInput(message: "`\(path)`: \(error)")
    }
  }

  private func unusable(_ findings: [Finding]) -> InvalidInput {
    InvalidInput(
      message: "`\(path)` cannot be used as it stands", findings: findings,
      sources: PolicyDocument.lines(bytes, path: path))
  }
}
