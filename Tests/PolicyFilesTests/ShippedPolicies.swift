import Findings
import Foundation
import PolicyFiles
import PolicyKit
import TestSupport
import Testing

/// Every policy in `Policies/` loads without a warning, and its own tests pass.
@Suite struct ShippedPolicies {
  static let names = ["app-protection", "balanced", "strict"]

  static func policy(_ name: String) throws -> CompiledPolicy {
    let path = Repository.root + "Policies/\(name)/policy.yaml"
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let (policy, findings) = PolicyReader(path: path).read(bytes)
    #expect(findings.isEmpty, "\(findings)")
    let compiled = PolicyCompiler([try #require(policy)]).compile()
    let grave = compiled.findings.filter { $0.severity > .notice }
    #expect(grave.isEmpty, "\(grave)")
    return try #require(compiled.policy)
  }

  @Test func everyFolderIsListed() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.root + "Policies")
    #expect(folders.filter { !$0.hasSuffix(".md") }.sorted() == Self.names)
  }

  @Test(arguments: names) func itsTestsPass(name: String) throws {
    let policy = try Self.policy(name)
    #expect(policy.tests.count >= 5)
    for test in policy.tests {
      let run = PolicyTestRun(test, policy: policy)
      #expect(run.failures.isEmpty, "\(test.name): \(run.failures) \(run.decision.reasons)")
    }
  }
}
