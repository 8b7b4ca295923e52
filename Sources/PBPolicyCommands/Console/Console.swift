import Findings
import Glibc

/// What a command reads from and writes to.
///
/// Results go to standard output through a buffer; remarks and errors go to standard error.
/// A reader that leaves (`pbpolicy … | head`) is no error: the rest is dropped, and the command's
/// own status stands. A command that would write for ever asks `readerHasLeft`.
final class Console {
  /// The raw streams.
  let device: any ConsoleDevice
  /// Whether remarks are unwanted.
  var isQuiet = false
  /// When to colour.
  var colour = ColourChoice.auto
  /// Whether nobody reads standard output any more.
  private(set) var readerHasLeft = false
  /// Whether anything was written to standard output.
  private(set) var hasWritten = false
  /// Whether standard input was read.
  var inputWasRead = false
  /// Whether a line of progress stands on the terminal.
  var progressIsShown = false
  private var pending: [UInt8] = []
  private static let bufferSize = 1 << 16

  init(_ device: any ConsoleDevice) {
    self.device = device
  }

  /// Writes `text` as it stands to standard output.
  func write(_ text: String) throws(OutputError) {
    try write(bytes: text.utf8)
  }

  /// Writes `text` and a newline to standard output.
  func print(_ text: String = "") throws(OutputError) {
    try write(bytes: text.utf8)
    try write(bytes: CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Writes `bytes` to standard output.
  func write(bytes: some Collection<UInt8>) throws(OutputError) {
    hasWritten = hasWritten || !bytes.isEmpty
    pending.append(contentsOf: bytes)
    if pending.count >= Self.bufferSize { try flush() }
  }

  /// Hands everything written so far to the operating system.
  func flush() throws(OutputError) {
    defer { pending.removeAll(keepingCapacity: true) }
    guard !readerHasLeft, !pending.isEmpty else { return }
    clearProgress()
    if let error = send(pending[...], to: .output) {
      if error.number == EPIPE {
        readerHasLeft = true
      } else {
        throw OutputError(reason: error)
      }
    }
  }

  /// A remark on standard error, such as a summary; nothing where the user wants quiet.
  func remark(_ text: String) {
    if !isQuiet { complain(text) }
  }

  /// A line on standard error, whatever the user wants; control characters are shown as `�`.
  ///
  /// What standard error cannot take is lost: there is no other place to say so.
  func complain(_ text: String) {
    try? flush()
    clearProgress()
    _ = send(Array((printable(text) + "\n").utf8)[...], to: .error)
  }

  /// Writes to standard error as it stands.
  func writeError(_ text: String) {
    _ = send(Array(text.utf8)[...], to: .error)
  }

  /// Whether to colour what goes to `stream`.
  func usesColour(on stream: ConsoleStream = .output) -> Bool {
    switch colour {
    case .always: true
    case .never: false
    case .auto:
      device.isTerminal(stream) && (device.environment("NO_COLOR") ?? "").isEmpty
        && device.environment("TERM") != "dumb"
    }
  }

  /// The columns to wrap at: COLUMNS or the terminal's own width, else 80.
  var width: Int {
    let stated = device.environment("COLUMNS").flatMap { Int($0) } ?? device.width ?? 80
    return min(max(stated, 40), 1000)
  }

  /// All of `bytes`, however many calls it takes.
  private func send(_ bytes: ArraySlice<UInt8>, to stream: ConsoleStream) -> SystemError? {
    var left = bytes
    var idle = 0
    while !left.isEmpty {
      switch device.write(left, to: stream) {
      case .success(let count):
        left = left.dropFirst(count)
        idle = count > 0 ? 0 : idle + 1
        if idle > 1000 { return SystemError(EIO) }
      case .failure(let error):
        if error.number != EINTR { return error }
      }
    }
    return nil
  }
}

/// Standard output could not be written.
struct OutputError: CommandFailure, Equatable {
  /// Why.
  var reason: SystemError

  var status: ExitStatus { .file }
  var message: String { "cannot write to standard output: \(reason)" }
  var advice: String? { nil }
}

extension SystemError: CustomStringConvertible {
  /// The system's words for it, lower case at the start.
  public var description: String {
    guard let words = strerror(number) else { return "error \(number)" }
    let text = String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
