import Findings

/// The taxonomy of content: dotted names, each covering all below it.
public enum ContentClass {
  /// The classes built in; policies add their own.
  public static let builtIn: [String] = [
    "credential", "credential.password", "credential.token", "credential.session-id",
    "credential.api-key", "credential.private-key", "credential.one-time-code",
    "credential.recovery-code", "customer-record", "customer-record.tax-id",
    "customer-record.name", "customer-record.contact", "customer-record.birth-date",
    "customer-record.identifier", "financial", "financial.card-number",
    "financial.account-number", "health", "personal", "internal", "internal.document",
    "internal.source-code", "own-content", "link", "public", "unclassified",
  ]

  /// Whether `name` is lower-case words of letters, digits and hyphens joined by dots.
  public static func isWellFormed(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return !parts.isEmpty && name.utf8.count <= 200
      && parts.allSatisfy { part in
        part.utf8.first.map { (97...122).contains($0) } == true
          && part.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
      }
  }

  /// Whether content of class `name` falls under a condition on `condition`.
  ///
  /// True for the class itself and all below it; unknown for a class above it, whose content may
  /// or may not be of the narrower class.
  static func covers(_ condition: String, _ name: String) -> Truth {
    if name == condition || name.hasPrefix(condition + ".") { return .yes }
    return condition.hasPrefix(name + ".") ? .unknown : .no
  }
}

/// The nearest of `choices` to `text`, for advice.
func nearestWord(_ text: String, _ choices: [String]) -> String? {
  nearestName(to: text, among: choices)
}
