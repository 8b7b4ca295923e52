/// One of the two streams that results and remarks go to.
public enum ConsoleStream: Int32, Sendable {
  /// Standard output: results.
  case output = 1
  /// Standard error: remarks, progress, errors.
  case error = 2
}

/// An error number of the operating system.
public struct SystemError: Error, Hashable, Sendable {
  /// The number, as in `errno`.
  public let number: Int32

  /// The error numbered `number`.
  public init(_ number: Int32) { self.number = number }
}

/// The outside world as the tool touches it, one raw call each: the seam for tests.
///
/// Partial writes, interruptions and closed pipes are dealt with above it, in one place.
public protocol ConsoleDevice: AnyObject {
  /// Writes some of `bytes` and says how many, as write(2) does.
  func write(_ bytes: ArraySlice<UInt8>, to stream: ConsoleStream) -> Result<Int, SystemError>
  /// Reads up to `count` bytes of standard input; none at its end.
  func read(atMost count: Int) -> Result<[UInt8], SystemError>
  /// Whether the stream is a terminal.
  func isTerminal(_ stream: ConsoleStream) -> Bool
  /// The terminal's width in columns; nil where there is none.
  var width: Int? { get }
  /// The value of an environment variable.
  func environment(_ name: String) -> String?
}
