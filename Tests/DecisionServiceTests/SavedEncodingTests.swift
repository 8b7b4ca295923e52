import AuditKit
import DecisionService
import Findings
import Foundation
import PolicyFiles
import PolicyKit
import TestSupport
import Testing

/// Compiled policies beside the texts that they come from, and in what may wrap them.
@Suite("Compiled policies as documents") struct SavedEncodingTests {
  /// Policies that use every word of the language, whether or not they could work.
  @Test func everyWordOfTheLanguageSurvives() throws {
    let seed = SeededGenerator("saved encodings").seed
    for place in 0..<150 {
      var maker = PolicyMaker(seed: seed &+ UInt64(place))
      let policies = [maker.policy(), maker.policy()]
      let saved = SavedPolicies(policies, writer: "pbpolicy")
      do throws(SavedPolicyError) {
        let read = try SavedPolicies(saved.bytes)
        #expect(read == saved, "PBPOLICY_TEST_SEED=\(seed), \(place)")
      } catch {
        Issue.record("PBPOLICY_TEST_SEED=\(seed), \(place): \(error)")
      }
    }
  }

  /// What is read from each encoding is saved and loaded with its places.
  @Test func everyShippedPolicySurvivesWithItsPlaces() throws {
    for path in try EncodingTests.shipped() {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let set = PolicySet([(path, bytes)])
      let saved = SavedPolicies(set.policies, writer: "")
      #expect(saved.policies.count == 1 && saved.policies[0].sha256.count == 64)
      #expect(try SavedPolicies(saved.bytes) == saved)
      let again = PolicySet([("compiled", saved.bytes)])
      #expect(again.policies == set.policies)
      #expect(again.findings == set.findings)
      #expect(again.policy?.files == set.policy?.files)
    }
  }

  private static let carried: [UInt8] = {
    let policy = Policy(name: "carried", layer: .team, path: "t.yaml")
    return SavedPolicies([policy], writer: "").bytes
  }()

  @Test func itTravelsInAProfileAndInASignedNote() throws {
    let text = String(decoding: Self.carried, as: UTF8.self)
    let plist = """
      <plist version="1.0"><dict><key>pasteboard-policy</key>
      <string>\(text)</string></dict></plist>
      """
    let inProfile = PolicySet([("a.plist", Array(plist.utf8))])
    #expect(inProfile.policy?.files.map(\.name) == ["carried"], "\(inProfile.findings)")
    let broken = plist.replacing("\"team\"", with: "\"teem\"")
    let finding = try #require(PolicySet([("a.plist", Array(broken.utf8))]).findings.first)
    #expect(finding.rule == .policyCompiledMalformed && finding.location.line == 2)

    let key = try #require(EncodingTests.key)
    let document = try #require(PolicyDocument.read(Self.carried, path: "c").documents.first)
    let note = try PolicyNote.sign(document, by: key).noteText
    #expect(note.hasPrefix(text + "\n\n— "))
    let set = PolicySet([("c.signed", Array(note.utf8))], keys: [key.verificationKey])
    #expect(set.policy?.files.map(\.name) == ["carried"], "\(set.findings)")
    let forged = note.replacing("carried", with: "Carried")
    #expect(PolicySet([("c", Array(forged.utf8))], keys: [key.verificationKey]).policy == nil)
    #expect(PolicySet([("c", Self.carried)], keys: [key.verificationKey]).policy == nil)
  }

  /// The mark comes first, or it is no compiled policy.
  @Test func onlyTheMarkAtTheBeginningTells() throws {
    let text = String(decoding: Self.carried, as: UTF8.self)
    #expect(SavedPolicies.isSaved(Array((" \n" + text).utf8)))
    let late = text.replacing(
      #"{"pasteboard-compiled-policy":1,"#, with: #"{"x":0,"pasteboard-compiled-policy":1,"#)
    #expect(!SavedPolicies.isSaved(Array(late.utf8)))
    #expect(PolicySet([("p.json", Array(late.utf8))]).policy == nil)
  }
}
