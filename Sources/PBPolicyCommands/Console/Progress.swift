import Findings

/// One line on standard error that says how far long work has come.
///
/// It shows only on a terminal that can wipe a line and where remarks are wanted, once the work has
/// taken half a second, at most ten times a second, and is wiped before anything else is written.
final class Progress {
  private let console: Console
  private let label: String
  private let total: Int?
  private let interval: Duration
  private let clock = ContinuousClock()
  private var shownAt: ContinuousClock.Instant?
  private var done = 0
  private let isShown: Bool
  private let delay: Duration
  private let start: ContinuousClock.Instant

  /// Progress of `total` steps, or of an unknown number, such as `reading 12 of 80: Wi-Fi.plist`.
  init(
    _ label: String, of total: Int? = nil, on console: Console,
    after delay: Duration = .milliseconds(500), every interval: Duration = .milliseconds(100)
  ) {
    self.delay = delay
    start = clock.now
    self.label = label
    self.total = total
    self.console = console
    self.interval = interval
    isShown =
      !console.isQuiet && console.device.isTerminal(.error)
      && console.device.environment("TERM") != "dumb"
  }

  /// One step more; `item` names what is being worked on.
  func step(_ item: String = "") {
    done += 1
    guard isShown else { return }
    let now = clock.now
    if now - start < delay { return }
    if let shownAt, now - shownAt < interval { return }
    shownAt = now
    let count = total.map { "\(done) of \($0)" } ?? "\(done)"
    let line = "\(label) \(count)\(item.isEmpty ? "" : ": \(printable(item))")"
    console.writeError("\r\u{1B}[K\(line.prefix(console.width - 1))")
    console.progressIsShown = true
  }

  /// Wipes the line.
  func end() { console.clearProgress() }
}

extension Console {
  /// Wipes a line of progress, if one stands there.
  func clearProgress() {
    guard progressIsShown else { return }
    progressIsShown = false
    writeError("\r\u{1B}[K")
  }
}
