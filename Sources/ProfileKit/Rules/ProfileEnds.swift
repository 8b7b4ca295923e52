import Findings

extension Rule {
  static let profileEnds = Rule(
    "profile-ends", .error, "a profile that has expired or removes itself",
    explanation: """
      `RemovalDate` and `DurationUntilRemoval` make a device remove the profile by itself, whichever comes
      first; `PayloadExpirationDate` marks an over-the-air profile as expired. A date that has passed means that
      the profile does not stay. Dates are held against the clock, or against `--now`.
      """,
    accepted: [
      .restrictions(""),
      ending("<key>RemovalDate</key><date>2999-01-01T00:00:00Z</date>"),
      ending("<key>RemovalDate</key><date>2030-01-01T00:00:00Z</date>"),
      ending("<key>RemovalDate</key><date>2030-02-01T00:00:01Z</date>", now: newYear),
      ending("<key>PayloadExpirationDate</key><date>2031-01-01T00:00:00Z</date>", now: newYear),
    ],
    rejected: [
      ending(
        "▸<key>RemovalDate</key><date>2029-12-31T23:59:59Z</date>", now: newYear,
        says: "`RemovalDate` is 2029-12-31T23:59:59Z, which has passed: the profile is removed"),
      ending(
        "▸<key>PayloadExpirationDate</key><date>2030-01-01T00:00:00Z</date>", now: newYear,
        says:
          "`PayloadExpirationDate` is 2030-01-01T00:00:00Z, which has passed: the profile has expired"
      ),
      ending(
        "▸<key>RemovalDate</key><date>2030-01-31T00:00:00Z</date>", now: newYear,
        says: "`RemovalDate` is 2030-01-31T00:00:00Z: the profile is removed within thirty days"),
      ending(
        "▸<key>PayloadExpirationDate</key><date>2030-01-02T00:00:00Z</date>", now: newYear,
        says:
          "`PayloadExpirationDate` is 2030-01-02T00:00:00Z: the profile expires within thirty days"),
      ending(
        "▸<key>DurationUntilRemoval</key><real>0</real>",
        says: "`DurationUntilRemoval` is 0.0: the profile is removed as soon as it is installed"),
      ending(
        """
        <key>RemovalDate</key><date>2999-01-01T00:00:00Z</date>▸<key>DurationUntilRemoval</key>\
        <real>3600</real>
        """, now: newYear,
        says: "`RemovalDate` and `DurationUntilRemoval` are both set: the earlier one counts"),
    ],
    check: { context in
      context.profiles.filter { !$0.isBarePayload }.flatMap { profile in
        past(profile, context.now) + duration(profile)
      }
    })

  /// How close a date is worth a word: thirty days.
  private static let soon: Int64 = 30 * 86_400

  private static func past(_ profile: Profile, _ now: Int64?) -> [Finding] {
    guard let now else { return [] }
    return ["RemovalDate", "PayloadExpirationDate"].compactMap { key in
      guard let entry = profile.node.entry(key), case .date(let date) = entry.value.kind,
        date - soon <= now
      else { return nil }
      let isPast = date <= now
      let isRemoval = key == "RemovalDate"
      let text = ScalarText.dateText(date)
      return Finding(
        "profile-ends", isPast ? .error : .warning, at: profile.location(entry.keyPosition),
        keyPath: key,
        isPast
          ? "`\(key)` is \(text), which has passed: the profile \(isRemoval ? "is removed" : "has expired")"
          : "`\(key)` is \(text): the profile \(isRemoval ? "is removed" : "expires") within thirty days",
        help: "set a later date, or remove the key")
    }
  }

  private static func duration(_ profile: Profile) -> [Finding] {
    guard let entry = profile.node.entry("DurationUntilRemoval"), let seconds = entry.value.number
    else { return [] }
    let place = profile.location(entry.keyPosition)
    if seconds <= 0 {
      return [
        Finding(
          "profile-ends", .error, at: place, keyPath: entry.key,
          "`\(entry.key)` is \(entry.value.shortText): the profile is removed as soon as it is installed",
          help: "it counts seconds from the installation")
      ]
    }
    guard let date = profile.node.entry("RemovalDate") else { return [] }
    return [
      Finding(
        "profile-ends", .notice, at: place, keyPath: entry.key,
        "`RemovalDate` and `\(entry.key)` are both set: the earlier one counts",
        related: [.init(profile.location(date.keyPosition), "`RemovalDate` is set here")])
    ]
  }

  /// 2030-01-01T00:00:00Z.
  private static let newYear: Int64 = 1_893_456_000

  private static func ending(_ keys: String, now: Int64? = nil, says message: String = "")
    -> RuleExample
  {
    RuleExample(
      RuleExample.profile(RuleExample.payload("")).replacing(
        "<key>PayloadContent</key>", with: "\(keys)<key>PayloadContent</key>"), now: now,
      says: message)
  }
}
