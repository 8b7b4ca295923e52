import Devices
import Findings
import FleetKit
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Inventories as people have them.
@Suite struct InventoryTests {
  /// Any text survives quoting, any line ending, and any cutting of the file into pieces.
  @Test func whatIsWrittenIsRead() throws {
    var random = SeededGenerator("inventory")
    let letters = [
      "a", "é", "日", ",", "\"", "\n", "\r\n", ";", " ", "'", "<b>", "\u{1F600}", "|", "\t",
    ]
    for _ in 0..<60 {
      let names = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        "x" + (0..<Int.random(in: 0...8, using: &random)).map { _ in random.pick(letters) }.joined()
      }
      let end = random.pick(["\n", "\r\n", "\r"])
      var text = random.percent(30) ? "\u{FEFF}" : ""
      text += "Device Name,OS,profiles" + end
      for name in names {
        text += "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\",iOS,closed" + end
        if random.percent(20) { text += end }
      }
      if random.percent(50) { text.removeLast() }
      let size = Int.random(in: 1...40, using: &random)
      let answered = try answer(Array(text.utf8), size: size)
      #expect(answered.rows.map(\.device) == names, "seed \(random.seed), pieces of \(size)")
      #expect(answered.report.wrong == 0 && answered.report.findings.isEmpty)
    }
  }

  /// What is wrong is told with its line and column, counted, and spoils nothing else.
  @Test(arguments: [
    ("a,iOS,18.1,maybe,,,closed", 2, 12, "`supervised` must be yes or no, found `maybe`"),
    ("a,Android,18.1,yes,,,closed", 2, 3, "`platform` must be one of iOS, iPadOS"),
    ("a,,18.1,yes,,,closed", 2, 3, "`platform` must be one of"),
    ("a,iOS,eighteen,yes,,,closed", 2, 7, "`version` must be numbers joined by dots"),
    ("a,iOS,18.1,yes,sometimes,,closed", 2, 16, "`enrollment` must be one of none"),
    (" ,iOS,18.1,yes,,,closed", 2, 1, "the device has no name"),
    ("a,iOS,18.1,yes,,closed", 2, 17, "6 fields where the header has 7"),
    ("a,iOS,18.1,yes,,,closed,x", 2, 25, "8 fields where the header has 7"),
    ("a\"b,iOS,18.1,yes,,,closed", 2, 2, "a quote stands within a field"),
    ("\"a\"b,iOS,18.1,yes,,,closed", 2, 4, "text follows a closing quote"),
    ("\"é日\",Android,18.1,yes,,,closed", 2, 6, "found `Android`"),
  ])
  func aWrongRow(_ row: String, _ line: Int, _ column: Int, _ message: String) throws {
    let answered = try answer(header + row + "\nb,iOS,18.1,yes,device,,closed\n")
    #expect(
      answered.report.devices == 2 && answered.report.wrong == 1 && answered.report.answered == 1)
    let finding = try #require(answered.report.findings.first)
    #expect(finding.location.line == line && finding.location.column == column, "\(finding)")
    #expect(finding.message.contains(message), "\(finding.message)")
    #expect(answered.rows.map { $0.group != nil } == [false, true])
    #expect(answered.rows[0].problem?.message == finding.message)
  }

  @Test(arguments: [
    ("", 0, "the inventory is empty"), ("\n\n", 0, "the inventory is empty"),
    ("device,version\na,1\n", 1, "the first line has no column `platform`, `profiles`"),
    ("device,platform,profiles,Platform\n", 1, "the column `Platform` stands twice"),
    (
      "device,platform,profiles\n\"a,iOS,closed\nb,iOS,\n", 2,
      "the quote that begins here is not closed"
    ),
    ("[{\"device\":\"a\"", 1, "the object that begins here is not closed"),
    ("[1]", 1, "expected an object for each device, found `1`"),
    ("[{\"device\":\"a\",\"platform\":\"iOS\",\"profiles\":[]}", 1, "the array is not closed"),
    ("[{},]", 1, "expected an object"),
    ("{} x", 1, "expected an object for each device, found `x`"),
    ("d\0e\0v\0", 1, "the inventory is not UTF-8"),
  ])
  func anInventoryThatIsNone(_ text: String, _ line: Int, _ message: String) throws {
    let report = try answer(text).report
    #expect(
      report.findings.contains { $0.message.contains(message) && $0.location.line == line },
      "\(report.findings)")
    #expect(report.findings.contains { $0.severity == .error })
  }

  @Test func wrongRowsAreBoundedAndCounted() throws {
    var text = header
    for number in 0..<500 { text += "d\(number),iOS,x\(number),,,,\n" }
    let report = try answer(text).report
    #expect(report.wrong == 500 && report.devices == 500 && report.classes.isEmpty)
    #expect(report.findings.count == 21)
    #expect(report.findings.contains { $0.message == "and 480 more like these, from here on" })
    #expect(report.findings.last?.location.line == 22)
  }

  @Test func columnsOfOtherTools() throws {
    let text =
      "Serial Number;Device Name;OS;OS Version;Is Supervised;Enrolment;Installed Profiles;supervisd\n"
      + "C1;Anna's iPhone;iPhone;18.1 (22B83);TRUE;ADE;\"closed;managed\";x\n"
    let answered = try answer(text)
    let group = try #require(answered.rows.first?.group?.value)
    #expect(answered.rows[0].device == "Anna's iPhone")
    #expect(group.title == "iOS 18.1, supervised yes, enrollment automated")
    #expect(answered.report.profileNames(of: group).map(\.name) == ["closed", "managed"])
    #expect(
      answered.report.findings.map(\.message) == [
        "the column `Serial Number` is not used", "the column `supervisd` is not used",
      ])
  }

  /// Names of profiles: by file with or without ending, by identifier, however they are parted.
  @Test(arguments: [
    "closed;managed", "closed.mobileconfig|com.example.managed", "\"closed\nmanaged\"",
    "closed managed", "\"closed, managed\"", "p/closed.mobileconfig ; managed;",
    "managed;closed;closed",
  ])
  func namesOfProfiles(_ field: String) throws {
    let answered = try answer("device,platform,profiles\na,iOS,\(field)\n")
    let group = try #require(answered.report.classes.first)
    #expect(answered.report.profileNames(of: group).map(\.name) == ["closed", "managed"])
    #expect(answered.report.findings.isEmpty)
  }

  /// A name of a JSON list is one name, and none is empty.
  @Test func namesInAList() throws {
    let lead = #"{"device":"a","platform":"iOS","profiles":"#
    for list in [#"["closed",""]"#, #"[" ","closed"]"#, #"["closed\u001f"]"#] {
      let report = try answer(lead + list + "}").report
      #expect(
        report.wrong == 1 && report.findings.first?.message.contains("must be a list") == true)
    }
    let report = try answer(lead + #"["closed","opened;x"]}"#).report
    #expect(report.classes.first?.unknown == ["opened;x"] && report.classes[0].profiles.count == 1)
  }

  @Test func membersThatMeanNothingOrTwoThings() throws {
    let rest = #""device":"a","platform":"iOS","profiles":[]"#
    let twice = try answer(#"{\#(rest),"Supervised":"no","supervised":"yes"}"#).report
    #expect(twice.wrong == 1 && twice.findings[0].message.contains("says once more"))
    for members in [
      #""os version":"17.0","version":"18.1""#, #""version":"18.1","os version":"17.0""#,
    ] {
      let row = "{\(rest),\(members),\"supervisd\":1}"
      let report = try answer(row + "\n" + row).report
      #expect(report.wrong == 0 && report.classes.first?.title == "iOS 18.1")
      #expect(
        Set(report.findings.map(\.message)) == [
          "the member `os version` is not used", "the member `supervisd` is not used",
        ])
      #expect(report.findings.count == 2)
    }
  }

  @Test func wordsForNoProfiles() throws {
    let report = try answer(
      "sep=;\ndevice;platform;profiles\na;iOS;none\nb;iOS;n/a\nc;iOS;-\nd;iOS;None\n"
    ).report
    #expect(report.devices == 4 && report.wrong == 0)
    #expect(Set(report.classes.map(\.unknown)) == [[], ["n/a"], ["-"]])
    #expect(report.classes.first { $0.unknown.isEmpty }?.count == 2)
    #expect(report.findings.count == 2)
    #expect(
      report.findings.allSatisfy { $0.message.contains("says that the profiles are not known") })
  }

  @Test func aLoneZeroByteSpoilsNothingElse() throws {
    let report = try answer("device,platform,profiles\na\0b,iOS,closed\nc,iOS,closed\n").report
    #expect(report.devices == 2 && report.answered == 2)
  }

  @Test func anInventoryWithoutDevices() throws {
    let requirement = try FleetRequirement(parsing: "universal-clipboard=closed")
    for text in ["[]", header] {
      let report = try answer(text).report
      #expect(report.findings.map(\.rule.name) == ["inventory-without-devices"])
      #expect(!report.isMet(requirement) && report.failures(of: requirement).isEmpty)
      #expect(report.json([requirement])["requirements"]?.array?.first?["met"] == false)
      #expect(
        report.text(width: 80, [requirement]).contains(
          "not met: universal-clipboard=closed, no device"))
    }
  }

  @Test func aNameWithABlankIsOneName() throws {
    let report = try answer("device,platform,profiles\na,iOS,air drop\nb,iOS,air  force\n").report
    #expect(report.classes.map { $0.profiles.count + $0.unknown.count } == [1, 1])
    #expect(
      report.findings.map(\.message) == [
        "no profile given is called `air  force`: whatever it may restrict is uncertain on 1 device"
      ])
  }

  /// JSON says the same as CSV, as an array and as lines, in pieces of any size.
  @Test func jsonSaysTheSame() throws {
    let csv = try answer(
      header
        + "a,iOS,18.1,yes,automated,,closed;managed\n\"b \"\"}]{[\",iPadOS,,no,,yes,\nc,macOS,15.1,,,,nobody\n"
    )
    let objects = [
      #"{"device":"a","platform":"iOS","version":"18.1","supervised":true,"enrollment":"automated","profiles":["closed","managed"]}"#,
      #"{"device":"b \"}]{[","platform":"iPadOS","supervised":"no","shared_ipad":true,"extra":{"a":[1]},"profiles":[]}"#,
      #"{"device":"c","platform":"macOS","version":"15.1","profiles":"nobody"}"#,
    ]
    for text in [
      objects.joined(separator: "\n"), "[\n" + objects.joined(separator: " ,\n") + "]\n",
    ] {
      for size in [1, 7, 1 << 16] {
        let json = try answer(Array(text.utf8), size: size)
        #expect(json.rows.map(\.device) == csv.rows.map(\.device))
        #expect(json.rows.map { $0.group?.value.title } == csv.rows.map { $0.group?.value.title })
        #expect(
          json.report.json([])["totals"] == csv.report.json([])["totals"])
      }
    }
  }

  @Test(arguments: [
    (#"{"device":"a","platform":"iOS"}"#, 1, 1, "says nothing of `profiles`"),
    (
      #"{"device":"a","platform":"iOS","profiles":null}"#, 1, 43,
      "`profiles` must be a list of names"
    ),
    (#"{"device":"a","platform":"iOS","version":18.10,"profiles":[]}"#, 1, 42, "a text such as"),
    ("{\"device\":\"a\",\n\"platform\":\"BeOS\",\"profiles\":[]}", 2, 12, "`platform` must be"),
    (#"{"device":"a","device":"b","platform":"iOS","profiles":[]}"#, 1, 15, "twice"),
  ])
  func aWrongObject(_ text: String, _ line: Int, _ column: Int, _ message: String) throws {
    let report = try answer(text).report
    let finding = try #require(report.findings.first)
    #expect(report.wrong == 1 && finding.message.contains(message), "\(finding.message)")
    #expect(
      finding.location.line == line && finding.location.column == column, "\(finding.location)")
  }

  /// Bytes of any kind neither trap nor hang, and every row is either answered or counted as wrong.
  @Test func anyBytes() throws {
    var random = SeededGenerator("inventory bytes")
    let pieces: [[UInt8]] =
      [
        "\"", ",", "\n", "\r", "a", "iOS", "closed", "{", "}", "[", "]", ":", "\\",
        "device,platform,profiles\n",
      ]
      .map { Array($0.utf8) } + [[0xFF], [0xC3], [0]]
    for _ in 0..<400 {
      let start =
        random.percent(60)
        ? Array("device,platform,profiles\n".utf8) : random.percent(50) ? Array("[".utf8) : []
      let bytes =
        start + (0..<Int.random(in: 0...60, using: &random)).flatMap { _ in random.pick(pieces) }
      let one = try answer(bytes, size: 1)
      let whole = try answer(bytes)
      #expect(one.report.json([]) == whole.report.json([]), "seed \(random.seed): \(bytes)")
      #expect(one.rows.count == one.report.devices)
      #expect(one.rows.count { $0.group == nil } == one.report.wrong)
    }
  }
}
