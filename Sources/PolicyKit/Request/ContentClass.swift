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
    var isStart = true
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): isStart = false
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): if isStart { return false }
      case UInt8(ascii: "."):
        if isStart { return false }
        isStart = true
      default: return false
      }
    }
    return !isStart && name.utf8.count <= 200
  }

  /// Whether content of class `name` falls under a condition on `condition`.
  ///
  /// True for the class itself and all below it; unknown for a class above it, whose content may
  /// or may not be of the narrower class.
  static func covers(_ condition: String, _ name: String) -> Truth {
    if isWithin(name, condition) { return .yes }
    return isWithin(condition, name) ? .unknown : .no
  }

  /// Whether `name` is `whole` or below it.
  private static func isWithin(_ name: String, _ whole: String) -> Bool {
    var rest = name.utf8.makeIterator()
    for byte in whole.utf8 where rest.next() != byte { return false }
    let next = rest.next()
    return next == nil || next == UInt8(ascii: ".")
  }
}

/// The nearest of `choices` to `text`, for advice.
func nearestWord(_ text: String, _ choices: [String]) -> String? {
  nearestName(to: text, among: choices)
}
