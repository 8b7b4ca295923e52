public import AuditKit
public import Findings
public import PolicyKit

/// Policy files, read and compiled together.
public struct PolicySet: Sendable {
  /// The layers; nil where something is wrong with them.
  public let policy: CompiledPolicy?
  /// Everything that the readers and the checks have to say.
  public let findings: [Finding]
  /// The files as they were read, before they were joined; empty where one could not be.
  public let policies: [Policy]
  /// The emergency files likewise.
  public let emergencies: [BreakGlass]

  /// Reads `files` in the order given, however each is encoded; emergency files among them count
  /// for all.
  /// - Parameter keys: who may have signed; nil where no signature is asked for.
  public init(_ files: [(path: String, bytes: [UInt8])], keys: [VerificationKey]? = nil) {
    var findings: [Finding] = []
    var policies: [Policy] = []
    var breakGlass: [BreakGlass] = []
    for file in files {
      let (documents, found) = PolicyDocument.read(file.bytes, path: file.path, keys: keys)
      findings += found
      for document in documents {
        let read = document.read()
        policies += read.policies
        breakGlass += read.emergencies
        findings += read.findings
      }
    }
    guard !findings.contains(where: { $0.severity == .error }) else {
      self.policy = nil
      self.policies = []
      emergencies = []
      self.findings = findings.sorted()
      return
    }
    let (compiled, found) = PolicyCompiler(policies, breakGlass: breakGlass).compile()
    policy = compiled
    self.policies = policies
    emergencies = breakGlass
    self.findings = (findings + found).sorted()
  }
}
