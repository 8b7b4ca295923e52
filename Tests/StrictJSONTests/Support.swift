import StrictJSON
import TestSupport

extension JSONValue {
  init(reading text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

  /// Any value, at most `depth` levels deep, without duplicate names.
  static func random(_ generator: inout SeededGenerator, depth: Int, numbers: Bool = true)
    -> JSONValue
  {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(generator.percent(50))
    case 2:
      let magnitude = Int64.random(in: Int64.min...Int64.max, using: &generator)
      return .integer(magnitude >> Int64.random(in: 0..<64, using: &generator))
    case 3 where numbers:
      let number = Double(bitPattern: generator.next())
      return number.isFinite ? .number(number) : .number(0.5)
    case 6:
      let count = Int.random(in: 0..<5, using: &generator)
      return .array((0..<count).map { _ in random(&generator, depth: depth - 1, numbers: numbers) })
    case 7:
      var members: [Member] = []
      for _ in 0..<Int.random(in: 0..<5, using: &generator) {
        let name = randomText(&generator)
        if members.contains(where: { $0.key == name }) { continue }
        members.append(Member(name, random(&generator, depth: depth - 1, numbers: numbers)))
      }
      return .object(members)
    default: return .string(randomText(&generator))
    }
  }

  static func randomText(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "Z", " ", "\"", "\\", "/", "\u{0}", "\n", "\t", "\u{1F}", "\u{7F}", "é", "e\u{301}", "語",
      "\u{2028}", "😀", "\u{FFFF}", "\u{10FFFF}", "{", ",",
    ]
    return (0..<Int.random(in: 0..<8, using: &generator)).map { _ in generator.pick(pieces) }
      .joined()
  }
}
