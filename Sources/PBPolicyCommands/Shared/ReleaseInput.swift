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
  /// What its policies make, by themselves.
  private let read: PolicySet

  /// Reads the release at `path`, which one of `keys` must have signed.
  init(_ path: String, _ keys: [VerificationKey]?, _ console: Console) throws {
    let input = try PolicyDocumentInput(path, keys: keys, console)
    let document = try input.document()
    self.document = document
    self.path = path
    bytes = input.bytes
    read = PolicySet([(path, bytes)], keys: keys)
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
      func difference(onTop isOnTop: Bool) throws -> PolicyDifference {
        PolicyDifference(
          .init(try previous.policy(onTop: isOnTop)), .init(try policy(onTop: isOnTop)),
          bound: bound)
      }
      let alone = try difference(onTop: false)
      // Where a layer stands on others, what is built in does not hide what it no longer says.
      let isLoosened = !alone.count(.loosened, .mixed).isZero
      let change =
        isLoosened || hasOrganisation || previous.hasOrganisation
        ? alone : try difference(onTop: true)
      return ReleaseChange(
        version: previous.release.version, report: DifferenceReport(difference: change))
    } catch let error as InvalidInput {
      if isAccepted { return nil }
      throw error
    }
  }

  private var hasOrganisation: Bool { read.policies.contains { $0.layer == .organisation } }

  /// A layer that allows everything, for others to tighten.
  private static let ground = Policy(
    name: "ground", layer: .organisation,
    defaults: Dictionary(
      uniqueKeysWithValues: PolicyKit.Operation.allCases.map {
        ($0, Policy.Default(.allow, at: SourceLocation(path: "")))
      }))

  /// The release as analyses look at it, outside emergencies: by itself, or on top of a layer that
  /// allows everything.
  private func policy(onTop isOnTop: Bool) throws -> CompiledPolicy {
    let policy =
      isOnTop && read.policy != nil
      ? PolicyCompiler([Self.ground] + read.policies).compile().policy : read.policy
    if let policy { return policy.withoutEmergencies }
    throw InvalidInput(
      message: "`\(path)` cannot be compared as it stands",
      findings: read.findings.filter { $0.severity == .error },
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
