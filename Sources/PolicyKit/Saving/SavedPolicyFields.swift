import Findings
import StrictJSON

extension Policy: SavedStructure {
  static let blank = Policy(name: "")
  static let fields: [SavedField<Policy>] = [
    SavedField("name", \.name, .filled(PolicyBounds.name)),
    SavedField("version", \.version, unless: "", .text(PolicyBounds.version)),
    SavedField("layer", \.layer), SavedField("mode", \.mode, unless: .enforce),
    SavedField("minimumAssurance", \.minimumAssurance, unless: nil),
    SavedField("defaults", \.defaults, unless: [:]), SavedField("relax", \.relax, unless: []),
    SavedField("expects", \.expects, unless: [:]),
    SavedField("organisation", \.organisation, unless: nil, .optional(.text(PolicyBounds.name))),
    SavedField(
      "classes", \.classes, unless: [],
      SavedCheck("lower-case words joined by dots") { $0.allSatisfy(ContentClass.isWellFormed) }),
    SavedField("rules", \.rules, unless: []), SavedField("invariants", \.invariants, unless: []),
    SavedField("tests", \.tests, unless: []), SavedField("path", \.path, .path),
    SavedField("sha256", \.sha256, .digest),
  ]

  func problem(in file: SavedFile) -> String? {
    for (operation, attributes) in expects {
      for attribute in attributes where !attribute.mayBeExpected(for: operation) {
        return "`\(attribute.rawValue)` cannot be expected of a \(operation.rawValue)"
      }
    }
    return nil
  }

  /// The policy that `node` holds. Its path and its classes are read first, wherever they stand:
  /// places and conditions are read against them.
  static func saved(_ node: SavedNode) throws(SavedPolicyError) -> Policy {
    let members = try node.members()
    var path = ""
    var classes: [String] = []
    for member in members {
      if member.key == "path" { path = try SavedCheck.path.read(member.value) }
      if member.key == "classes" { classes = try [String].read(member.value) }
    }
    return try Policy.read(node.within(SavedFile(path: path, classes: classes)))
  }

  var savedFile: SavedFile { SavedFile(path: path, classes: classes) }
}

extension Policy.Default: SavedStructure {
  static let blank = Policy.Default(.deny)
  static let fields: [SavedField<Policy.Default>] = [
    SavedField("posture", \.posture), SavedField("location", \.location),
  ]
}

extension Policy.Relaxation: SavedStructure {
  static let blank = Policy.Relaxation("")
  static let fields: [SavedField<Policy.Relaxation>] = [
    SavedField("id", \.id), SavedField("location", \.location),
  ]
}

extension PolicyTest: SavedStructure {
  static let blank = PolicyTest(name: "", request: .blank, expected: .init())
  static let fields: [SavedField<PolicyTest>] = [
    SavedField("name", \.name, .filled(PolicyBounds.title)), SavedField("request", \.request),
    SavedField(
      "expected", \.expected,
      SavedCheck("something that the answer must be") { $0 != .blank }),
    SavedField("location", \.location),
  ]
}

extension PolicyTest.Expectation: SavedStructure {
  static let blank = PolicyTest.Expectation()
  static let fields: [SavedField<PolicyTest.Expectation>] = [
    SavedField("outcome", \.outcome, unless: nil), SavedField("required", \.required, unless: nil),
    SavedField("honoured", \.honoured, unless: nil),
    SavedField("assurance", \.assurance, unless: nil), SavedField("rule", \.rule, unless: nil),
    SavedField("becauseUnknown", \.becauseUnknown, unless: nil),
    SavedField("wouldBe", \.wouldBe, unless: nil),
  ]
}
