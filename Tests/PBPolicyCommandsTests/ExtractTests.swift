import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

@Suite struct ExtractTests {
  static let binary: [UInt8] = {
    let value: [String: Any] = ["PayloadType": "Configuration", "PayloadContent": [Any]()]
    let data = try? PropertyListSerialization.data(
      fromPropertyList: value, format: .binary, options: 0)
    return [UInt8](data ?? Data())
  }()

  /// Runs with `input` on standard input.
  private func run(_ arguments: [String], _ input: [UInt8]) -> (
    status: PBPolicyCommands.ExitStatus, output: String, error: String
  ) {
    let device = FakeDevice()
    device.input = input
    let status = PBPolicy.run(arguments, on: device)
    return (status, device.outputText, device.errorText)
  }

  @Test func binaryBecomesXML() {
    let outcome = run(["extract", "-"], Self.binary)
    #expect(outcome.status == .success)
    #expect(outcome.output.contains("<key>PayloadType</key>"))
    #expect(outcome.output.hasPrefix("<?xml"))
  }

  @Test func plainFilesComeBackAsTheyAre() {
    let text = "<plist><true/></plist>"
    let outcome = run(["extract", "-"], Array(text.utf8))
    #expect(outcome.output == text && outcome.status == .success)
    #expect(outcome.error.contains("nothing is wrapped"))
    #expect(run(["extract", "-q", "-"], Array(text.utf8)).error == "")
  }

  @Test func damagedFilesLeaveNothing() throws {
    let folder = NSTemporaryDirectory() + "pbpolicy-extract-\(UUID().uuidString)/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let broken = run(["extract", "-o", folder + "out", "-"], Array(Self.binary.dropLast(5)))
    #expect(broken.status == .findings && broken.output == "")
    #expect(broken.error.contains("damaged"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    let whole = run(["extract", "-o", folder + "out", "-"], Self.binary)
    #expect(whole.status == .success && whole.output == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out"])
    let missing = run(["extract", "-o", folder + "no/out", "-"], Self.binary)
    #expect(missing.status == .file)
    let taken = run(["extract", "-o", folder, "-"], Self.binary)
    #expect(taken.status == .file && taken.error.contains("is a directory"))
  }

  @Test func linksAreFollowedAndPipesKept() throws {
    let folder = NSTemporaryDirectory() + "pbpolicy-extract-\(UUID().uuidString)/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = FileManager.default.createFile(atPath: folder + "real", contents: Data())
    try FileManager.default.createSymbolicLink(
      atPath: folder + "link", withDestinationPath: "real")
    #expect(run(["extract", "-o", folder + "link", "-"], Self.binary).status == .success)
    #expect((FileManager.default.contents(atPath: folder + "real")?.count ?? 0) > 100)
    #expect(run(["extract", "-o", "/dev/null", "-"], Self.binary).status == .success)
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }

  @Test func json() throws {
    let outcome = run(["extract", "--format", "json", "-"], Self.binary)
    let value = try JSONValue(parsing: Array(outcome.output.utf8))
    #expect(value["kind"]?.string == "binary")
    #expect(value["content"]?.string?.contains("<dict>") == true)
    #expect(value["signature"] == .null)
  }

  @Test func uselessCredentialsAreNamed() throws {
    let path = NSTemporaryDirectory() + "pbpolicy-\(UUID().uuidString).pem"
    _ = FileManager.default.createFile(atPath: path, contents: Data("hello".utf8))
    defer { try? FileManager.default.removeItem(atPath: path) }
    for option in ["--trust", "--key"] {
      let outcome = run(["extract", option, path, "-"], Self.binary)
      #expect(outcome.status == .file && outcome.error.contains("cannot use"))
    }
  }
}
