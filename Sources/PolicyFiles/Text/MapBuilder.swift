import Findings

/// Collects the entries of one map and refuses a key that stands there already.
struct MapBuilder {
  /// The entries so far.
  private(set) var entries: [PolicyEntry] = []
  private var places: [String: SourceLocation] = [:]

  /// Adds an entry.
  mutating func append(
    _ key: String, at location: SourceLocation, _ value: PolicyNode, _ findings: inout [Finding]
  ) {
    if let first = places[key] {
      findings.append(
        Finding(
          .policyDuplicateKey, .error, at: location, keyPath: value.path.description,
          "key `\(excerpt(key))` stands twice in one map", help: "remove or rename one of them",
          related: [.init(first, "it stands here first")]))
    } else {
      places[key] = location
      entries.append(PolicyEntry(key, at: location, value))
    }
  }
}

extension Finding {
  /// The text holds more than `limit` values.
  static func tooMany(_ limit: Int, at location: SourceLocation) -> Finding {
    Finding(
      .policyLimit, .error, at: location, "expected at most \(limit) values, found more",
      help: "split it into several files")
  }

  /// Lists and maps stand deeper than `limit` within each other.
  static func tooDeep(_ limit: Int, at location: SourceLocation) -> Finding {
    Finding(.policyLimit, .error, at: location, "more than \(limit) levels of nesting")
  }
}

/// Enough of `text` to know it again in a message.
func excerpt(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard scalars.count > 60 else { return text }
  return String(String.UnicodeScalarView(scalars.prefix(59))) + "…"
}
