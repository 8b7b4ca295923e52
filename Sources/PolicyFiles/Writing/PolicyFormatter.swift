public import Findings
import StrictJSON

/// Writes policies anew, in the one layout.
public enum PolicyFormatter {
  /// The text of `bytes` in the one layout: comments where they stand, nothing else changed.
  ///
  /// Whatever is written is read again and held against what was read before.
  /// - Parameters:
  ///   - path: the file's name, for messages.
  ///   - format: YAML or JSON.
  ///   - dropsComments: whether to leave out comments that have no place in the new text.
  /// - Returns: the text; nil, and why, where the file cannot be read or would not stay the same.
  public static func format(
    _ bytes: [UInt8], path: String, as format: PolicyFormat, dropsComments: Bool = false
  ) -> (text: String?, findings: [Finding]) {
    let (node, findings) = PolicyText.read(bytes, path: path, as: format)
    guard let node else { return (nil, findings) }
    do {
      switch format {
      case .json: return (try jsonText(node), [])
      case .yaml:
        let comments = YAMLComments.find(in: bytes, of: node)
        let text = YAMLWriter.text(node, comments)
        if let loss = loss(text, node, comments, path) {
          guard dropsComments else { return (nil, [loss]) }
          return try (yamlText(node), [])
        }
        return (text, [])
      }
    } catch {
      return (nil, [error.finding])
    }
  }

  /// `node` as YAML in the one layout, without comments.
  public static func yamlText(_ node: PolicyNode) throws(PolicyNodeError) -> String {
    let text = YAMLWriter.text(node)
    let again = PolicyText.read(Array(text.utf8), path: "", as: .yaml).node
    guard let again, again.sameContent(as: node) else {
      throw node.error("this cannot be written as YAML without changing it", rule: .policyLimit)
    }
    return text
  }

  /// `node` as JSON over several lines.
  public static func jsonText(_ node: PolicyNode) throws(PolicyNodeError) -> String {
    try node.json().prettyText + "\n"
  }

  /// What the new text would lose; nil where it loses nothing.
  private static func loss(
    _ text: String, _ node: PolicyNode, _ comments: YAMLComments, _ path: String
  ) -> Finding? {
    let bytes = Array(text.utf8)
    let again = PolicyText.read(bytes, path: path, as: .yaml).node
    guard let again, again.sameContent(as: node) else {
      return node.error("this cannot be written anew without changing it", rule: .policyLimit)
        .finding
    }
    let kept = YAMLComments.find(in: bytes, of: again).all
    guard kept != comments.all else { return nil }
    let lost = comments.all.first { !kept.contains($0) } ?? comments.all.first ?? ""
    return node.error(
      "the comment `\(excerpt(lost))` would lose its place",
      help: "move it above an entry, or give --drop-comments", rule: .policyLimit
    ).finding
  }
}
