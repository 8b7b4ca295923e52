/// Instants of RFC 3339, as milliseconds since 1970-01-01T00:00:00Z.
public enum Instant {
  /// The milliseconds that a text such as `2026-11-30T18:27:00.250Z` or `…+01:00` stands for;
  /// nil where it is no instant (a leap second is none here).
  public static func milliseconds(_ text: String) -> Int64? {
    var rest = text.utf8[...]
    guard let year = digits(4, &rest), skip("-", &rest), let month = digits(2, &rest),
      skip("-", &rest), let day = digits(2, &rest), skip("T", &rest) || skip("t", &rest),
      let hour = digits(2, &rest), skip(":", &rest), let minute = digits(2, &rest),
      skip(":", &rest), let second = digits(2, &rest),
      (1...12).contains(month), (1...daysIn(month, year)).contains(day), hour < 24, minute < 60,
      second < 60
    else { return nil }
    var fraction = 0
    if skip(".", &rest) {
      let start = rest.startIndex
      while let digit = digits(1, &rest) {
        let place = rest.distance(from: start, to: rest.startIndex)
        if place <= 3 { fraction = fraction * 10 + digit }
      }
      let places = rest.distance(from: start, to: rest.startIndex)
      guard (1...9).contains(places) else { return nil }
      for _ in 0..<max(0, 3 - places) { fraction *= 10 }
    }
    guard let offset = offsetMinutes(&rest), rest.isEmpty else { return nil }
    let minutes = Int64(daysFromEpoch(year, month, day)) * 1440 + Int64(hour * 60 + minute - offset)
    return minutes * 60_000 + Int64(second * 1000 + fraction)
  }

  /// The text in UTC, with milliseconds where there are any.
  public static func text(_ milliseconds: Int64) -> String {
    let day = milliseconds.quotient(86_400_000)
    let rest = Int(milliseconds - day * 86_400_000)
    let (year, month, dayOfMonth) = date(day)
    let fraction = rest % 1000
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T"
      + padded(rest / 3_600_000, 2) + ":" + padded(rest / 60_000 % 60, 2) + ":"
      + padded(rest / 1000 % 60, 2) + (fraction == 0 ? "" : "." + padded(fraction, 3)) + "Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func digits(_ count: Int, _ rest: inout Substring.UTF8View) -> Int? {
    var number = 0
    let text = rest.prefix(count)
    guard text.count == count else { return nil }
    for byte in text {
      guard byte >= 48, byte <= 57 else { return nil }
      number = number * 10 + Int(byte - 48)
    }
    rest = rest.dropFirst(count)
    return number
  }

  private static func skip(_ scalar: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func offsetMinutes(_ rest: inout Substring.UTF8View) -> Int? {
    if skip("Z", &rest) || skip("z", &rest) { return 0 }
    let sign = skip("+", &rest) ? 1 : skip("-", &rest) ? -1 : 0
    guard sign != 0, let hours = digits(2, &rest), skip(":", &rest), let minutes = digits(2, &rest),
      hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }

  private static func daysIn(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar, counted in years from March.
  private static func daysFromEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.quotient(400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(_ days: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = Int(days) + 719_468
    let era = shifted.quotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let index = (5 * dayOfYear + 2) / 153
    let month = index < 10 ? index + 3 : index - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * index + 2) / 5 + 1
    )
  }
}

extension BinaryInteger {
  /// Division rounded down, so that instants before 1970 fall on the right day.
  fileprivate func quotient(_ divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
