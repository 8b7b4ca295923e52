import PolicyKit

/// Reads `{ from, until }`.
enum WindowReader {
  static let keys = ["from", "until"]

  /// The window, at least one of whose ends is given.
  static func window(_ node: PolicyNode) throws(PolicyNodeError) -> Window {
    let map = try node.map()
    if let unknown = map.unknownKeys(besides: keys).first { throw PolicyNodeError(unknown) }
    var window = Window(at: node.location)
    if let from = map["from"] { window.from = try from.instant() }
    if let until = map["until"] { window.until = try until.instant() }
    guard !map.entries.isEmpty else {
      throw node.error(
        "expected `from`, `until` or both, found neither", rule: .policyMissingKey)
    }
    if let from = window.from, let until = window.until, until <= from {
      throw (map["until"] ?? node).error(
        "expected an end after the beginning \(Instant.text(from)), found \(Instant.text(until))",
        rule: .policyUnknownValue)
    }
    return window
  }
}

extension PolicyNode {
  /// An instant of RFC 3339, in milliseconds since 1970.
  func instant() throws(PolicyNodeError) -> Int64 {
    let text = try string()
    guard let milliseconds = Instant.milliseconds(text) else {
      throw error(
        "expected an instant such as \"2026-11-30T18:27:00Z\", found `\(excerpt(text))`")
    }
    return milliseconds
  }
}
