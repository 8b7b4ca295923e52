import Devices

/// Where a fact is so, read off what the table says of its versions.
struct FactReach: Sendable {
  /// One span of versions of a platform.
  private struct Span: Sendable {
    let platform: Platform
    let versions: VersionRange
    /// Whether only apps that are not native to the platform are meant.
    let isCatalyst: Bool
  }

  private struct VersionRange: Sendable {
    var from: OSVersion?
    var below: OSVersion?

    func contains(_ version: OSVersion) -> Bool {
      from.map { version >= $0 } ?? true && below.map { version < $0 } ?? true
    }
  }

  /// Nil where the fact is so everywhere.
  private let spans: [Span]?
  /// Whether the whole text was understood.
  let isWhole: Bool

  /// Reads such as `iOS 14–15, macOS 15.4+` or `all`.
  init(_ text: String) {
    guard text != "all" else { (spans, isWhole) = (nil, true); return }
    let parts = text.split(separator: ",").map(Self.span)
    isWhole = parts.allSatisfy { $0 != nil }
    spans = isWhole ? parts.compactMap(\.self) : nil
  }

  private static func span(_ text: Substring) -> Span? {
    let words = text.split(separator: " ")
    guard let name = words.first, words.count <= 2 else { return nil }
    let isCatalyst = name == "Catalyst"
    guard let platform = isCatalyst ? .macOS : Platform(rawValue: String(name)) else { return nil }
    // Catalyst's own numbers are iOS's, and no request says them.
    guard words.count == 2, !isCatalyst else {
      return Span(platform: platform, versions: VersionRange(), isCatalyst: isCatalyst)
    }
    return versions(words[1]).map { Span(platform: platform, versions: $0, isCatalyst: false) }
  }

  private static func versions(_ text: Substring) -> VersionRange? {
    if text.last == "+" { return OSVersion(text.dropLast()).map { VersionRange(from: $0) } }
    let bounds = text.split(separator: "–")
    guard bounds.count == 2, let from = OSVersion(bounds[0]), let last = OSVersion(bounds[1]) else {
      return nil
    }
    let numbers = last.numbers
    return VersionRange(
      from: from,
      below: numbers.count > 1 ? OSVersion(numbers[0], numbers[1] + 1) : OSVersion(numbers[0] + 1))
  }

  /// Whether the fact may be so where a request comes from: an unknown version may be any, and an app
  /// that is not native to a Mac, or may not be, is one of iOS's.
  func holds(on platform: Platform, _ version: OSVersion?, isNative: Bool) -> Bool {
    guard let spans else { return true }
    return spans.contains { span in
      if platform == .macOS, !isNative, span.isCatalyst || span.platform == .iOS { return true }
      return span.platform == platform && !span.isCatalyst
        && version.map(span.versions.contains) ?? true
    }
  }
}

extension PlatformFact {
  /// Where each fact is so, in the order of `all`.
  static let reaches: [FactReach] = all.map { FactReach($0.versions) }
}
