import PolicyKit

/// How much a request may hold, so that every decision fits a record of the log, and how its
/// identifiers are spelt, so that nothing else gets there under their names.
enum RequestBounds {
  static let names = 100
  static let items = 100
  static let textBytes = 500
  static let allBytes = 12_000

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
      guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw node.error("a control character in a text", rule: .requestInvalid)
      }
    }
  }

  /// Refuses a request whose texts are too long together.
  static func check(_ all: [AttributeValues], _ node: PolicyNode)
    throws(PolicyNodeError)
  {
    var bytes = 0
    for value in all.flatMap({ $0.values }) {
      switch value {
      case .text(let text)?: bytes += text.utf8.count
      case .set(let names)?: for name in names { bytes += name.utf8.count }
      default: break
      }
    }
    guard bytes <= allBytes else {
      throw node.error(
        "\(bytes) bytes of text in one request; at most \(allBytes) are taken",
        help: "ask with several requests", rule: .requestInvalid)
    }
  }

  /// The identifier of the copy that a paste belongs to: a UUID, and nothing that was copied.
  static func copyID(_ node: PolicyNode) throws(PolicyNodeError) -> String {
    let text = try node.string()
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = Set("0123456789abcdefABCDEF".utf8)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      parts.allSatisfy({ $0.utf8.allSatisfy(digits.contains) })
    else {
      throw node.error(
        "`copy-id` must be the UUID of the copy's record, found \(node.summary)",
        help: "such as 01a22df7-8f52-73ad-980e-0d1868feb1f3", rule: .requestInvalid)
    }
    return text
  }
}
