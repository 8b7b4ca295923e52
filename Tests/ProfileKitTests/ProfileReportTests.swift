import Devices
import Findings
import Foundation
import ProfileKit
import Testing

/// What people ran into with configuration profiles: each report, the mistakes beside it, and the
/// right files beside it.
@Suite struct ProfileReportTests {
  static let rows =
    ReportRow.ofStructure + ReportRow.ofPlaces + ReportRow.ofSettings + ReportRow.ofFiles

  @Test(arguments: rows)
  func report(_ row: ReportRow) throws {
    let targets = row.target.isEmpty ? [] : [try Device(parsing: row.target)]
    let (catalog, problems) = Catalog.standard.adding(Array(row.catalogue.utf8), named: "own")
    #expect(problems.isEmpty)
    let findings = Validation(row.inputs, targets: targets, catalog: catalog, now: row.now).findings
    if row.role == .correct {
      let bad = findings.filter { $0.severity > .notice }
      #expect(bad.isEmpty, "\(bad.map { "\($0.rule) at \($0.location): \($0.message)" })")
    }
    #expect(!findings.contains { row.unsaid.contains($0.rule) }, "\(findings.map(\.message))")
    for (index, expected) in row.expected.enumerated() {
      let hits = findings.filter(expected.matches)
      let all = findings.map { "\($0.severity) \($0.rule) at \($0.location): \($0.message)" }
      #expect(!hits.isEmpty, "expected \(expected), found \(all)")
      if index == 0, let place = row.marked, !hits.isEmpty {
        #expect(
          hits.contains { $0.location == place },
          "expected at \(place), found \(hits.map(\.location))")
      }
    }
  }

  /// Each numbered report has rows of all three roles: the case itself, a mistake beside it, and
  /// the right file beside it.
  @Test func everyReportIsThere() {
    let numbers = [
      1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 19, 21, 22, 23, 25, 28, 29, 30, 32, 33,
      34,
      35, 37, 38, 39, 40, 42,
    ]
    for number in numbers {
      let rows = Self.rows.filter { $0.report == "\(number)" }
      #expect(Set(rows.map(\.role)).count == 3, "\(number): \(rows.map(\.role))")
    }
    #expect(
      Self.rows.allSatisfy { $0.report == "traps" || numbers.map(String.init).contains($0.report) })
  }

  /// Report 19: one line of a payload of ninety keys, not ninety.
  @Test func aConsolesProfileIsSummedUp() throws {
    let file = read(profile(restrictions(ReportRow.everySwitch)))
    let targets = [
      try Device(parsing: "platform=iOS,version=13.0,supervised=yes,enrollment=device")
    ]
    let findings = Validation([file], targets: targets).findings
    #expect(ReportRow.everySwitch.split(separator: "\n").count > 90)
    #expect(findings.filter { $0.rule == "value-is-default" }.count == 1)
    #expect(findings.count <= 3, "\(findings.map(\.message))")
  }

  /// Reports 40 and 42: exact numbers, and data over several lines.
  @Test func valuesAreExact() {
    let numbers: [(String, Int64)] = [
      ("-65", -65), ("-1", -1), ("-9223372036854775808", .min), ("9223372036854775807", .max),
      ("0x1F", 31), ("007", 7),
    ]
    for (text, value) in numbers {
      #expect(read(plist("<integer>\(text)</integer>")).root?.integer == value, "\(text)")
    }
    let hello = Array("Hello".utf8)
    for text in ["SGVsbG8=", "\n\tSGVs\n\tbG8=\n", " SGVsbG8= ", "S G V s b G 8 ="] {
      #expect(read(plist("<data>\(text)</data>")).root?.kind == .data(hello), "\(text)")
    }
  }

  /// Report 40 in a binary property list: `{ n = -65; }`.
  @Test func binaryNumbersAreExact() {
    let hexadecimal = """
      62706c6973743030d10102516e13ffffffffffffffbf080b0d000000000000010100000000000000030000000000\
      0000000000000000000016
      """
    let digits = Array(hexadecimal.utf8).map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
      digits[$0] << 4 | digits[$0 + 1]
    }
    #expect(read(bytes).root?["n"]?.integer == -65)
  }
}
