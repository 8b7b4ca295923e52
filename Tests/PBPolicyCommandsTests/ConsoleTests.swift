import Glibc
import Testing

@testable import PBPolicyCommands

@Suite("The console")
struct ConsoleTests {
  @Test("everything arrives however little is taken at once, and however often a signal comes")
  func partial() throws {
    let device = FakeDevice()
    device.mostAtOnce = 3
    device.failures = [EINTR, nil, EINTR, EINTR, nil, nil]
    let console = Console(device)
    try console.print("eleven chars")
    try console.write("é")
    #expect(device.output.isEmpty)
    try console.flush()
    #expect(device.outputText == "eleven chars\né")
    #expect(device.calls == 8)
  }

  @Test("large output is handed on before the end")
  func large() throws {
    let device = FakeDevice()
    let console = Console(device)
    for _ in 0..<10_000 { try console.print("0123456789") }
    #expect(device.output.count >= 65_536)
    try console.flush()
    #expect(device.output.count == 110_000)
  }

  @Test("a reader that leaves is no error, and the command's own status stands")
  func reader() {
    let device = FakeDevice()
    device.lasting = EPIPE
    #expect(PBPolicy.run(["decide", "-s", "-p", "a", "f"], .sample, Console(device)) == .findings)
    #expect(device.errorText == "")
    let console = Console(device)
    #expect(!console.readerHasLeft)
    #expect(throws: Never.self) {
      try console.print("x")
      try console.flush()
    }
    #expect(console.readerHasLeft)
    let calls = device.calls
    #expect(throws: Never.self) {
      try console.print("x")
      try console.flush()
    }
    #expect(device.calls == calls)
  }

  @Test(
    "output that cannot be written is said, with the status for files",
    arguments: [
      (ENOSPC, "no space left on device"), (EIO, "input/output error"),
      (EBADF, "bad file descriptor"),
    ])
  func full(number: Int32, words: String) {
    let device = FakeDevice()
    device.lasting = number
    #expect(PBPolicy.run(["version"], on: device) == .file)
    #expect(device.errorText == "pbpolicy: cannot write to standard output: \(words)\n")
  }

  @Test("a device that takes nothing for ever is an error, not a hang")
  func stuck() {
    let device = FakeDevice()
    device.mostAtOnce = 0
    #expect(PBPolicy.run(["version"], on: device) == .file)
  }

  @Test("results come before later remarks, and quiet keeps remarks away but no errors")
  func order() throws {
    let device = FakeDevice()
    let console = Console(device)
    try console.print("result")
    console.remark("remark")
    #expect(device.outputText == "result\n")
    #expect(device.errorText == "remark\n")
    console.isQuiet = true
    console.remark("more")
    console.complain("error\u{7}")
    #expect(device.errorText == "remark\nerror�\n")
  }

  @Test("colour only on a terminal, unless asked otherwise")
  func colour() {
    let device = FakeDevice()
    let console = Console(device)
    #expect(!console.usesColour())
    device.terminals = [.output]
    #expect(console.usesColour())
    #expect(!console.usesColour(on: .error))
    device.variables = ["NO_COLOR": ""]
    #expect(console.usesColour())
    device.variables = ["NO_COLOR": "1"]
    #expect(!console.usesColour())
    console.colour = .always
    #expect(console.usesColour() && console.usesColour(on: .error))
    device.variables = ["TERM": "dumb"]
    console.colour = .auto
    #expect(!console.usesColour())
    device.variables = [:]
    console.colour = .never
    #expect(!console.usesColour())
  }

  @Test("the width is COLUMNS, the terminal's, or 80, within reason")
  func width() {
    let device = FakeDevice()
    let console = Console(device)
    #expect(console.width == 80)
    device.width = 132
    #expect(console.width == 132)
    device.variables = ["COLUMNS": "60"]
    #expect(console.width == 60)
    device.variables = ["COLUMNS": "3"]
    #expect(console.width == 40)
    device.variables = ["COLUMNS": "wide"]
    #expect(console.width == 132)
  }

  @Test("progress shows on a terminal only, and is wiped before anything else")
  func progress() throws {
    let device = FakeDevice()
    let console = Console(device)
    Progress("reading", of: 2, on: console, after: .zero, every: .zero).step("a")
    #expect(device.error.isEmpty)
    device.terminals = [.error]
    let progress = Progress("reading", of: 2, on: console, after: .zero, every: .zero)
    progress.step("a\u{1B}b")
    #expect(device.errorText == "\r\u{1B}[Kreading 1 of 2: a�b")
    console.remark("done")
    #expect(device.errorText == "\r\u{1B}[Kreading 1 of 2: a�b\r\u{1B}[Kdone\n")
    progress.end()
    #expect(device.errorText.hasSuffix("done\n"))
    device.error = []
    progress.step(String(repeating: "x", count: 200))
    #expect(device.error.count < 90)
    progress.end()
    console.isQuiet = true
    device.error = []
    Progress("reading", on: console, after: .zero, every: .zero).step("a")
    #expect(device.error.isEmpty)
  }

  @Test("progress is not shown more often than it says")
  func rate() {
    let device = FakeDevice()
    device.terminals = [.error]
    let progress = Progress("reading", on: Console(device), after: .zero, every: .seconds(600))
    for _ in 0..<1000 { progress.step() }
    #expect(device.errorText == "\r\u{1B}[Kreading 1")
  }
}
