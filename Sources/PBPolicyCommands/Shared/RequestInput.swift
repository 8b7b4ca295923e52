import Devices
import Findings
import PolicyFiles
import PolicyKit

/// The requests of a command line: a file, or `key=value` words.
struct RequestInput {
  let reader: RequestReader
  let arguments: Arguments

  /// The requests in the file at `path`: one object, an array, or JSON Lines; YAML likewise.
  func requests(in path: String, device: Device?, _ console: Console) throws -> [Request] {
    let bytes = try console.read(path)
    var findings: [Finding] = []
    var requests: [Request] = []
    for text in texts(bytes, path) {
      if device == nil, text.format == .json,
        let request = text.bytes.withUnsafeBufferPointer(reader.quickRequest)
      {
        requests.append(request)
        continue
      }
      let (node, found) = PolicyText.read(text.bytes, path: path, as: text.format)
      findings += found.map { moved($0, by: text.line) }
      for element in node?.oneOrMore ?? [] {
        do { requests.append(try reader.request(completed(element, by: device))) } catch {
          findings.append(moved(error.finding, by: text.line))
        }
      }
    }
    guard findings.isEmpty else {
      throw InvalidInput(
        message: "the requests cannot be used as they stand", findings: findings,
        sources: [path: SourceLines(String(decoding: bytes, as: UTF8.self))])
    }
    guard !requests.isEmpty else { throw arguments.wrong("`\(path)` holds no request") }
    return requests
  }

  /// JSON Lines are texts of their own; anything else is one.
  private func texts(_ bytes: [UInt8], _ path: String)
    -> [(bytes: [UInt8], line: Int, format: PolicyFormat?)]
  {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let filled = lines.indices.filter { index in
      lines[index].contains { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    }
    let isLines =
      filled.count > 1
      && filled.allSatisfy { index in
        let text = lines[index].filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
        return text.first == UInt8(ascii: "{") && text.last == UInt8(ascii: "}")
      }
    guard isLines else { return [(bytes, 0, nil)] }
    return filled.map { (Array(lines[$0]), $0, .json) }
  }

  private func moved(_ finding: Finding, by lines: Int) -> Finding {
    var finding = finding
    if finding.location.line > 0 { finding.location.line += lines }
    return finding
  }

  /// The request that `words` spell; facts about `device` fill in what they leave out.
  func request(_ words: [String], device: Device?) throws -> Request {
    let place = SourceLocation(path: "the command line")
    var entries: [PolicyEntry] = []
    for word in words {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty else {
        throw arguments.wrong("expected key=value, found `\(word)`")
      }
      let key = String(pair[0])
      if entries.contains(where: { $0.key == key }) {
        throw arguments.wrong("`\(key)` is given twice")
      }
      entries.append(
        PolicyEntry(key, at: place, node(key, String(pair[1]), PolicyPath.top.key(key), place)))
    }
    let map = PolicyNode(.map(entries), at: place, path: .top)
    do { return try reader.request(completed(map, by: device)) } catch {
      let finding = error.finding
      let key = finding.keyPath.isEmpty ? "" : " (\(finding.keyPath))"
      throw arguments.wrong(
        finding.message + key + (finding.help.map { "; \($0)" } ?? ""))
    }
  }

  /// The request with the facts about `device` that it leaves out.
  private func completed(_ request: PolicyNode, by device: Device?) -> PolicyNode {
    guard case .map(var entries) = request.content else { return request }
    for (key, text) in facts(of: device) where !entries.contains(where: { $0.key == key }) {
      let path = request.path.key(key)
      let place = request.location
      entries.append(PolicyEntry(key, at: place, node(key, text, path, place)))
    }
    return PolicyNode(.map(entries), at: request.location, path: request.path)
  }

  private func facts(of device: Device?) -> [(String, String)] {
    device?.facts.compactMap { key, value in
      Attribute(deviceFact: key).map { ($0.rawValue, value) }
    } ?? []
  }

  private func node(
    _ key: String, _ text: String, _ path: PolicyPath, _ place: SourceLocation
  ) -> PolicyNode {
    if text == "?" {
      return PolicyNode(.scalar(PolicyScalar("null", .plain)), at: place, path: path)
    }
    let kind = Attribute(rawValue: key)?.kind
    switch kind {
    case .number:
      return PolicyNode(.scalar(PolicyScalar(text, .plain)), at: place, path: path)
    case .words, .names, .types, .classes:
      return list(text, path, place)
    case nil where key == "can": return list(text, path, place)
    default: return PolicyNode(.scalar(PolicyScalar(text, .quoted)), at: place, path: path)
    }
  }

  private func list(_ text: String, _ path: PolicyPath, _ place: SourceLocation) -> PolicyNode {
    let parts = text.split(separator: ",").map { part in
      PolicyNode(.scalar(PolicyScalar(String(part), .quoted)), at: place, path: path)
    }
    return PolicyNode(.list(parts), at: place, path: path)
  }
}
