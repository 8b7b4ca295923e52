import Findings

/// How long the texts of a policy may be, in characters (Unicode scalars). They stand in answers,
/// reports and records, again and again.
enum TextBound: Int {
  /// The name of a policy, an emergency or an organisation; a control.
  case name = 100
  /// A version.
  case version = 50
  /// The name of a test.
  case title = 200
  /// Why a rule, an invariant or an emergency is there.
  case reason = 1000
}

extension PolicyNode {
  /// Text of at most `bound` characters.
  func string(_ bound: TextBound) throws(PolicyNodeError) -> String {
    let text = try string()
    let count = text.unicodeScalars.count
    guard count <= bound.rawValue else {
      throw error(
        "expected at most \(bound.rawValue) characters, found \(count)",
        help: "it stands in answers and reports: say it shorter", rule: .policyUnknownValue)
    }
    return text
  }

  /// Such text that is not empty.
  func filledString(_ bound: TextBound) throws(PolicyNodeError) -> String {
    let text = try string(bound)
    guard !text.isEmpty else { throw error("expected a text that is not empty") }
    return text
  }
}
