import Devices
import Findings
import Foundation
import ProfileKit
import StrictJSON
import TestSupport
import Testing

/// Files that nobody here wrote.
@Suite(.enabled(if: hasCorpus)) struct CorpusTests {
  static let files = CorpusFile.all.map { PlistFile(reading: $0.bytes, path: $0.path) }
  static let xmlPaths = Set(CorpusFile.xml.map(\.path))

  @Test func theCommonMistakeIsFoundExactly() {
    let files = Self.files.filter { Self.xmlPaths.contains($0.path) }
    let validation = Validation(files)
    let restrictions = validation.profiles.flatMap(\.payloads).filter(\.isRestrictions)
    #expect(restrictions.count == 78)
    let found = validation.findings.filter { $0.rule == "managed-pasteboard-not-required" }
    #expect(found.count == 23)
    for finding in found {
      #expect(finding.location.line > 0 && finding.location.column > 0)
      #expect(finding.keyPath.contains("allowOpenFrom"))
    }
  }

  /// A count by another road: Foundation's reader and a walk over plain dictionaries.
  @Test func theCommonMistakeCountedNaively() {
    var count = 0
    for file in CorpusFile.xml {
      guard let top = coreFoundation(file.bytes) as? [String: Any] else { continue }
      let payloads = (top["PayloadContent"] as? [[String: Any]]) ?? [top]
      for payload in payloads
      where payload["PayloadType"] as? String == "com.apple.applicationaccess" {
        let closed = [
          "allowOpenFromManagedToUnmanaged", "allowOpenFromUnmanagedToManaged",
        ].contains { payload[$0] as? Bool == false }
        if closed, payload["requireManagedPasteboard"] as? Bool != true { count += 1 }
      }
    }
    #expect(count == 23)
  }

  @Test func everyKindIsNamed() {
    for (file, row) in zip(Self.files, CorpusFile.all) {
      switch row.kind {
      case "signed": #expect(file.kind == .signed, "\(row.path)")
      case "binary": #expect(file.kind == .binary, "\(row.path)")
      default: continue
      }
      // Two lead back to themselves, and CoreFoundation refuses them, too.
      let isRefused = file.coreFoundationReads == false && coreFoundation(row.bytes) == nil
      #expect(isRefused || !file.findings.contains { $0.severity == .error }, "\(row.path)")
    }
  }

  /// A whole run keeps its bounds, and unknown keys of old files are never called errors without
  /// a name that was meant.
  @Test func strangersAreNotErrors() {
    let validation = Validation(Self.files)
    for finding in validation.findings
    where finding.rule == "unknown-key" && finding.severity == .error {
      #expect(finding.message.contains("case-sensitive"), "\(finding.location): \(finding.message)")
    }
    #expect(validation.json["summary"]?["files"]?.integer == Int64(Self.files.count))
  }

  /// The corpus as one set of profiles on one device of each kind: bounded, and consistent.
  @Test(arguments: [
    "platform=iOS,version=18.1,supervised=yes,enrollment=automated", "platform=macOS",
  ])
  func inForce(_ text: String) throws {
    let device = try Device(parsing: text)
    let state = RestrictionsInForce(Self.files.compactMap(Profile.init), on: device)
    #expect(state.restrictions.count > 50)
    for restriction in state.restrictions where restriction.standing == .inForce {
      #expect(restriction.isCertain)
    }
  }
}
