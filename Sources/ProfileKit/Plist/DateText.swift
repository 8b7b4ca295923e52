extension ScalarText {
  /// `YYYY-MM-DDTHH:MM:SSZ`, a sign and more or fewer digits allowed in the year; parts beyond
  /// the calendar run over into the next, as Apple's reader lets them.
  static func date(_ text: Bytes) throws(ScalarError) -> Reading {
    let wrong = ScalarError(
      message:
        "`\(shown(String(decoding: text.prefix(160), as: UTF8.self), 40))` is not a `<date>`;"
        + " write it like 2030-01-31T00:00:00Z")
    var rest = text
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let year = rest.prefix { $0 != UInt8(ascii: "-") }
    guard let number = Self.year(year) else { throw wrong }
    rest = rest.dropFirst(year.count)
    let pattern = Array("-00-00T00:00:00Z".utf8)
    guard rest.count == pattern.count else { throw wrong }
    var parts: [Int] = [number]
    for (byte, expected) in zip(rest, pattern) {
      if expected == UInt8(ascii: "0") {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw wrong }
        parts[parts.count - 1] = parts[parts.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
      } else {
        guard byte == expected else { throw wrong }
        parts.append(0)
      }
    }
    if isNegative { parts[0] = -parts[0] }
    let seconds =
      days(year: parts[0], month: parts[1], day: parts[2]) * 86_400
      + parts[3] * 3_600 + parts[4] * 60 + parts[5]
    let meant = dateText(Int64(seconds))
    let written = String(decoding: text, as: UTF8.self)
    return Reading(
      .date, bits: UInt64(bitPattern: Int64(seconds)),
      change: meant == written ? nil : "`\(shown(written, 40))` is no date; it is read as \(meant)")
  }

  /// The number of a year, of any number of digits or none; it runs over at 32 bits as Apple's does.
  private static func year(_ digits: Bytes) -> Int? {
    var year: Int32 = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      year = year &* 10 &+ Int32(byte - UInt8(ascii: "0"))
    }
    return Int(year)
  }

  /// Days since 1970-01-01 in the Gregorian calendar carried backwards.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let starts = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let months = (month < starts.count ? starts[month] : 0) + (month > 2 && isLeap ? 1 : 0)
    return daysBefore(year: year) + months + day - 1
  }

  /// Days from 1970-01-01 to the first of January of `year`.
  private static func daysBefore(year: Int) -> Int {
    let last = year - 1
    let leaps = floorDivide(last, 4) - floorDivide(last, 100) + floorDivide(last, 400)
    return last * 365 + leaps - 719_162
  }

  private static func floorDivide(_ left: Int, _ right: Int) -> Int {
    left >= 0 ? left / right : -((-left + right - 1) / right)
  }

  /// Such as `2030-01-31T00:00:00Z`.
  static func dateText(_ seconds: Int64) -> String {
    let seconds = Int(seconds)
    let day = floorDivide(seconds, 86_400)
    let time = seconds - day * 86_400
    // At most one less than it is, however far the year.
    var year = 1970 + floorDivide(day * 400, 146_097) - 1
    while daysBefore(year: year + 1) <= day { year += 1 }
    var month = 12
    while month > 1, days(year: year, month: month, day: 1) > day { month -= 1 }
    let dayOfMonth = day - days(year: year, month: month, day: 1) + 1
    let sign = year < 0 ? "-" : ""
    return "\(sign)\(padded(abs(year), 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
      + "\(padded(time / 3_600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
