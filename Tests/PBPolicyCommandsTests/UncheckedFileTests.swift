import Foundation
import Glibc
import Testing

@testable import PBPolicyCommands

/// A file of which nothing was checked fails, whatever is left out, suppressed or known.
@Suite struct UncheckedFileTests {
  private func check(_ text: String, _ options: [String], _ body: (Outcome) throws -> Void) throws {
    try withFolder { folder in
      let path = folder + "/a.mobileconfig"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      try body(
        run(
          ["validate", "--now", "none"] + options.map { $0.replacing("@", with: folder) } + [path]))
    }
  }

  private static let open = "<plist><dict><key>a</key></plist>"
  private static let refused = "<plist><dict><key>a</key><integer>1 </integer></dict></plist>"
  private static let declaring =
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict><key>a</key><true/></dict></plist>"

  @Test(arguments: [
    ["--select", "unknown-key"], ["--severity", "plist-*=off"], ["--ignore", "plist-*"],
    ["--severity", "plist-*=notice"], [],
  ])
  func rulesLeftOutDoNotHelp(_ options: [String]) throws {
    for text in [Self.open, Self.declaring] {
      try check(text, options) { outcome in
        #expect(outcome.status == .findings)
        #expect(
          outcome.error.contains("1 file could not be read, so nothing in it was checked: `"),
          "\(outcome)")
      }
    }
    try check(Self.refused, options) { outcome in
      #expect(outcome.status == .findings)
      #expect(outcome.error.contains("1 file would be refused by Apple's reader"), "\(outcome)")
    }
  }

  @Test(arguments: [
    ("plist-not-well-formed", open), ("plist-internal-subset", declaring),
    ("plist-refused-by-apple", refused),
  ])
  func commentsDoNotHelp(_ rule: String, _ text: String) throws {
    let comment = "<!-- pbpolicy:ignore-file \(rule): mine -->"
    let commented = text.replacing("<plist>", with: comment + "<plist>")
    try check(commented, []) { outcome in
      #expect(outcome.status == .findings)
      #expect(outcome.output.contains("[\(rule)]"), "\(outcome)")
    }
  }

  @Test(arguments: [
    "</plist>\n<!-- pbpolicy:ignore-file unknown-key: x -->",
    "</plist></plist><!-- pbpolicy:ignore-file unknown-key: x -->",
    "</plist>garbage <dict><!-- pbpolicy:ignore-file unknown-key: x -->",
  ])
  func commentsBehindTheEndDoNotHelp(_ end: String) throws {
    let file = restrictionsProfile(ValidateCommandTests.slip)
    try check(file.replacing("</plist>", with: end), []) { outcome in
      #expect(outcome.status == .findings)
      #expect(outcome.output.contains("[unknown-key]"), "\(outcome)")
      #expect(outcome.output.contains("behind the end of the property list"), "\(outcome)")
    }
  }

  @Test func aBaselineDoesNotHelp() throws {
    try withFolder { folder in
      let path = folder + "/a.mobileconfig"
      let baseline = folder + "/b.json"
      try Self.open.write(toFile: path, atomically: true, encoding: .utf8)
      let first = run(["validate", "--now", "none", "--write-baseline", baseline, path])
      #expect(first.status == .findings)
      let second = run(["validate", "--now", "none", "--baseline", baseline, path])
      #expect(second.status == .findings)
      #expect(second.output.contains("[plist-not-well-formed]"), "\(second)")
      #expect(second.error.contains("could not be read"))
    }
  }

  /// What the old baseline knows is in the new one; nothing is gone.
  @Test func aNewBaselineFromAnOldOne() throws {
    try withFolder { folder in
      let path = folder + "/a.mobileconfig"
      let file = restrictionsProfile(ValidateCommandTests.slip + ValidateCommandTests.stranger)
      try file.write(toFile: path, atomically: true, encoding: .utf8)
      let old = folder + "/old.json"
      let new = folder + "/new.json"
      _ = run(["validate", "--now", "none", "--write-baseline", old, path])
      let second = run([
        "validate", "--now", "none", "--baseline", old, "--write-baseline", new, path,
      ])
      #expect(second.status == .success && !second.error.contains("gone"), "\(second)")
      #expect(second.output.contains("2 in the baseline"), "\(second)")
      #expect(try readFile(new, limit: 1 << 20, .named) == readFile(old, limit: 1 << 20, .named))
    }
  }

  @Test func linksThatLeadNowhereYetAreFollowed() throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/deep", withIntermediateDirectories: true)
      symlink("deep/second", folder + "/first")
      symlink("../third", folder + "/deep/second")
      try writeFile(Array("new".utf8), to: folder + "/first")
      #expect(try readFile(folder + "/third", limit: 10, .named) == Array("new".utf8))
      let kinds = try ["/first", "/deep/second", "/third"].map {
        try FileManager.default.attributesOfItem(atPath: folder + $0)[.type] as? FileAttributeType
      }
      #expect(kinds == [.typeSymbolicLink, .typeSymbolicLink, .typeRegular])
      symlink("loop", folder + "/loop")
      #expect(throws: FileError.self) { try writeFile([1], to: folder + "/loop") }
      symlink("none/file", folder + "/lost")
      #expect(throws: FileError.self) { try writeFile([1], to: folder + "/lost") }
    }
  }
}
