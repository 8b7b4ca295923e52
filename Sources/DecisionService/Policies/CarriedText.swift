import Findings
import ProfileKit

/// A policy's text as a property list carries it, and how places in it become places of the file.
struct CarriedText {
  /// The text.
  let bytes: [UInt8]
  /// Where the element that holds it stands.
  let element: SourceLocation
  /// Where its first character stands, if the file holds it character by character; nil where it
  /// is escaped or encoded, so that its lines are not the file's.
  private let start: SourceLocation?

  /// The text of `node`, a string or data in `file`; nil where it is neither.
  init?(_ node: PlistNode, in file: PlistFile) {
    element = file.location(node.position)
    switch node.kind {
    case .string(let text):
      bytes = Array(text.utf8)
      start = Self.start(of: text, element, file.lines)
    case .data(let data):
      bytes = data
      start = nil
    default: return nil
    }
  }

  /// Compares line by line: what stands between the tags must be the text itself.
  private static func start(of text: String, _ element: SourceLocation, _ lines: SourceLines)
    -> SourceLocation?
  {
    let tag = "<string>"
    var parts = unified(text).split(separator: "\n", omittingEmptySubsequences: false)
    guard let line = lines[element.line], let last = parts.popLast() else { return nil }
    var rest = line.unicodeScalars.dropFirst(element.column - 1)[...]
    guard rest.starts(with: tag.unicodeScalars) else { return nil }
    rest = rest.dropFirst(tag.unicodeScalars.count)
    for (index, part) in parts.enumerated() {
      guard rest.elementsEqual(part), let next = lines[element.line + index + 1]
      else { return nil }
      rest = next.unicodeScalars[...]
    }
    guard rest.starts(with: Array(last) + Array("</string>".unicodeScalars)) else { return nil }
    var start = element
    start.column += tag.unicodeScalars.count
    return start
  }

  /// The text with every end of a line as a newline.
  private static func unified(_ text: String) -> [UnicodeScalar] {
    var result: [UnicodeScalar] = []
    var previous: UnicodeScalar?
    for scalar in text.unicodeScalars {
      if scalar == "\r" {
        result.append("\n")
      } else if scalar != "\n" || previous != "\r" {
        result.append(scalar)
      }
      previous = scalar
    }
    return result
  }

  /// The place in the file of `place`, which counts from the start of the text.
  func located(_ place: SourceLocation) -> SourceLocation {
    guard place.line > 0 else { return element }
    guard let start else { return element.inside(line: place.line, column: max(place.column, 1)) }
    var result = start
    result.line += place.line - 1
    result.column = place.line == 1 ? start.column + max(place.column, 1) - 1 : place.column
    return result
  }

  /// What a finding about the text says of the file.
  func located(_ finding: Finding) -> Finding {
    var finding = finding
    finding.location = located(finding.location)
    finding.related = finding.related.map { .init(located($0.location), $0.message) }
    return finding
  }
}
