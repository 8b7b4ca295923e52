import Glibc

/// One reading of the clocks, as it stands in a record.
public struct Moment: Sendable, Hashable {
  /// UTC in milliseconds since 1970.
  public var time: Int64
  /// Minutes to add to UTC for the local time; east is positive.
  public var offset: Int64
  /// Microseconds since the machine started, suspended time included.
  public var monotonic: Int64
  /// What the kernel calls this run of the machine: a UUID, `unknown` where it does not say.
  public var boot: String

  /// Makes a reading.
  public init(time: Int64, offset: Int64, monotonic: Int64, boot: String) {
    self.time = time
    self.offset = offset
    self.monotonic = monotonic
    self.boot = boot
  }

  /// The clocks of this machine, now.
  public static func now() -> Moment {
    var seconds = Glibc.time(nil)
    var local = tm()
    localtime_r(&seconds, &local)
    return Moment(
      time: Wall.milliseconds(), offset: Int64(local.tm_gmtoff) / 60,
      monotonic: Wall.reading(CLOCK_BOOTTIME) / 1000, boot: bootID)
  }

  private static let bootID: String = {
    let path = "/proc/sys/kernel/random/boot_id"
    guard let bytes = try? PrivateFile.read(path, limit: 64) else { return "unknown" }
    let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    return text.utf8.count == 36 ? text : "unknown"
  }()
}

/// The time of day.
public enum Wall {
  /// Milliseconds since 1970, UTC.
  public static func milliseconds() -> Int64 { reading(CLOCK_REALTIME) / 1_000_000 }

  /// Nanoseconds that a clock shows.
  static func reading(_ clock: clockid_t) -> Int64 {
    var value = timespec()
    clock_gettime(clock, &value)
    return Int64(value.tv_sec) * 1_000_000_000 + Int64(value.tv_nsec)
  }
}
