import Findings

/// The lines of an `.rdp` file (`name:i:1`) or of a registry export (`"name"=dword:00000001`), as
/// a map from names to values. Both are written in UTF-8 or, by Windows itself, in UTF-16.
struct SettingLines {
  static let mostBytes = 1 << 20

  let node: PolicyNode
  /// What the lines say of a setting of ours that cannot be taken as it stands.
  private(set) var findings: [Finding] = []

  /// - Parameter names: the settings that matter; Windows asks for no case in them.
  init(_ bytes: [UInt8], path: String, names: [String]) {
    var entries: [PolicyEntry] = []
    var seen: [String: PolicyEntry] = [:]
    for (index, line) in Self.lines(Self.text(bytes)) {
      let place = SourceLocation(path: path, line: index + 1, column: 1)
      guard let (written, value) = Self.setting(line) else {
        if let name = names.first(where: { line.lowercased().contains($0.lowercased()) }) {
          findings.append(Self.notUnderstood(name, place))
        }
        continue
      }
      let known = names.first { $0.lowercased() == written.lowercased() }
      let name = known ?? written
      let entry = PolicyEntry(
        name, at: place,
        PolicyNode(
          .scalar(PolicyScalar(value, Int64(value) == nil ? .quoted : .plain)), at: place,
          path: PolicyPath.top.key(name)))
      if let first = seen[name] {
        if known != nil, !first.value.sameContent(as: entry.value) {
          findings.append(Self.twice(entry, after: first))
        }
        continue
      }
      seen[name] = entry
      entries.append(entry)
    }
    node = PolicyNode(.map(entries), at: SourceLocation(path: path, line: 1, column: 1), path: .top)
  }

  /// The lines, each with its number: lines are counted by line feeds, as everywhere else, and end at
  /// whatever Unicode calls a new line.
  private static func lines(_ text: String) -> [(index: Int, line: Substring)] {
    let counted = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return counted.enumerated().flatMap { index, bytes in
      Substring(bytes).split(whereSeparator: \.isNewline).map { (index, $0) }
    }
  }

  private static func twice(_ entry: PolicyEntry, after first: PolicyEntry) -> Finding {
    Finding(
      .policyDuplicateKey, .error, at: entry.keyLocation, keyPath: entry.key,
      "`\(entry.key)` is set twice, to \(first.value.summary) and to \(entry.value.summary)",
      help: "remove the line that does not hold",
      related: [.init(first.keyLocation, "it is set here first")])
  }

  private static func notUnderstood(_ name: String, _ place: SourceLocation) -> Finding {
    Finding(
      .importLeftOut, .warning, at: place, keyPath: name,
      "this line names `\(name)`, and says it in no form that is read here",
      help: "write `\(name):i:1`, or `\"\(name)\"=dword:00000001` as an export has it")
  }

  private static func text(_ bytes: [UInt8]) -> String {
    guard bytes.count >= 2, bytes[0] == 0xFF, bytes[1] == 0xFE else {
      return String(decoding: bytes, as: UTF8.self)
    }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func setting(_ line: Substring) -> (String, String)? {
    if line.hasPrefix("\"") {
      let parts = line.dropFirst().split(separator: "\"", maxSplits: 1)
      guard parts.count == 2, parts[1].lowercased().hasPrefix("=dword:"),
        let number = UInt32(parts[1].dropFirst(7).prefix { !$0.isWhitespace }, radix: 16)
      else { return nil }
      return (String(parts[0]), String(number))
    }
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, ["i", "s"].contains(parts[1].lowercased()), !parts[0].isEmpty else {
      return nil
    }
    return (String(parts[0]), String(parts[2].prefix { !$0.isNewline }))
  }
}
