/// What all layers together say of one key, as it was read; `KeyPlace` says where it stands.
struct KeyRecord: Sendable {
  var name: String
  var types: [String] = []
  var values: [String] = []
  var minimum: Double?
  var maximum: Double?
  var minimumCount: Int?
  var maximumCount: Int?
  var format: String?
  var subtype = ""
  var defaultValue: String?
  var combination = ""
  /// `on=` fields of the layers, oldest first; read when they are asked for.
  var platforms: [Substring] = []
  /// The layers that name it.
  var layers: [Int] = []

  /// Takes in one field of a line; false where it is not understood.
  mutating func take(_ field: Substring) -> Bool {
    guard let mark = field.utf8.firstIndex(of: UInt8(ascii: "=")) else { return take(word: field) }
    let value = field[field.utf8.index(after: mark)...]
    switch String(field[..<mark]) {
    case "values": values = CatalogText.list(value)
    case "range": (minimum, maximum) = Self.bounds(value) { Double($0) }
    case "count": (minimumCount, maximumCount) = Self.bounds(value) { Int($0) }
    case "format": format = CatalogText.plain(value)
    case "default": defaultValue = CatalogText.plain(value)
    case "combine": combination = String(value)
    case "subtype": subtype = String(value)
    case "on": platforms.append(value)
    default: return false
    }
    return true
  }

  init(name: String) { self.name = name }

  /// A record with the types that a field names; nil where it names none.
  init?(types field: Substring) {
    self.init(name: "")
    let isKnown = !field.utf8.contains(UInt8(ascii: "=")) && take(word: field)
    guard isKnown, !types.isEmpty else { return nil }
  }

  private mutating func take(word: Substring) -> Bool {
    let text = String(word)
    switch text {
    case "required", "optional": break
    default:
      if Catalog.typeNames.contains(text) {
        types = [text]
        return true
      }
      let types = word.utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
      guard !types.isEmpty, types.allSatisfy(Catalog.typeNames.contains) else { return false }
      self.types = types
    }
    return true
  }

  /// `1..90`, `..4`, `0..`; nothing where it is neither.
  private static func bounds<Number: Comparable>(
    _ text: Substring, _ number: (Substring) -> Number?
  ) -> (Number?, Number?) {
    guard let dots = text.firstRange(of: "..") else { return (nil, nil) }
    return (number(text[..<dots.lowerBound]), number(text[dots.upperBound...]))
  }
}
