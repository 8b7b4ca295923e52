import Devices
import Findings
import FleetKit
import Foundation
import StrictJSON
import TestSupport
import Testing

/// What is written of a fleet.
@Suite struct OutputTests {
  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "=HYPERLINK(\"http://x\")",
    "a\u{1B}[31mb",
    "</table>", "x\u{202E}y", "-1+1", "@SUM(A1)", "O'Neil, \"Bob\"",
  ]

  private func inventory() -> [UInt8] {
    let rows = Self.hostile.map { name in
      "\"\(name.replacingOccurrences(of: "\"", with: "\"\""))\",iOS,18.1,yes,automated,no,\"\(name.replacingOccurrences(of: "\"", with: "\"\""))\""
    }
    return Array((header + rows.joined(separator: "\n")).utf8)
  }

  @Test func nothingFromOutsideRunsInThePage() throws {
    let report = try answer(inventory()).report
    let page = String(decoding: report.page([]), as: UTF8.self)
    #expect(page.components(separatedBy: "<script").count == 2, "only the page's own script")
    #expect(
      page.components(separatedBy: "</table>").count == page.components(separatedBy: "<table").count
    )
    #expect(!page.contains("<img") && !page.contains("\u{1B}") && !page.contains("\u{202E}"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!page.contains("<link") && !page.contains(" href=") && !page.contains("@import"))
  }

  /// The page says what the report says: every total, every reason, the place of every setting.
  @Test func thePageIsWhole() throws {
    let report = try answer(
      header
        + "a,iOS,18.1,yes,automated,no,closed;managed\nb,macOS,15.1,,,,closed\nc,iOS,18.1,yes,automated,no,\n"
    ).report
    let page = String(decoding: report.page([]), as: UTF8.self)
    for group in report.classes {
      for question in FleetQuestion.allCases {
        let answer = group.answers[question]
        #expect(page.contains(answer.why.replacingOccurrences(of: "'", with: "&#39;")))
        for place in answer.places { #expect(page.contains("\(place.path):\(place.line)")) }
      }
      for name in group.examples { #expect(page.contains(name)) }
    }
    for words in [
      "<html lang=\"en\">", "scope=\"col\"", "scope=\"row\"", "prefers-color-scheme:dark",
      "@media print", "role=\"img\"",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(page.components(separatedBy: "<tr").count > 3)
  }

  @Test func csvKeepsTheOrderAndIsSafe() throws {
    let answered = try answer(inventory())
    var csv = FleetCSV(library, decides: false)
    let bytes = csv.header + answered.rows.flatMap { csv.line($0) }
    let rows = records(String(decoding: bytes, as: UTF8.self))
    #expect(rows.count == Self.hostile.count + 1)
    #expect(Set(rows.map(\.count)) == [rows[0].count])
    for (row, name) in zip(rows.dropFirst(), Self.hostile) {
      let isFormula = "=+-@".contains(name.first ?? " ")
      #expect(row[0] == (isFormula ? "'" : "") + name.replacingOccurrences(of: "\u{1B}", with: " "))
      #expect(row[6] == "uncertain")
    }
    #expect(!bytes.contains(0x1B))
  }

  /// Nor does a spreadsheet that parts fields at `;` find a formula.
  @Test func noFormulaAfterASemicolon() throws {
    let answered = try answer(header + "a;=1,iOS,18.1,yes,automated,no,closed;=cmd; @x\n")
    var csv = FleetCSV(library, decides: false)
    let line = String(decoding: answered.rows.flatMap { csv.line($0) }, as: UTF8.self)
    for part in line.split(whereSeparator: { ";,".contains($0) }) {
      let first = part.drop { $0 == " " || $0 == "\"" }.first
      #expect(!"=+-@".contains(first ?? "x"), "\(line)")
    }
  }

  /// A row that was not answered keeps its place in the CSV, and says why.
  @Test func wrongRowsStayInTheCSV() throws {
    let answered = try answer(header + "a,BeOS,,,,,\nb,iOS,18.1,yes,automated,no,closed\n")
    for decides in [false, true] {
      var csv = FleetCSV(library, decides: decides)
      let rows = records(
        String(decoding: csv.header + answered.rows.flatMap { csv.line($0) }, as: UTF8.self))
      #expect(Set(rows.map(\.count)) == [rows[0].count])
      #expect(rows[1].last?.hasPrefix("line 2: `platform` must be") == true && rows[2].last == "")
    }
  }

  @Test(arguments: [60, 80, 120])
  func textKeepsWithinItsWidth(_ width: Int) throws {
    let report = try answer(
      header
        + "a,iOS,18.1,yes,automated,no,closed;managed;nobody\nb,macOS,15.1,,,,closed;opened\nc,iOS,18.1,no,user,,closed\n"
    ).report
    let text = report.text(
      width: width, [try FleetRequirement(parsing: "universal-clipboard=closed")])
    for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    #expect(text.contains("not met: universal-clipboard=closed, by 3 devices"))
    #expect(text.contains("without effect here: closed"))
  }

  /// The records of a CSV text: the naive way.
  private func records(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = ""
    var isQuoted = false
    var characters = Array(text.unicodeScalars)[...]
    while let character = characters.popFirst() {
      if isQuoted {
        if character == "\"" {
          if characters.first == "\"" {
            field.unicodeScalars.append(characters.removeFirst())
          } else {
            isQuoted = false
          }
        } else {
          field.unicodeScalars.append(character)
        }
      } else if character == "\"" {
        isQuoted = true
      } else if character == "," {
        row.append(field)
        field = ""
      } else if character == "\r" {
        row.append(field)
        rows.append(row)
        row = []
        field = ""
        _ = characters.popFirst()
      } else {
        field.unicodeScalars.append(character)
      }
    }
    return rows
  }
}
