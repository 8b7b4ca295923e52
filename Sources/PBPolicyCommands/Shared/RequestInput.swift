import Devices
import Findings
import PolicyFiles
import PolicyKit

/// The requests of a command line: a file, or `key=value` words.
struct RequestInput {
  let reader: RequestReader
  let arguments: Arguments

  /// The requests in the file at `path`: one object, an array, or JSON Lines; YAML likewise.
  func requests(in path: String, device: Device?, _ console: Console) throws -> (
    requests: [Request], isList: Bool
  ) {
    var reading = Reading()
    var lines = RequestLines()
    try console.stream(path) { piece in
      try lines.take(piece) { try read($0, path, device, &reading) }
    }
    try lines.end { try read($0, path, device, &reading) }
    try reading.refuse(path)
    guard !reading.requests.isEmpty else { throw arguments.wrong("`\(path)` holds no request") }
    return (reading.requests, reading.isList || reading.requests.count > 1)
  }

  /// What was read so far.
  private struct Reading {
    var requests: [Request] = []
    /// Whether the file has a list.
    var isList = false
    var findings: [Finding] = []
    /// The lines of the file that findings point into; the others are left empty.
    var lines: [String] = []

    /// Ends where something is wrong.
    func refuse(_ path: String) throws {
      guard !findings.isEmpty else { return }
      throw InvalidInput(
        message: "the requests cannot be used as they stand", findings: findings,
        sources: [path: SourceLines(lines.joined(separator: "\n"))])
    }
  }

  /// Reads one text; of a file with many mistakes the first fifty are enough.
  private func read(
    _ part: RequestLines.Part, _ path: String, _ device: Device?, _ reading: inout Reading
  ) throws {
    let before = reading.findings.count
    guard part.bytes.count <= RequestLines.limit else {
      reading.findings.append(
        Finding(
          .policyLimit, .error, at: SourceLocation(path: path, line: part.line + 1),
          "expected at most \(RequestLines.limit) bytes in one request, found more",
          help: "write many requests as JSON Lines, one on a line: there may be any number"))
      return try reading.refuse(path)
    }
    if device == nil, part.format == .json,
      let request = part.bytes.withUnsafeBufferPointer(reader.quickRequest)
    {
      return reading.requests.append(request)
    }
    let (node, found) = PolicyText.read(part.bytes, path: path, as: part.format)
    reading.findings += found.map { moved($0, by: part.line) }
    if case .list? = node?.content { reading.isList = true }
    for element in node?.oneOrMore ?? [] {
      do { reading.requests.append(try reader.request(completed(element, by: device))) } catch {
        reading.findings.append(moved(error.finding, by: part.line))
      }
    }
    guard reading.findings.count > before else { return }
    let text = String(decoding: part.bytes, as: UTF8.self)
    reading.lines += repeatElement("", count: part.line - reading.lines.count)
    reading.lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if reading.findings.count >= 50 { try reading.refuse(path) }
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
