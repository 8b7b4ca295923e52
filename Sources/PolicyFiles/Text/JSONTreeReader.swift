import Findings
import StrictJSON

/// Builds nodes from JSON.
struct JSONTreeReader {
  private let bytes: [UInt8]
  private let path: String
  private let limits: PolicyTextLimits
  private var positions: TextPositions
  private var findings: [Finding] = []
  private var nodes = 0

  static func read(_ bytes: [UInt8], path: String, limits: PolicyTextLimits) -> (
    node: PolicyNode?, findings: [Finding]
  ) {
    var reader = JSONTreeReader(bytes: bytes, path: path, limits: limits)
    let node = reader.document()
    return (node, reader.findings)
  }

  private init(bytes: [UInt8], path: String, limits: PolicyTextLimits) {
    self.bytes = bytes
    self.path = path
    self.limits = limits
    positions = TextPositions(bytes)
  }

  private mutating func document() -> PolicyNode? {
    var accepted = JSONLimits()
    accepted.bytes = limits.bytes
    accepted.depth = limits.depth
    accepted.duplicateMembers = true
    do {
      let top = try JSONNode(parsing: bytes, limits: accepted)
      return node(top, .top)
    } catch {
      let isLimit = error.message.hasPrefix("more than")
      findings.append(
        Finding(
          isLimit ? .policyLimit : .policySyntax, .error, at: place(error.position),
          error.message))
      return nil
    }
  }

  private mutating func node(_ json: JSONNode, _ keys: PolicyPath) -> PolicyNode? {
    nodes += 1
    let location = place(json.position)
    guard nodes <= limits.nodes else {
      if nodes == limits.nodes + 1 { findings.append(.tooMany(limits.nodes, at: location)) }
      return nil
    }
    switch json.kind {
    case .scalar(let value):
      return PolicyNode(.scalar(scalar(value, json.position)), at: location, path: keys)
    case .array(let elements):
      var list: [PolicyNode] = []
      for (index, element) in elements.enumerated() {
        guard let child = node(element, keys.place(index)) else { return nil }
        list.append(child)
      }
      return PolicyNode(.list(list), at: location, path: keys)
    case .object(let members):
      var map = MapBuilder()
      for member in members {
        let keyLocation = place(member.keyPosition)
        guard let child = node(member.value, keys.key(member.key)) else { return nil }
        map.append(member.key, at: keyLocation, child, &findings)
      }
      return PolicyNode(.map(map.entries), at: location, path: keys)
    }
  }

  private func scalar(_ value: JSONValue, _ position: JSONPosition) -> PolicyScalar {
    switch value {
    case .string(let text): PolicyScalar(text, .quoted)
    case .bool(let flag): PolicyScalar(flag ? "true" : "false", .plain)
    case .integer, .number: PolicyScalar(number(at: position), .plain)
    case .null, .array, .object: PolicyScalar("null", .plain)
    }
  }

  /// The number as written, so that `15.10` is not taken for 15.1.
  private func number(at position: JSONPosition) -> String {
    let start = positions.offset(newlineLine: position.line, byteColumn: position.column)
    let digits = bytes[start...].prefix { "+-.eE0123456789".utf8.contains($0) }
    return String(decoding: digits, as: UTF8.self)
  }

  private mutating func place(_ position: JSONPosition) -> SourceLocation {
    let offset = positions.offset(newlineLine: position.line, byteColumn: position.column)
    let place = positions.position(ofByte: offset)
    return SourceLocation(path: path, line: place.line, column: place.column)
  }
}
