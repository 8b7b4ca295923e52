import Findings

extension Rule {
  static let valueNotAllowed = Rule(
    "value-not-allowed", .error, "a value outside the range or the list that Apple gives",
    explanation: """
      Numbers have bounds and some keys only certain values; anything else is ignored or refused.
      """,
    accepted: [.restrictions("<key>enforcedSoftwareUpdateDelay</key><integer>30</integer>")],
    rejected: [
      .restrictions(
        "<key>enforcedSoftwareUpdateDelay</key>▸<integer>120</integer>",
        says: "`enforcedSoftwareUpdateDelay` is 120, expected 1 to 90"),
      .restrictions(
        "<key>safariAcceptCookies</key>▸<integer>3</integer>",
        says: "`safariAcceptCookies` is 3, expected one of 0.0, 1.0, 1.5, 2.0"),
    ],
    check: { context in
      context.eachKey { payload, entry, known in
        complaint(entry, known).map {
          [finding(entry, $0, payload.location(entry.value.position), payload.keyPath(entry.key))]
        } ?? []
      }
        + context.eachTopKey { profile, entry, known in
          complaint(entry, known).map {
            [finding(entry, $0, profile.location(entry.value.position), entry.key)]
          } ?? []
        }
    })

  private static func finding(
    _ entry: PlistEntry, _ expected: String, _ location: SourceLocation, _ keyPath: String
  ) -> Finding {
    Finding(
      "value-not-allowed", .error, at: location, keyPath: keyPath,
      "`\(entry.key)` is \(entry.value.shortText), expected \(expected)")
  }

  private static func complaint(_ entry: PlistEntry, _ known: KeyDefinition?) -> String? {
    // Both have rules of their own.
    guard let known, !["PayloadVersion", "PayloadType"].contains(entry.key) else { return nil }
    if let most = known.maximumCount, entry.value.elements.count > most {
      return "at most \(counted(most, "element"))"
    }
    if let number = entry.value.number {
      if !known.values.isEmpty, !known.values.contains(where: { Double($0) == number }) {
        return list(known.values)
      }
      let minimum = known.minimum ?? -.infinity
      let maximum = known.maximum ?? .infinity
      guard number < minimum || number > maximum else { return nil }
      return "\(Int64(exactly: minimum).map { "\($0)" } ?? "any") to"
        + " \(Int64(exactly: maximum).map { "\($0)" } ?? "any")"
    }
    let texts = entry.value.string.map { [$0] } ?? entry.value.elements.compactMap(\.string)
    guard !known.values.isEmpty, let odd = texts.first(where: { !known.values.contains($0) }) else {
      return nil
    }
    // Among codes of two or three letters everything is near to everything.
    let near = odd.count < 4 ? nil : nearestName(to: odd, among: known.values)
    return list(known.values) + (near.map { "; did you mean `\($0)`?" } ?? "")
  }

  private static func list(_ values: [String]) -> String {
    "one of \(values.prefix(24).joined(separator: ", "))"
  }
}
