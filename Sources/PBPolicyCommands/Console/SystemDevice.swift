import Glibc

/// The real standard streams.
public final class SystemDevice: ConsoleDevice {
  /// Takes over the streams; a closed pipe is reported as an error from now on, not as a signal.
  public init() {
    signal(SIGPIPE, SIG_IGN)
    holdClosedStreams()
  }

  /// Keeps the numbers of streams that the caller closed from being given to the next file that is
  /// opened, where results would be written into it. What holds them refuses to be used.
  private func holdClosedStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// write(2); waits where the stream was left non-blocking.
  public func write(_ bytes: ArraySlice<UInt8>, to stream: ConsoleStream) -> Result<
    Int, SystemError
  > {
    let count = bytes.withUnsafeBytes { Glibc.write(stream.rawValue, $0.baseAddress, $0.count) }
    if count >= 0 { return .success(count) }
    let number = errno
    if number == EAGAIN {
      wait(stream.rawValue, Int16(POLLOUT))
      return .failure(SystemError(EINTR))
    }
    return .failure(SystemError(number))
  }

  /// read(2) from standard input; waits where it was left non-blocking.
  public func read(atMost count: Int) -> Result<[UInt8], SystemError> {
    var number: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      let got = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      number = got < 0 ? errno : 0
      filled = max(got, 0)
    }
    if number == EAGAIN {
      wait(STDIN_FILENO, Int16(POLLIN))
      number = EINTR
    }
    return number == 0 ? .success(bytes) : .failure(SystemError(number))
  }

  private func wait(_ descriptor: Int32, _ events: Int16) {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    poll(&entry, 1, -1)
  }

  /// isatty(3).
  public func isTerminal(_ stream: ConsoleStream) -> Bool { isatty(stream.rawValue) == 1 }

  /// The width that the terminal on standard output, else on standard error, reports.
  public var width: Int? {
    for stream in [ConsoleStream.output, .error] {
      var size = winsize()
      if ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
        return Int(size.ws_col)
      }
    }
    return nil
  }

  /// getenv(3).
  public func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
