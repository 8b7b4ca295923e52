public import Devices

/// The value of an attribute.
public enum AttributeValue: Sendable, Hashable {
  /// A word of a closed list, or free text.
  case text(String)
  /// A set, sorted and without repetition.
  case set([String])
  /// A whole number.
  case number(Int)
  /// A version.
  case version(OSVersion)
  /// Milliseconds since 1970-01-01T00:00:00Z.
  case instant(Int64)

  /// A set of `names`.
  public static func names(_ names: some Sequence<String>) -> AttributeValue {
    .set(Array(Set(names)).sorted())
  }
}

extension AttributeValue: CustomStringConvertible {
  /// The value as a request spells it; sets joined by commas.
  public var description: String {
    switch self {
    case .text(let text): text
    case .set(let names): names.joined(separator: ",")
    case .number(let number): String(number)
    case .version(let version): version.description
    case .instant(let milliseconds): Instant.text(milliseconds)
    }
  }
}

/// Why a text is no value of an attribute: what was expected, and the nearest word there is.
public struct AttributeValueError: Error, Equatable, CustomStringConvertible {
  /// The attribute.
  public let attribute: Attribute
  /// What was found.
  public let found: String
  /// What was expected.
  public let expected: String
  /// The nearest accepted word.
  public let nearest: String?

  /// One line, lower case, no full stop.
  public var description: String {
    "\(attribute.rawValue) must be \(expected), found `\(found)`"
  }
}

extension Attribute {
  /// The value that these texts stand for: one text, or several for a set.
  /// - Throws: `AttributeValueError` where they are none of this attribute's values.
  public func value(of texts: [String]) throws(AttributeValueError) -> AttributeValue {
    switch kind {
    case .words, .names: break
    case .types, .classes:
      if texts.isEmpty { throw failure("", "one or more names, not an empty list") }
    default:
      guard texts.count == 1 else {
        throw failure(texts.joined(separator: ","), "a single value")
      }
    }
    switch kind {
    case .word(let choices): return .text(try checked(texts[0], choices))
    case .text:
      guard !texts[0].isEmpty else { throw failure("", "a text that is not empty") }
      if isIdentifier, !isIdentifier(texts[0]) {
        throw failure(texts[0], "letters, digits, dots and hyphens only, such as `com.example.app`")
      }
      return .text(texts[0])
    case .words(let choices):
      for text in texts { _ = try checked(text, choices) }
      return .names(texts)
    case .names, .types:
      if texts.contains("") { throw failure("", "names that are not empty") }
      return .names(texts)
    case .classes:
      for text in texts where !ContentClass.isWellFormed(text) {
        throw failure(text, "lower-case words joined by dots, such as `credential.password`")
      }
      return .names(texts)
    case .number, .version, .instant: return try measure(texts[0])
    }
  }

  /// Whether the values are identifiers of Apple's: nothing but them may stand in their place.
  public var isIdentifier: Bool {
    switch self {
    case .sourceBundleID, .destinationBundleID, .sourceTeamID, .destinationTeamID: true
    default: false
    }
  }

  /// Whether `text` is spelt as Apple's identifiers are.
  func isIdentifier(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
          continue
        default: return false
        }
      }
      return true
    }
  }

  /// The number, version or instant that `text` stands for.
  func measure(_ text: String) throws(AttributeValueError) -> AttributeValue {
    switch kind {
    case .number:
      guard let number = Int(text), number >= 0, number <= 1 << 53, text.first != "+" else {
        throw failure(text, "a whole number, 0 or more")
      }
      if number < leastNumber {
        throw failure(text, "a whole number, 1 or more")
      }
      return .number(number)
    case .version:
      guard let version = OSVersion(text) else {
        throw failure(text, "numbers joined by dots, such as 15.4")
      }
      return .version(version)
    default:
      guard let instant = Instant.milliseconds(text) else {
        throw failure(text, "an instant such as 2026-11-30T18:27:00Z")
      }
      return .instant(instant)
    }
  }

  private func checked(_ text: String, _ choices: [String]) throws(AttributeValueError) -> String {
    guard choices.contains(text) else {
      throw AttributeValueError(
        attribute: self, found: text, expected: choices.joined(separator: ", "),
        nearest: nearestWord(text, choices))
    }
    return text
  }

  private func failure(_ found: String, _ expected: String) -> AttributeValueError {
    AttributeValueError(attribute: self, found: found, expected: expected, nearest: nil)
  }
}
