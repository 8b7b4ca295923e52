import Findings
import StrictJSON

/// Reads an inventory as it arrives and hands on one row after another; nothing is kept of them.
struct InventoryReader {
  /// What is done with each row; a problem spoils it. Without a header the fields stand in the order
  /// of the columns.
  typealias Taking = (
    _ row: borrowing InventoryRow, _ header: InventoryHeader?, _ problem: InventoryProblem?
  ) throws -> Void

  /// Which field holds what; nil before the header was read.
  private(set) var header: InventoryHeader?
  /// What the header has to say, once it was read.
  private(set) var remarks: [InventoryProblem] = []
  private var opening: [UInt8] = []
  /// Members of JSON objects that mean nothing here; only the first few names are kept.
  private var unused: Set<String> = []
  private static let unusedLimit = 100
  /// Whether the first line only says what parts the fields.
  private var isSeparatorDue = false
  private var csv: CSVSplitter?
  private var json: JSONSplitter?
  /// Bytes looked at to tell what the file is.
  private static let opening = 4096

  /// Takes some bytes.
  /// - Throws: `InventoryProblem` where the rest of the file means nothing.
  mutating func feed(_ bytes: [UInt8], _ take: Taking) throws {
    if csv == nil, json == nil {
      opening += bytes
      guard opening.count >= Self.opening else { return }
      try begin(take)
    } else {
      try pass(bytes, take)
    }
  }

  /// Ends the file.
  mutating func finish(_ take: Taking) throws {
    if csv == nil, json == nil { try begin(take) }
    if var splitter = csv {
      try splitter.finish { row, problem in try taken(row, problem, take) }
      csv = splitter
    }
    try json?.finish()
    guard header != nil || json != nil else {
      throw InventoryProblem(0, 0, "the inventory is empty")
    }
  }

  private mutating func begin(_ take: Taking) throws {
    var bytes = opening
    opening = []
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    // Of UTF-16 without a mark one of the first two bytes is 0; a lone 0 later spoils its field only.
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    if isWide || bytes.prefix(2).contains(0) {
      throw InventoryProblem(1, 1, "the inventory is not UTF-8", help: "save it as UTF-8")
    }
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != .lineFeed && $0 != .carriageReturn }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      json = JSONSplitter()
    } else {
      let named = Self.namedSeparator(bytes)
      isSeparatorDue = named != nil
      csv = CSVSplitter(separator: named ?? Self.separator(bytes))
    }
    try pass(bytes, take)
  }

  /// What a first line such as `sep=;` says, as some spreadsheets write it.
  private static func namedSeparator(_ bytes: [UInt8]) -> UInt8? {
    let line = bytes.prefix { $0 != .lineFeed && $0 != .carriageReturn }
    guard line.count == 5, let last = line.last, last < 0x80, last != .quote,
      String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep="
    else { return nil }
    return last
  }

  /// What parts the titles of the first line: a comma, else a semicolon or a tab.
  private static func separator(_ bytes: [UInt8]) -> UInt8 {
    let line = bytes.prefix { $0 != .lineFeed && $0 != .carriageReturn }
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    return candidates.first { line.contains($0) } ?? candidates[0]
  }

  private mutating func pass(_ bytes: [UInt8], _ take: Taking) throws {
    if var splitter = csv {
      csv = nil
      try bytes.withUnsafeBytes { bytes in
        try splitter.feed(bytes) { row, problem in try taken(row, problem, take) }
      }
      csv = splitter
    } else if var splitter = json {
      json = nil
      try bytes.withUnsafeBytes { bytes in
        try splitter.feed(bytes) { object, line, column in
          let (row, problem) = JSONRow.read(object, line: line, column: column) {
            name, line, column in
            remark(name, line, column)
          }
          try take(row, nil, problem)
        }
      }
      json = splitter
    }
  }

  private mutating func taken(
    _ row: borrowing InventoryRow, _ problem: InventoryProblem?, _ take: Taking
  ) throws {
    guard let header else { return try readHeader(row, problem) }
    if problem == nil, row.fields.count != header.count {
      let last = row.fields.last
      return try take(
        row, header,
        InventoryProblem(
          row.line,
          min(row.fields.count, header.count) == header.count
            ? row.fields[header.count].column : last?.column ?? 1,
          "\(counted(row.fields.count, "field")) where the header has \(header.count)",
          help: "put a field that holds the separator in quotes"))
    }
    try take(row, header, problem)
  }

  private mutating func remark(_ member: String, _ line: Int, _ column: Int) {
    guard unused.count < Self.unusedLimit, unused.insert(member).inserted else { return }
    remarks.append(
      InventoryProblem(
        line, column, "the member `\(member)` is not used",
        help: nearestName(to: member, among: InventoryColumn.allCases.map(\.name)).map {
          "did you mean `\($0)`?"
        }))
  }

  private mutating func readHeader(_ row: borrowing InventoryRow, _ problem: InventoryProblem?)
    throws
  {
    if let problem { throw problem }
    if isSeparatorDue {
      isSeparatorDue = false
      return
    }
    let titles = row.fields.indices.map { trimmed(row.text($0)) }
    let header = InventoryHeader(titles)
    self.header = header
    if let (field, title) = header.repeated {
      throw InventoryProblem(
        row.line, row.fields[field].column, "the column `\(title)` stands twice",
        help: "leave one of them out")
    }
    if !header.missing.isEmpty {
      let names = header.missing.map { "`\($0.name)`" }.joined(separator: ", ")
      throw InventoryProblem(
        row.line, 1, "the first line has no column \(names)",
        help:
          "it must name the columns, such as device,platform,version,supervised,enrollment,profiles"
      )
    }
    for (field, title) in header.unused {
      let near = nearestName(
        to: title,
        among: InventoryColumn.allCases.filter { header.fields[$0.rawValue] < 0 }.map(\.name))
      remarks.append(
        InventoryProblem(
          row.line, row.fields[field].column, "the column `\(title)` is not used",
          help: near.map { "did you mean `\($0)`?" }))
    }
  }
}
