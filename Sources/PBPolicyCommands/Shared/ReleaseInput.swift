import AuditKit
import DecisionService
import Findings
import PolicyKit

/// One signed release of a command line.
struct ReleaseInput {
  let path: String
  let release: PolicyRelease
  let document: PolicyDocument
  private let bytes: [UInt8]
  private let keys: [VerificationKey]?

  /// Reads the release at `path`, which one of `keys` must have signed.
  init(_ path: String, _ keys: [VerificationKey]?, _ console: Console) throws {
    let input = try PolicyDocumentInput(path, keys: keys, console)
    let document = try input.document()
    self.document = document
    self.path = path
    self.keys = keys
    bytes = input.bytes
    release = try input.told { try PolicyRelease(document) }
  }

  /// What this release changes since `previous`; nil where nothing can be compared: of emergencies,
  /// which loosen by their nature, and of the same release.
  ///
  /// - Parameter isAccepted: whether a release may pass though it cannot be compared.
  func loosening(since previous: ReleaseInput, bound: Int, isAccepted: Bool) throws
    -> ReleaseChange?
  {
    guard !document.isBreakGlass, release != previous.release else { return nil }
    do {
      return ReleaseChange(
        version: previous.release.version,
        report: DifferenceReport(
          difference: PolicyDifference(
            .init(try previous.policy()), .init(try policy()), bound: bound)))
    } catch let error as InvalidInput {
      if isAccepted { return nil }
      throw error
    }
  }

  /// The release as analyses look at it: by itself, and outside emergencies.
  private func policy() throws -> CompiledPolicy {
    let set = PolicySet([(path, bytes)], keys: keys)
    if let policy = set.policy { return policy.withoutEmergencies }
    throw InvalidInput(
      message: "`\(path)` cannot be compared as it stands",
      findings: set.findings.filter { $0.severity == .error },
      sources: PolicyDocument.lines(bytes, path: path))
  }
}

/// How the answers of a release differ from those of the one before.
struct ReleaseChange {
  /// The version before.
  let version: String
  let report: DifferenceReport

  /// Why the release at `path` may not be put to use; nil where it loosens nothing.
  func refusal(of path: String) -> LooseningRefused? {
    let difference = report.difference
    let looser = difference.count(.loosened, .mixed)
    if !looser.isZero {
      return LooseningRefused(
        message: "`\(path)` is refused: it loosens the answers to \(looser) of "
          + "\(difference.classes) classes of requests",
        advice: "if that is meant, say so with --accept-loosened", status: .findings)
    }
    guard let unfinished = difference.unfinished else { return nil }
    return LooseningRefused(
      message: "`\(path)` is refused: whether it loosens anything was not found out; "
        + unfinished.remark,
      advice: "give a greater --bound, or let it pass with --accept-loosened", status: .notFinished)
  }
}

/// A release that loosens what is answered.
struct LooseningRefused: CommandFailure {
  var message: String
  var advice: String?
  var status: ExitStatus
}
