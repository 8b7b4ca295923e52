import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

/// Comments that take findings out of the count.
@Suite struct SuppressionTests {
  private func validate(_ keys: String, isWhole: Bool = false) -> Validation {
    let text =
      isWhole
      ? keys
      : "<plist version=\"1.0\"><dict><key>PayloadType</key><string>Configuration</string>\n"
        + "<key>PayloadContent</key><array><dict>\n"
        + "<key>PayloadType</key><string>com.apple.applicationaccess</string>\n\(keys)\n"
        + "</dict></array></dict></plist>"
    let file = PlistFile(reading: Array(text.utf8), path: "a")
    let rules = allRules.filter {
      ["unknown-key", "duplicate-key", "suppression-invalid", "suppression-unused"].contains(
        $0.id.name)
    }
    return Validation([file], rules: rules, honoursComments: true)
  }

  private func active(_ keys: String) -> [String] {
    validate(keys).findings.filter(\.isActive).map { "\($0.rule) \($0.message.prefix(40))" }
  }

  @Test(arguments: [
    // The next key and its value.
    ("<!-- pbpolicy:ignore unknown-key: x --><key>zzA</key><true/>", 0),
    ("<!-- pbpolicy:ignore unknown-key: x -->\n\n<!-- another -->\n<key>zzA</key>\n<true/>", 0),
    ("<!-- pbpolicy:ignore unknown-key: x --><key>zzA</key><true/><key>zzB</key><true/>", 1),
    // The line before it.
    ("<key>zzA</key><true/> <!-- pbpolicy:ignore unknown-key: x -->", 0),
    ("<key>zzA</key><true/> <!-- pbpolicy:ignore unknown-key: x -->\n<key>zzB</key><true/>", 1),
    ("<key>zzB</key><true/>\n<key>zzA</key><true/> <!-- pbpolicy:ignore unknown-key: x -->", 1),
    // The file.
    ("<key>zzA</key><true/><!-- pbpolicy:ignore-file unknown-key: x --><key>zzB</key><true/>", 0),
    // Several rules, several comments.
    (
      "<key>zzA</key><true/><!-- pbpolicy:ignore duplicate-key, unknown-key: x -->"
        + "<key>zzA</key><true/>",
      0
    ),
    ("<!--pbpolicy:ignore unknown-key:x--><key>zzA</key><true/>", 0),
    // What is no comment.
    ("<key>zzA</key><string><![CDATA[<!-- pbpolicy:ignore-file unknown-key: x -->]]></string>", 1),
    // Nothing without a reason.
    ("<!-- pbpolicy:ignore unknown-key --><key>zzA</key><true/>", 2),
    ("<!-- pbpolicy:ignore unknown-key: --><key>zzA</key><true/>", 2),
    ("<!-- pbpolicy:ignore unknown-key: x --><key>allowCamera</key><false/>", 1),
    ("<!-- pbpolicy:ignore-file suppression-unused: x -->", 1),
  ])
  func reach(_ keys: String, _ count: Int) {
    #expect(active(keys).count == count, "\(active(keys))")
  }

  @Test func aPayloadAndAllWithinIt() {
    let text = """
      <plist version="1.0"><dict><key>PayloadContent</key><array>
      <!-- pbpolicy:ignore unknown-key: ours -->
      <dict><key>PayloadType</key><string>com.apple.applicationaccess</string>
      <key>zzA</key><dict><key>zzInner</key><true/></dict><key>zzB</key><true/></dict>
      <dict><key>PayloadType</key><string>com.apple.applicationaccess</string>
      <key>zzC</key><true/></dict>
      </array></dict></plist>
      """
    let findings = validate(text, isWhole: true).findings.filter { $0.rule == "unknown-key" }
    #expect(findings.filter { !$0.isActive }.count >= 2)
    #expect(findings.filter(\.isActive).allSatisfy { $0.message.contains("zzC") })
    #expect(findings.contains { $0.isActive })
  }

  /// Elements within elements, comments anywhere: against a walk that asks each comment anew.
  @Test func againstAWalkOfPlainRanges() {
    var random = TestSupport.SeededGenerator("suppressions")
    for _ in 0..<200 {
      var text = ""
      var owners: [Int: [Int]] = [:]
      var comments = 0
      func dictionary(_ depth: Int, _ around: [Int]) {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          var own = around
          if random.percent(30) {
            text += "<!-- pbpolicy:ignore duplicate-key: r\(comments) -->\n"
            own.append(comments)
            comments += 1
          }
          let line = text.count { $0 == "\n" } + 1
          owners[line] = own
          text += "<key>same</key>\n"
          if depth < 3, random.percent(40) {
            text += "<dict>\n"
            dictionary(depth + 1, own)
            text += "</dict>\n"
          } else {
            text += "<true/>\n"
          }
        }
      }
      text = "<plist version=\"1.0\"><dict>\n"
      dictionary(0, [])
      text += "</dict></plist>"
      let found = validate(text, isWhole: true).all.filter { $0.rule == "duplicate-key" }
      for finding in found {
        let expected = owners[finding.location.line]?.last.map { "r\($0)" }
        #expect(finding.dismissal?.reason == expected, "\(text) \(finding.location)")
      }
    }
  }

  /// A hundred thousand comments, opened and never closed, on one line: time stays in proportion.
  @Test(arguments: [
    "<!-- pbpolicy:ignore unknown-key: x -->", "<!-- pbpolicy:",
    "<a><!-- pbpolicy:ignore unknown-key: x -->",
    "<![CDATA[pbpolicy:", "<a b='pbpolicy:",
    "<key>zz</key><true/><!-- pbpolicy:ignore unknown-key: x -->",
    "<key><!-- pbpolicy:ignore unknown-key: x --></key>", "<? pbpolicy:", "pbpolicy:<",
    "</a>pbpolicy:", "<!pbpolicy:>",
  ])
  func hostileTextsTakeTimeInProportion(_ piece: String) {
    let clock = ContinuousClock()
    func time(_ count: Int) -> Duration {
      let text = "<plist><dict>" + String(repeating: piece, count: count)
      let file = PlistFile(reading: Array(text.utf8), path: "a")
      let rules = allRules.filter { $0.id.name.hasPrefix("suppression-") }
      return clock.measure { _ = Validation([file], rules: rules, honoursComments: true) }
    }
    let small = time(500)
    let large = time(5_000)
    #expect(large < small * 60 + .milliseconds(200), "\(small) and \(large)")
  }
}
