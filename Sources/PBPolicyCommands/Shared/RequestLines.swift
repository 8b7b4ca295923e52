import Findings
import PolicyFiles

/// Takes a file of requests apart as it comes: JSON Lines line by line, however many there are;
/// anything else as one text.
struct RequestLines {
  /// One text, and how many lines of the file stand before it.
  typealias Part = (bytes: [UInt8], line: Int, format: PolicyFormat?)

  private enum Shape {
    /// No filled line, or only one, was seen.
    case open
    case lines
    case whole
  }

  /// More bytes than these in one line, or in a text that is no JSON Lines, are not kept.
  static let limit = PolicyTextLimits().bytes

  private var shape = Shape.open
  /// Everything of a text that is no JSON Lines; of others the first filled line.
  private var kept: [UInt8] = []
  private var first: Part?
  /// The line that has not ended yet.
  private var rest: [UInt8] = []
  private var line = 0

  /// Takes the next bytes of the file; `body` gets each line that is a text of its own.
  mutating func take(_ piece: [UInt8], _ body: (Part) throws -> Void) rethrows {
    if shape != .lines, kept.count <= Self.limit { kept += piece }
    guard shape != .whole else { return }
    var start = piece.startIndex
    while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
      rest += piece[start..<end]
      try endLine(body)
      guard shape != .whole else { return }
      start = end + 1
    }
    // Of a line that is too long, enough to see that it is.
    if rest.count <= Self.limit { rest += piece[start...] }
  }

  /// Takes the end of the file.
  mutating func end(_ body: (Part) throws -> Void) rethrows {
    if shape != .whole { try endLine(body) }
    if shape != .lines { try body((kept, 0, nil)) }
  }

  private mutating func endLine(_ body: (Part) throws -> Void) rethrows {
    let part: Part = (rest, line, .json)
    line += 1
    rest.removeAll(keepingCapacity: true)
    let filled = part.bytes.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    guard !filled.isEmpty else { return }
    let isObject = filled.first == UInt8(ascii: "{") && filled.last == UInt8(ascii: "}")
    switch (shape, first) {
    case (.lines, _): try body(part)
    case (_, nil) where isObject: first = part
    case (_, let first?) where isObject:
      shape = .lines
      kept = []
      try body(first)
      try body(part)
    default: shape = .whole
    }
  }
}
