import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

/// The shared folder of tiny files, each with what three readers do with it.
@Suite(.enabled(if: hasEdge)) struct PlistEdgeTests {
  /// Case and what CoreFoundation says, for the rows that are whole.
  static let rows: [(name: String, coreFoundation: String)] = {
    let text = String(decoding: contents(edgeFolder + "MATRIX.tsv") ?? [], as: UTF8.self)
    let rows = text.split(separator: "\n").compactMap { line -> (String, String)? in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count > 1, fields[0] != "case" else { return nil }
      return (String(fields[0]), String(fields[1]))
    }
    return rows.filter { FileManager.default.fileExists(atPath: "\(edgeFolder)\($0.0).plist") }
  }()

  /// Every file has a row, and every row is held against the table and against CoreFoundation here.
  @Test func everyRowMatches() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: edgeFolder)
      .filter { $0.hasSuffix(".plist") }.map { String($0.dropLast(6)) }
    #expect(Set(files) == Set(Self.rows.map(\.name)))
    #expect(files.count == Self.rows.count && files.count > 60)
    var compared = 0
    for row in Self.rows {
      let bytes = try #require(contents("\(edgeFolder)\(row.name).plist"))
      let file = PlistFile(reading: bytes, path: row.name)
      // One row tells of what `plutil` could not write again, a UID; it reads it.
      let reads = !row.coreFoundation.hasPrefix("ERR")
      let disagreement = Disagreement(bytes)
      #expect(disagreement == nil, "\(row.name): \(disagreement?.text ?? "")")
      #expect(file.coreFoundationReads == reads, "\(row.name): \(file.findings.map(\.message))")
      #expect((CoreFoundationValue(bytes) != nil) == reads, "\(row.name)")
      guard reads, row.coreFoundation.hasPrefix("<"), let root = file.root else { continue }
      compared += 1
      #expect(flat(root) == squeezed(row.coreFoundation), "\(row.name)")
    }
    #expect(compared > 25)
    #expect(compared == Self.rows.count { $0.coreFoundation.hasPrefix("<") })
  }

  @Test func everyFileSaysWhatIsWrongOnce() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: edgeFolder) {
      let file = PlistFile(reading: contents(edgeFolder + name) ?? [], path: name)
      if file.root == nil { #expect(!file.findings.isEmpty, "\(name) is not read, without a word") }
      if file.coreFoundationReads != true, name != "MATRIX.tsv" {
        #expect(file.findings.contains { $0.severity >= .warning }, "\(name)")
      }
    }
  }

  /// The tree as `plutil` writes it, without white space.
  private func flat(_ node: PlistNode) -> String {
    func escaped(_ text: String) -> String {
      text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
    let text: String =
      switch node.kind {
      case .dictionary:
        node.effectiveEntries.isEmpty
          ? "<dict/>"
          : "<dict>"
            + node.effectiveEntries.map { "<key>\(escaped($0.key))</key>\(flat($0.value))" }
            .joined()
            + "</dict>"
      case .array(let elements): "<array>" + elements.map(flat).joined() + "</array>"
      case .string(let text): "<string>\(escaped(text))</string>"
      case .integer(let number): "<integer>\(number)</integer>"
      case .largeInteger(let number): "<integer>\(number)</integer>"
      case .real(let number):
        "<real>\(number == .infinity ? "+infinity" : Int64(exactly: number).map { "\($0)" } ?? "\(number)")</real>"
      case .boolean(let flag): flag ? "<true/>" : "<false/>"
      case .date(let seconds): "<date>\(date(seconds))</date>"
      case .data(let bytes): "<data>\(Data(bytes).base64EncodedString())</data>"
      }
    return squeezed(text)
  }

  private func date(_ seconds: Int64) -> String {
    // Foundation writes the year 1 BC as `-001`.
    let text = Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
    return seconds < -62_135_596_800 ? "-001-12-31T00:00:00Z" : text
  }

  /// Without white space and without what a terminal showed for control characters.
  private func squeezed(_ text: String) -> String {
    text.filter { !$0.isWhitespace && $0 != "\0" }
  }
}
