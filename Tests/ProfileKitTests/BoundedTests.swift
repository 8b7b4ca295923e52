import Devices
import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

/// Files made to take long: work that grows with the square of the input would pass the limit.
@Suite(.timeLimit(.minutes(20))) struct BoundedTests {
  private func profile(_ payloads: String) -> [UInt8] {
    Array(
      """
      <plist version="1.0"><dict><key>PayloadType</key><string>Configuration</string><key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>a</string><key>PayloadContent</key>
      <array>\(payloads)</array></dict></plist>
      """.utf8)
  }

  private func payload(_ keys: String) -> String {
    "<dict><key>PayloadType</key><string>com.apple.applicationaccess</string>\(keys)</dict>"
  }

  @Test func attributesOfOneTag() {
    func tag(_ count: Int) -> String { (0..<count).map { " a\($0)=\"\"" }.joined() }
    for text in [
      "<plist\(tag(30_000))><true/></plist>", "<plist a=\">\"\(tag(30_000))><true/></plist>",
      "<!-- < --><?x <?><plist><array><true\(tag(30_000))/></array></plist>",
      "<!DOCTYPE plist PUBLIC \"<!--\" \"<\"><plist\(tag(30_000))><true/></plist>",
      "<plist><string><![CDATA[<!--]]></string><true\(tag(30_000))/></plist>",
    ] {
      let file = read(text)
      #expect(file.findings.map(\.rule) == ["plist-limits"], "\(text.prefix(60))")
      #expect(file.root == nil && file.coreFoundationReads == false)
    }
    #expect(read("<plist\(tag(200))><true/></plist>").root != nil)
    let harmless = "<plist><!--<a\(tag(500))>--><string><![CDATA[<a\(tag(500))>]]></string></plist>"
    #expect(read(harmless).root?.string?.contains("a499") == true)
  }

  @Test func repeatedKeysOnOneLine() {
    let keys = String(repeating: "<key>k</key><true/>", count: 40_000)
    let validation = Validation([read("<plist><dict>\(keys)</dict></plist>")])
    let found = validation.findings.filter { $0.rule == "duplicate-key" }
    #expect(found.count == 101)
    #expect(found.last?.message == "and 39899 more like these in this file, from here on")
    let text = TextReporter(sources: validation.sources).text(of: validation.findings)
    #expect(text.utf8.count < 100_000)
  }

  /// What a rule says of each of very many places is counted, exactly, and not kept.
  @Test func countsOfCrowdsAreExact() {
    func rest(_ rule: RuleID, _ payloads: String) -> Int? {
      let found = Validation([read(profile(payloads))]).all.filter { $0.rule == rule }
      #expect(found.count == 101, "\(rule)")
      return found.compactMap(\.more).reduce(0, +)
    }
    let empty = String(repeating: "<dict/>", count: 3_000)
    #expect(rest("missing-required-key", empty) == 3_000 * 4 + 1 - 100)
    let truths = String(repeating: "<true/>", count: 3_000)
    #expect(
      rest("wrong-type", payload("<key>blockedAppBundleIDs</key><array>\(truths)</array>")) == 2_900
    )
    let strange = (0..<3_000).map { "<key>zz\($0)</key><true/>" }.joined()
    #expect(rest("unknown-key", payload(strange)) == 2_900)
    let numbers = String(
      repeating: payload("<key>safariAcceptCookies</key><integer>7</integer>"), count: 3_000)
    #expect(rest("value-not-allowed", numbers) == 2_900)
    let secrets = String(
      repeating: payload("<key>aPassword</key><string>CHANGEME&amp;amp;</string>"), count: 500)
    #expect(rest("escaped-twice", secrets) == 400)
  }

  /// A comment for part of a file is answered for each of its findings.
  @Test func crowdsWithComments() {
    let keys = (0..<300).map { number in
      (number % 2 == 0 ? "<!-- pbpolicy:ignore unknown-key: ours -->" : "")
        + "<key>zz\(number)</key><true/>\n"
    }
    let file = read(profile(payload(keys.joined())))
    let all = Validation([file], honoursComments: true).all.filter { $0.rule == "unknown-key" }
    #expect(all.count == 300 && all.filter(\.isActive).count == 150)
    let told = Validation([file], honoursComments: true).findings
    #expect(told.compactMap(\.more) == [50, 50])
    #expect(!told.contains { $0.rule == "suppression-unused" })
  }

  @Test func payloadsBeyondTheMost() throws {
    let most = Profile.mostPayloads
    let file = read(profile(String(repeating: "<dict/>", count: most + 5)))
    let profile = try #require(Profile(file))
    #expect(profile.payloads.count == most)
    let rules = allRules.filter { $0.id == "plist-limits" }
    let found = Validation([file], rules: rules).findings
    #expect(
      found.map(\.message)
        == ["more than \(most) payloads; those from here on are not checked"])
    #expect(found.first?.location.line == 3 && found.first?.severity == .error)
    let full = read(self.profile(String(repeating: "<dict/>", count: most)))
    #expect(Validation([full], rules: rules).findings.isEmpty)
  }

  @Test func payloadsThatDisagree() throws {
    let payloads = (0..<2_000).map { number in
      payload(
        "<key>allowCamera</key><\(number % 2 == 0)/><key>requireManagedPasteboard</key><true/>"
          + "<key>enforcedSoftwareUpdateDelay</key><integer>\(number)</integer>"
          + "<key>allowOpenFromManagedToUnmanaged</key><\(number % 3 == 0)/>")
    }
    let file = read(profile(payloads.joined()))
    #expect(Validation([file]).findings.count < 2_000)
    let device = try Device(parsing: InForceTests.full)
    let state = RestrictionsInForce([file].compactMap(Profile.init), on: device)
    #expect(state["allowCamera"].isConflict)
    #expect(state["allowCamera"].setBy.count == 2_000)
  }

  /// Strangers are measured against known names, each once.
  @Test func manyKeysOfOnePayload() throws {
    let keys = (0..<20_000).map { "<key>allowNothing\($0)</key><false/>" }.joined()
    let file = read(profile(payload(keys)))
    let device = try Device(parsing: InForceTests.full)
    let found = Validation([file], targets: [device]).findings.filter { $0.rule == "unknown-key" }
    #expect(found.count == 101)
    let state = RestrictionsInForce([file].compactMap(Profile.init), on: device)
    #expect(state.restrictions.count == 20_000)
  }

  @Test func deepPathsOfLongKeys() {
    let long = String(repeating: "k", count: 1_000_000)
    let inner = String(repeating: "<key>k</key><dict/>", count: 20_000)
    let file = read("<plist><dict><key>\(long)</key><dict>\(inner)</dict></dict></plist>")
    let found = Validation([file]).findings.filter { $0.rule == "duplicate-key" }
    #expect(found.count == 101 && found.allSatisfy { $0.keyPath.count < 400 })
  }

  /// A file of nothing but lines: what is kept for positions is a small part of it.
  @Test func manyLines() {
    let lines = [UInt8](repeating: 10, count: 8 << 20)
    let file = read(Array("<plist>".utf8) + lines + Array("<null/></plist>".utf8))
    #expect(file.findings.first?.location.line == (8 << 20) + 1)
    #expect(file.lines[(8 << 20) + 1] == "<null/></plist>")
    #expect(
      read([UInt8](repeating: 10, count: (16 << 20) + 1)).findings.first?.rule == "plist-limits")
  }

  /// Naive twin of the search for settings that disagree.
  @Test func conflictsAgainstEveryPair() throws {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 77
    print("conflicts seed \(seed)")
    var random = SeededGenerator(state: seed)
    let device = try Device(parsing: InForceTests.full)
    for _ in 0..<200 {
      var settings: [(profile: Int, payload: Int, identifier: String, value: Bool)] = []
      let profiles = try (0..<Int.random(in: 1...3, using: &random)).map { place in
        let identifier = ["x", "y"].randomElement(using: &random) ?? ""
        let payloads = (0..<Int.random(in: 1...3, using: &random)).map { number in
          let value = Bool.random(using: &random)
          settings.append((place, number, identifier, value))
          return payload("<key>allowCamera</key><\(value)/><key>n\(place)</key><true/>")
        }
        let text = String(decoding: profile(payloads.joined()), as: UTF8.self)
          .replacingOccurrences(of: "<string>a</string>", with: "<string>\(identifier)</string>")
        return try #require(
          Profile(PlistFile(reading: Array(text.utf8), path: "p\(place)")))
      }
      let expected = settings.contains { one in
        settings.contains { other in
          one.value != other.value
            && (one.identifier != other.identifier
              || one.profile == other.profile && one.payload != other.payload)
        }
      }
      // Profiles without identifiers of their own are as doubtful as each other: all count.
      let found = RestrictionsInForce(profiles, on: device)["allowCamera"].isConflict
      #expect(found == expected, "\(settings), seed \(seed)")
    }
  }
}
