/// The lines of one text, for excerpts.
public struct SourceLines: Sendable {
  private let places: TextPlaces

  /// The lines of `text`, which end at newlines, carriage returns or both, as XML counts them.
  public init(_ text: String) { self.init(utf8: Array(text.utf8)) }

  /// The lines of UTF-8 bytes.
  public init(utf8 bytes: [UInt8]) { self.init(TextPlaces(bytes)) }

  /// The lines of a text whose places are also asked for elsewhere.
  public init(_ places: TextPlaces) { self.places = places }

  /// The line numbered `number`, from 1; nil beyond the end.
  public subscript(number: Int) -> Substring? {
    guard let start = places.offset(line: number, column: 1) else { return nil }
    let line = places.bytes[start...].prefix { !$0.endsLine }
    return String(decoding: line, as: UTF8.self)[...]
  }

  /// The part of a line round a column (scalars, from 1), and the column within it: all that an
  /// excerpt can show, however long the line is. nil beyond the last line.
  func window(_ number: Int, column: Int) -> (text: String, column: Int)? {
    guard let target = places.offset(line: number, column: max(column, 1)) else { return nil }
    let bytes = places.bytes
    var start = target
    while start > 0, target - start < Self.reach, !bytes[start - 1].endsLine { start -= 1 }
    while start < target, bytes[start].continuesScalar { start += 1 }
    var end = target
    while end < bytes.count, end - target < Self.reach, !bytes[end].endsLine { end += 1 }
    while end < bytes.count, end > target, bytes[end].continuesScalar { end -= 1 }
    let before = bytes[start..<target].lazy.filter { !$0.continuesScalar }.count
    return (String(decoding: bytes[start..<end], as: UTF8.self), column < 1 ? 0 : before + 1)
  }

  /// What stands from a column to the end of its line, at most some hundred characters; nil beyond
  /// the last line.
  func rest(of number: Int, from column: Int) -> String? {
    guard let start = places.offset(line: number, column: column) else { return nil }
    let line = places.bytes[start...].prefix(1_200).prefix { !$0.endsLine }
    return String(String(decoding: line, as: UTF8.self).unicodeScalars.prefix(300))
  }

  /// More bytes than the widest terminal shows.
  private static let reach = 8_192
}
