import Devices
import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

/// The folders of `Profiles/`: profiles, and an `expected` file that says what is expected of them.
///
/// Its lines: `target DEVICE` and `device DEVICE` begin a part, what stands before is without a
/// target. In a part: `finding SEVERITY RULE PLACE`; for a device also `KEY STANDING REQUIRE
/// RELY-ON` and `universal-clipboard`, `managed-to-unmanaged`, `unmanaged-to-managed` with a state.
/// All of it has to be there, and nothing else.
@Suite struct ExampleTests {
  static let folder = Repository.root + "Profiles/"
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { !$0.hasSuffix(".md") }.sorted()

  @Test func thereAreExamples() {
    #expect(Self.names.count >= 8)
  }

  @Test(arguments: names)
  func example(_ name: String) throws {
    let folder = Self.folder + name + "/"
    let entries = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(entries.contains("README.md"))
    let files = entries.filter { $0.hasSuffix(".mobileconfig") }.map {
      PlistFile(reading: contents(folder + $0) ?? [], path: $0)
    }
    let expected = try String(contentsOfFile: folder + "expected", encoding: .utf8)
    let found = try report(files, parts(of: expected))
    if ProcessInfo.processInfo.environment["UPDATE_EXAMPLES"] != nil {
      try found.write(toFile: folder + "expected", atomically: true, encoding: .utf8)
    }
    #expect(found == expected)
  }

  /// The first lines of the parts.
  private func parts(of expected: String) -> [Substring] {
    expected.split(separator: "\n").filter { $0.hasPrefix("target ") || $0.hasPrefix("device ") }
  }

  private func report(_ files: [PlistFile], _ parts: [Substring]) throws -> String {
    var lines = Validation(files).findings.map(line)
    for part in parts {
      lines += ["", String(part)]
      let device = try Device(parsing: String(part.dropFirst(7)))
      if part.hasPrefix("target ") {
        lines += Validation(files, targets: [device]).findings.map(line)
      } else {
        lines += state(RestrictionsInForce(files.compactMap(Profile.init), on: device))
      }
    }
    return lines.drop { $0.isEmpty }.joined(separator: "\n") + "\n"
  }

  private func state(_ state: RestrictionsInForce) -> [String] {
    state.findings.map(line)
      + state.restrictions.map {
        "\($0.key): \($0.standing.rawValue), require \(text($0.require)), rely on \(text($0.relyOn))"
      } + [
        "universal-clipboard \(state.clipboard.universalClipboard.state)",
        "managed-to-unmanaged \(state.clipboard.managedToUnmanaged.paste)",
        "unmanaged-to-managed \(state.clipboard.unmanagedToManaged.paste)",
      ]
  }

  private func line(_ finding: Finding) -> String {
    "finding \(finding.severity) \(finding.rule) \(finding.location)"
  }

  private func text(_ value: RestrictionValue?) -> String { value?.description ?? "nothing" }
}
