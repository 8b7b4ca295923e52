/// The lines of the report: Markdown, to be pasted into the README.
enum Table {
  static func begin() {
    print("| what | ours | measured against | theirs | ratio (best) | ratio (median) |")
    print("| --- | ---: | --- | ---: | ---: | ---: |")
  }

  /// One line per peer: the first timing is ours. The ratio is our time over theirs.
  static func add(_ what: String, _ timings: [Timing], unit: Unit) {
    guard let ours = timings.first else { return }
    for theirs in timings.dropFirst() {
      line(
        what, unit.text(ours.best), theirs.name, unit.text(theirs.best), ours.best / theirs.best,
        ours.median / theirs.median)
    }
  }

  /// A line for memory: the ratio is what was held over what may be.
  static func addSize(_ what: String, _ held: Int, against peer: String, _ allowed: Int) {
    let ratio = Double(held) / Double(allowed)
    let text = { (bytes: Int) in "\(short(Double(bytes) / 1e6)) MB" }
    line(what, text(held), peer, text(allowed), ratio, ratio)
  }

  /// A line for what could not be measured here.
  static func skip(_ what: String, against peer: String, _ why: String) {
    print("| \(what) | | \(peer) | skipped: \(why) | | |")
  }

  /// A line for memory: bytes beside bytes.
  static func memory(_ what: String, _ ours: Double, _ peer: String, _ theirs: Double) {
    let text = { (bytes: Double) in "\(short(bytes / 1_048_576)) MiB" }
    line(what, text(ours), peer, text(theirs), ours / theirs, ours / theirs)
  }

  private static func line(
    _ what: String, _ ours: String, _ peer: String, _ theirs: String, _ best: Double,
    _ median: Double
  ) {
    print("| \(what) | \(ours) | \(peer) | \(theirs) | \(short(best)) | \(short(median)) |")
  }
}

/// How a time is told.
enum Unit {
  case nanoseconds, microseconds, milliseconds
  /// Bytes of one operation over its time.
  case megabytesPerSecond(Int)
  case perSecond

  func text(_ nanoseconds: Double) -> String {
    switch self {
    case .nanoseconds: "\(short(nanoseconds)) ns"
    case .microseconds: "\(short(nanoseconds / 1e3)) µs"
    case .milliseconds: "\(short(nanoseconds / 1e6)) ms"
    case .megabytesPerSecond(let bytes): "\(short(Double(bytes) / nanoseconds * 1e3)) MB/s"
    case .perSecond: "\(short(1e9 / nanoseconds)) /s"
    }
  }
}

/// Three digits that count.
func short(_ number: Double) -> String {
  if number >= 100 { return String(Int(number.rounded())) }
  let scale: Double = number >= 10 ? 10 : number >= 1 ? 100 : 1000
  let rounded = (number * scale).rounded() / scale
  return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}

/// Ends the run: a figure beside something that went wrong would mean nothing.
func require(_ condition: Bool, _ message: String) {
  guard !condition else { return }
  print("bench: \(message)")
  leave()
}
