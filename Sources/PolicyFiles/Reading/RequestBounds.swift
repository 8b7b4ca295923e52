import PolicyKit

extension RequestBounds {
  /// Refuses a list that is too long.
  static func check(count: Int, atMost limit: Int, of what: String, _ node: PolicyNode)
    throws(PolicyNodeError)
  {
    guard count <= limit else {
      throw node.error(
        "\(count) \(what) in one request; at most \(limit) are taken",
        help: "ask with several requests", rule: .requestInvalid)
    }
  }

  /// Refuses a text that is too long, or that would change what shows it.
  static func check(_ texts: [String], _ node: PolicyNode) throws(PolicyNodeError) {
    for text in texts {
      guard text.utf8.count <= textBytes else {
        throw node.error(
          "a text of \(text.utf8.count) bytes; at most \(textBytes) are taken",
          rule: .requestInvalid)
      }
      guard isShowable(text) else {
        throw node.error("a control character in a text", rule: .requestInvalid)
      }
    }
  }

  /// Refuses a request whose texts are too long together.
  static func check(_ all: [AttributeValues], _ node: PolicyNode)
    throws(PolicyNodeError)
  {
    let bytes = Self.bytes(of: all)
    guard bytes <= allBytes else {
      throw node.error(
        "\(bytes) bytes of text in one request; at most \(allBytes) are taken",
        help: "ask with several requests", rule: .requestInvalid)
    }
  }

  /// The identifier of the copy that a paste belongs to: a UUID, and nothing that was copied.
  static func copyID(_ node: PolicyNode) throws(PolicyNodeError) -> String {
    let text = try node.string()
    guard isCopyID(text) else {
      throw node.error(
        "`copy-id` must be the UUID of the copy's record, found \(node.summary)",
        help: "such as 01a22df7-8f52-73ad-980e-0d1868feb1f3", rule: .requestInvalid)
    }
    return text
  }
}
