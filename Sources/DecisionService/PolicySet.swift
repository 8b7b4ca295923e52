import AuditKit
public import Findings
import PolicyFiles
public import PolicyKit

/// Policy files, read and compiled together.
public struct PolicySet: Sendable {
  /// The layers; nil where something is wrong with them.
  public let policy: CompiledPolicy?
  /// Everything that the readers and the checks have to say.
  public let findings: [Finding]

  /// Reads `files` in the order given.
  public init(_ files: [(path: String, bytes: [UInt8])]) {
    var findings: [Finding] = []
    var policies: [Policy] = []
    for file in files {
      let reader = PolicyReader(path: file.path, sha256: SHA256.hex(file.bytes))
      let (policy, found) = reader.read(file.bytes)
      findings += found
      if let policy { policies.append(policy) }
    }
    guard policies.count == files.count else {
      self.policy = nil
      self.findings = findings.sorted()
      return
    }
    let (compiled, found) = PolicyCompiler(policies).compile()
    policy = compiled
    self.findings = (findings + found).sorted()
  }
}
