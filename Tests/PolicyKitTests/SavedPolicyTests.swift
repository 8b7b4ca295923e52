import Devices
import Findings
import StrictJSON
import TestSupport
import Testing

@testable import PolicyKit

/// A compiled policy's JSON: nothing that a policy holds is dropped, and nothing gets past a check.
@Suite("Saved policies") struct SavedPolicyTests {
  // MARK: Nothing is dropped

  @Test func whatIsWrittenIsReadAsTheSame() throws {
    let saved = try SavedFixture.saved
    #expect(try SavedPolicies(saved.bytes) == saved)
    #expect(try SavedPolicies(saved.bytes).bytes == saved.bytes)
    #expect(SavedPolicies.isSaved(saved.bytes))
  }

  /// Walks through everything that the fixture holds: a structure's properties are exactly the
  /// fields of its form, and none of them is as it is where nothing is said.
  @Test func aFieldAddedLaterIsMissedHere() throws {
    let saved = try SavedFixture.saved
    var seen: Set<String> = []
    try walk(saved.policies[0], &seen)
    try walk(saved.emergencies[0], &seen)
    #expect(
      seen == [
        "Policy", "Default", "Relaxation", "Rule", "Expiry", "Window", "Leaf", "Bounds",
        "Invariant", "Answer", "PolicyTest", "Expectation", "BreakGlass", "Reference", "Request",
      ])
    let labels = Set(Mirror(reflecting: saved).children.compactMap(\.label))
    #expect(labels == ["policies", "emergencies", "writer"])
  }

  private func walk(_ value: Any, _ seen: inout Set<String>) throws {
    let mirror = Mirror(reflecting: value)
    let labels = mirror.children.compactMap(\.label)
    if mirror.displayStyle == .optional {
      for child in mirror.children { try walk(child.value, &seen) }
    } else if let structure = value as? any SavedStructure {
      seen.insert("\(type(of: value))")
      hold(structure, labels)
      for child in mirror.children { try walk(child.value, &seen) }
    } else if value is any AnyBounds {
      seen.insert("Bounds")
      #expect(Set(labels) == ["from", "above", "below", "through"])
    } else if value is Request {
      seen.insert("Request")
      #expect(Set(labels) == Set(Request.savedKeys + ["operation", "platform"]))
    } else if mirror.displayStyle == .struct {
      // Written as a whole, and compared as a whole above.
      #expect(
        value is Findings.SourceLocation || value is OSVersion || value is AttributeValues,
        "\(type(of: value)) has no form in which it is saved")
    } else {
      for child in mirror.children { try walk(child.value, &seen) }
    }
  }

  private func hold<Structure: SavedStructure>(_ value: Structure, _ labels: [String]) {
    let fields = Structure.fields
    #expect(Set(labels) == Set(fields.map(\.name)), "\(Structure.self)")
    #expect(fields.count == labels.count)
    let file = SavedFile(path: SavedFixture.path)
    let written = value.written(in: file).members?.map(\.key) ?? []
    // One of two invariants has a reason; not every test is negated.
    let isPartial =
      Structure.self == Condition.Leaf.self || Structure.self == Policy.Invariant.self
    if !isPartial { #expect(Set(written) == Set(labels), "\(Structure.self) is not wholly filled") }
  }

  /// The one whole number that a policy may name and canonical JSON may not.
  @Test func theGreatestNumberSurvives() throws {
    var policy = try SavedFixture.policy
    policy.rules[0].unless = .leaf(.init(.contentBytes, .numbers(.init(from: 1 << 53))))
    let saved = SavedPolicies([policy], writer: "")
    #expect(try SavedPolicies(saved.bytes) == saved)
    #expect(SavedPolicies.isSaved(saved.bytes))
  }

  @Test func everyEndOfEveryBoundSurvives() throws {
    for text in ["from", "above", "below", "through"] {
      let json = try JSONNode(parsing: Array("{\"\(text)\":\"15.4\"}".utf8))
      let node = SavedNode(json, in: SavedFile(path: ""))
      let bounds = try Condition.Bounds<OSVersion>.read(node)
      #expect(
        [bounds.from, bounds.above, bounds.below, bounds.through].compactMap(\.self).count == 1)
      #expect(bounds.written(in: node.file) == json.value)
    }
  }

  @Test func placesSurvive() throws {
    let file = SavedFile(path: "a:b/c.yaml")
    let place = Findings.SourceLocation(path: "a:b/c.yaml", line: 12, column: 5)
    for location in [
      place, place.inside(line: 3, column: 4), Findings.SourceLocation(path: "a:b/c.yaml"),
      Findings.SourceLocation(path: "other", line: 1, column: 1).inside(line: 2, column: 9),
    ] {
      let json = location.written(in: file)
      let node = SavedNode(try JSONNode(parsing: Array(json.compactText.utf8)), in: file)
      #expect(try Findings.SourceLocation.read(node) == location)
    }
  }

  // MARK: Generated policies

  @Test func generatedPoliciesAnswerAlike() throws {
    var generator = PolicyGenerator(seed: SeededGenerator("saved policies").next(0))
    generator.isWide = true
    var asked = 0
    for _ in 0..<60 {
      let policies = generator.layers()
      let (compiled, found) = PolicyCompiler(policies).compile()
      let saved = SavedPolicies(policies, writer: "")
      #expect(try SavedPolicies(saved.bytes) == saved)
      guard let compiled else {
        #expect(throws: CompiledPolicyError.self) { try CompiledPolicy(json: saved.bytes) }
        #expect(found.contains { $0.severity == .error })
        continue
      }
      let loaded = try CompiledPolicy(json: saved.bytes)
      for _ in 0..<25 {
        let request = generator.request()
        let restrictions = generator.restrictions()
        asked += 1
        #expect(
          decide(request, policy: loaded, restrictions: restrictions)
            == decide(request, policy: compiled, restrictions: restrictions))
      }
    }
    #expect(asked > 200)
  }

  // MARK: Emergencies

  @Test func anEmergencyNeedsASignature() throws {
    let bytes = try SavedFixture.saved.bytes
    #expect(throws: CompiledPolicyError.self) { try CompiledPolicy(json: bytes) }
    let policy = try CompiledPolicy(json: bytes, isSigned: true)
    #expect(policy.emergencies.flatMap(\.files) == [SavedFixture.glass])
  }
}

/// Bounds of whatever is ordered.
private protocol AnyBounds {}
extension Condition.Bounds: AnyBounds {}

extension SeededGenerator {
  /// A seed of its own for another generator.
  fileprivate func next(_ place: UInt64) -> UInt64 { seed &+ place }
}
