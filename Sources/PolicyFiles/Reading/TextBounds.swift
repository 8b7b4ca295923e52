import Findings
import PolicyKit

/// How long the texts of a policy may be, in characters (Unicode scalars). They stand in answers,
/// reports and records, again and again.
enum TextBound {
  /// The name of a policy, an emergency or an organisation; a control.
  case name
  /// A version.
  case version
  /// The name of a test.
  case title
  /// Why a rule, an invariant or an emergency is there.
  case reason

  /// So many characters.
  var most: Int {
    switch self {
    case .name: PolicyBounds.name
    case .version: PolicyBounds.version
    case .title: PolicyBounds.title
    case .reason: PolicyBounds.reason
    }
  }
}

extension PolicyNode {
  /// Text of at most `bound` characters.
  func string(_ bound: TextBound) throws(PolicyNodeError) -> String {
    let text = try string()
    let count = text.unicodeScalars.count
    guard count <= bound.most else {
      throw error(
        "expected at most \(bound.most) characters, found \(count)",
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
