import Foundation
import Glibc
import Testing

@testable import PBPolicyCommands

@Suite("Reading files")
struct FileTests {
  private let console = Console(FakeDevice())

  private func complaint(_ path: String, limit: Int = 100, _ acceptance: FileAcceptance = .named)
    -> String?
  {
    #expect(throws: FileError.self) { try console.read(path, limit: limit, acceptance) }?.message
  }

  @Test("whole files, up to the limit exactly")
  func limits() throws {
    try withFolder { folder in
      let path = folder + "/a"
      for count in [0, 1, 100] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(try console.read(path, limit: 100) == bytes)
      }
      try Data(repeating: 0, count: 101).write(to: URL(fileURLWithPath: path))
      #expect(complaint(path) == "`\(path)` is longer than 100 bytes, the most that is read")
      #expect(
        complaint("/dev/zero", limit: 2 << 20)
          == "`/dev/zero` is longer than 2 MiB, the most that is read")
      #expect(try console.read("/dev/null") == [])
      let big = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      try big.write(to: URL(fileURLWithPath: path))
      #expect(try console.read(path) == Array(big))
    }
  }

  @Test("what cannot be read is told apart")
  func errors() throws {
    try withFolder { folder in
      #expect(
        complaint(folder + "/none") == "cannot open `\(folder)/none`: no such file or directory")
      #expect(complaint(folder) == "cannot read `\(folder)`: it is a directory")
      #expect(complaint("/dev/null/x") == "cannot open `/dev/null/x`: not a directory")
      #expect(complaint("a\u{0}b")?.hasSuffix("invalid argument") == true)
      #expect(
        complaint(folder + "/" + String(repeating: "x", count: 300))?.hasSuffix(
          "file name too long") == true)
      let pipe = folder + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      #expect(complaint(pipe, .found) == "`\(pipe)` is a named pipe, not a file")
      let locked = folder + "/locked"
      try "x".write(toFile: locked, atomically: true, encoding: .utf8)
      chmod(locked, 0)
      if geteuid() != 0 {
        #expect(complaint(locked) == "cannot open `\(locked)`: permission denied")
      }
    }
  }

  @Test("a pipe that a person named is read to its end")
  func pipe() throws {
    try withFolder { folder in
      let path = folder + "/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      let text = String(repeating: "x", count: 200_000)
      Thread.detachNewThread {
        try? text.write(toFile: path, atomically: false, encoding: .utf8)
      }
      let bytes = try console.read(path)
      #expect(bytes == Array(text.utf8))
    }
  }

  @Test("standard input, once and bounded")
  func input() throws {
    let device = FakeDevice()
    device.input = Array("hello".utf8)
    device.mostAtOnce = 2
    let console = Console(device)
    #expect(try console.read("-") == Array("hello".utf8))
    let again = #expect(throws: FileError.self) { try console.read("-") }
    #expect(again?.message == "standard input `-` can be read only once")
    let other = FakeDevice()
    other.input = [UInt8](repeating: 0, count: 11)
    let error = #expect(throws: FileError.self) { try Console(other).read("-", limit: 10) }
    #expect(error?.message == "standard input is longer than 10 bytes, the most that is read")
  }
}

@Suite("Walking folders")
struct FileWalkTests {
  @Test("all files in a stable order; pipes and loops are passed over, and said")
  func walk() throws {
    try withFolder { folder in
      for path in ["b/2.plist", "b/10.plist", "b/.hidden", "B.bin", "a", "é", "z/y/x"] {
        let url = URL(fileURLWithPath: folder + "/" + path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data([0, 255]).write(to: url)
      }
      symlink("..", folder + "/z/loop")
      symlink("b", folder + "/again")
      symlink("a", folder + "/link")
      symlink("nowhere", folder + "/broken")
      mkfifo(folder + "/pipe", 0o600)
      let walk = FileWalk([folder])
      let names = walk.files.map { String($0.path.dropFirst(folder.count + 1)) }
      #expect(
        names == [
          "B.bin", "a", "again/.hidden", "again/10.plist", "again/2.plist", "z/y/x", "é",
        ])
      #expect(walk.files.allSatisfy { $0.acceptance == .found })
      #expect(
        walk.errors.map(\.message) == ["cannot open `\(folder)/broken`: no such file or directory"])
      #expect(
        walk.passedOver.map(\.message) == [
          "`\(folder)/b` leads to `\(folder)/again` again, which is read already",
          "`\(folder)/pipe` is a named pipe, not a file",
          "`\(folder)/z/loop` leads to `\(folder)` again, which is read already",
        ])
      var found: [String] = []
      #expect(FileWalk([folder], found: { found.append($0) }).files == walk.files)
      #expect(found == walk.files.map(\.path))
    }
  }

  @Test("paths as given, named files whatever they are, and standard input")
  func named() throws {
    try withFolder { folder in
      try "x".write(toFile: folder + "/b", atomically: true, encoding: .utf8)
      mkfifo(folder + "/pipe", 0o600)
      let walk = FileWalk(["-", folder + "/pipe", folder + "/none", folder + "/", folder + "/b"])
      #expect(walk.files.map(\.path) == ["-", folder + "/pipe", folder + "/b"])
      // Found and named as well: named.
      #expect(walk.files.map(\.acceptance) == [.named, .named, .named])
      #expect(walk.errors.map(\.path) == [folder + "/none"])
    }
  }

  @Test("a name that is not UTF-8 is said, not skipped")
  func notUTF8() throws {
    try withFolder { folder in
      let bytes = Array(folder.utf8) + [UInt8(ascii: "/"), 0xFF, 0x61, 0]
      let descriptor = bytes.withUnsafeBytes { raw in
        open(
          raw.bindMemory(to: CChar.self).baseAddress ?? UnsafePointer(bitPattern: 1)!,
          O_CREAT | O_WRONLY, 0o600)
      }
      close(descriptor)
      let walk = FileWalk([folder])
      #expect(walk.files.isEmpty)
      #expect(walk.errors.map(\.message) == ["the name of `\(folder)/�a` is not UTF-8"])
    }
  }

  @Test("a hall of mirrors ends")
  func mirrors() throws {
    try withFolder { folder in
      for level in 0..<12 {
        let path = folder + "/\(level)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        symlink("../\(level + 1)", path + "/a")
        symlink("../\(level + 1)", path + "/b")
      }
      let walk = FileWalk([folder])
      #expect(walk.files.isEmpty)
      #expect(walk.passedOver.count == 22)
      #expect(walk.errors.count == 2)
    }
  }
}
