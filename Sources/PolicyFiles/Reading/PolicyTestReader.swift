import PolicyKit

/// Reads the tests of a policy file.
struct PolicyTestReader {
  let classes: Set<String>

  static let keys = ["name", "request", "expect"]
  static let expectKeys = [
    "outcome", "required", "honoured", "assurance", "rule", "because-unknown", "would-be",
  ]

  func test(_ node: PolicyNode) throws(PolicyNodeError) -> PolicyTest {
    let map = try node.map()
    if let unknown = map.unknownKeys(besides: Self.keys).first {
      throw PolicyNodeError(unknown)
    }
    let name = try map.required("name")
    let reader = RequestReader(asker: .app, mayChooseAsker: true, classes: classes)
    return PolicyTest(
      name: try name.filledString(.title), request: try reader.request(map.required("request")),
      expected: try expectation(map.required("expect")), location: name.location)
  }

  private func expectation(_ node: PolicyNode) throws(PolicyNodeError) -> PolicyTest.Expectation {
    let map = try node.map()
    if let unknown = map.unknownKeys(besides: Self.expectKeys).first {
      throw PolicyNodeError(unknown)
    }
    guard !map.entries.isEmpty else {
      throw node.error("a test that expects nothing cannot fail", help: "write `outcome: …`")
    }
    var expected = PolicyTest.Expectation()
    if let node = map["outcome"] { expected.outcome = try word(node, Posture.self, "outcome") }
    if let node = map["required"] { expected.required = try word(node, Posture.self, "posture") }
    if let node = map["honoured"] {
      expected.honoured = try node.honoured()
    }
    if let node = map["would-be"] { expected.wouldBe = try word(node, Posture.self, "posture") }
    if let node = map["assurance"] {
      expected.assurance = try word(node, Assurance.self, "assurance")
    }
    if let node = map["rule"] { expected.rule = try node.string() }
    if let node = map["because-unknown"] {
      var attributes: [Attribute] = []
      for element in try node.list() {
        attributes.append(try word(element, Attribute.self, "attribute"))
      }
      expected.becauseUnknown = attributes
    }
    return expected
  }
}
