import Foundation

/// What a whole process costs.
enum ProcessStart {
  static func run() {
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("pbpolicy").path
    let environment = ProcessInfo.processInfo.environment
    measure("start: `pbpolicy version`", environment["BENCH_PBPOLICY"] ?? own)
    measure("start: `pbpolicy version`, as the demo builds it", environment["BENCH_PBPOLICY_DEMO"])
    let folder = Files.scratch()
    defer { Files.remove(folder) }
    let profile = folder.appendingPathComponent("small.mobileconfig")
    let bytes = Generated.profile(payloads: 4, certificates: false)
    require((try? Data(bytes).write(to: profile)) != nil, "no room for a profile")
    let what = "validate a profile, \(bytes.count) bytes, whole process"
    for (how, key) in [
      ("as the demo builds it", "BENCH_PBPOLICY_DEMO"),
      ("everything linked statically", "BENCH_PBPOLICY_WHOLE"),
    ] {
      validate("\(what), \(how)", environment[key], profile.path)
    }
  }

  /// The whole of checking a profile beside reading it with libxml2's own tool.
  private static func validate(_ what: String, _ path: String?, _ profile: String) {
    let peer = "`xmllint --noout` (limit: 2)"
    guard let path, access(path, X_OK) == 0 else {
      return Table.skip(what, against: peer, "it is not built; see run.sh")
    }
    let xmllint = "/usr/bin/xmllint"
    guard access(xmllint, X_OK) == 0 else {
      return Table.skip(what, against: peer, "libxml2-utils is not installed")
    }
    let timings = time(
      [
        Contender("ours") { spawn([path, "validate", "--quiet", profile]) },
        Contender(peer) { spawn([xmllint, "--noout", profile]) },
      ], rounds: 100, sample: .nanoseconds(1))
    Table.add(what, timings, unit: .milliseconds)
  }

  private static func measure(_ what: String, _ path: String?) {
    guard let path, access(path, X_OK) == 0 else {
      return Table.skip(what, against: "/bin/true", "it is not built; see run.sh")
    }
    let timings = time(
      [
        Contender("ours") { spawn([path, "version"]) },
        Contender("/bin/true") { spawn(["/bin/true"]) },
      ], rounds: 100, sample: .nanoseconds(1))
    Table.add(what, timings, unit: .milliseconds)
  }

  static func spawn(_ words: [String]) {
    require(status(of: words) == 0, "`\(words[0])` failed")
  }

  /// The most memory that a process held, in bytes, whatever it ended with.
  ///
  /// Until it becomes another program, a new process counts what its parent holds as its own. So
  /// a bench that holds nothing yet starts it, and what that holds, twenty megabytes, is the least
  /// that can be told.
  static func peakMemory(_ words: [String]) -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["peak"] + words
    let pipe = Pipe()
    process.standardOutput = pipe
    require((try? process.run()) != nil, "no start")
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let bytes = Int(said.filter(\.isNumber))
    require(bytes != nil, "`\(words[0])` is lost")
    return bytes ?? 0
  }

  /// Starts a command and says how much memory it held.
  static func tellPeak(_ words: [String]) {
    guard !words.isEmpty else { return require(false, "expected a command") }
    _ = status(of: words)
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    print(usage.ru_maxrss << 10)
  }

  private static func status(of words: [String]) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    require(posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0, "no start")
    var status: Int32 = 0
    require(waitpid(process, &status, 0) == process, "`\(words[0])` is lost")
    return status
  }
}
