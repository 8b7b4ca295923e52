import Findings

/// The lines of an `.rdp` file (`name:i:1`) or of a registry export (`"name"=dword:00000001`), as
/// a map from names to values. Both are written in UTF-8 or, by Windows itself, in UTF-16.
struct SettingLines {
  static let mostBytes = 1 << 20

  let node: PolicyNode
  /// Settings of a clipboard that stand twice and differ; Windows minds no case in their names.
  private(set) var problems: [Finding] = []

  init(_ bytes: [UInt8], path: String) {
    var entries: [PolicyEntry] = []
    var seen: [String: String] = [:]
    for (index, line) in Self.text(bytes).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      guard let (name, value) = Self.setting(line) else { continue }
      let place = SourceLocation(path: path, line: index + 1, column: 1)
      if let first = seen[name.lowercased()] {
        if first != value, RemoteDesktop.isName(name) {
          problems.append(Self.differs(name, first, value, at: place))
        }
        continue
      }
      seen[name.lowercased()] = value
      entries.append(
        PolicyEntry(
          name, at: place,
          PolicyNode(
            .scalar(PolicyScalar(value, Int64(value) == nil ? .quoted : .plain)), at: place,
            path: PolicyPath.top.key(name))))
    }
    node = PolicyNode(.map(entries), at: SourceLocation(path: path, line: 1, column: 1), path: .top)
  }

  private static func differs(
    _ name: String, _ first: String, _ second: String, at place: SourceLocation
  ) -> Finding {
    Finding(
      "policy-duplicate-key", .error, at: place,
      "`\(excerpt(name))` stands twice, first as `\(excerpt(first))` and here as "
        + "`\(excerpt(second))`",
      help: "keep the one that holds, or import each file or registry key by itself")
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
      guard parts.count == 2, parts[1].hasPrefix("=dword:"),
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
