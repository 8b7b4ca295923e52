import Devices

extension Attribute {
  /// Where the tables below stand, as long as the process runs.
  private static let memory = TableMemory()

  private static let names = TextTable(
    Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0.place) }), in: memory)

  /// The words of each attribute that has a closed list of them.
  private static let words: [(choices: [String], table: TextTable)?] = all.map { attribute in
    switch attribute.kind {
    case .word(let choices), .words(let choices):
      (
        choices,
        TextTable(Dictionary(uniqueKeysWithValues: zip(choices, choices.indices)), in: memory)
      )
    default: nil
    }
  }

  /// The attribute with the name that these bytes spell.
  public init?(utf8 name: UnsafeBufferPointer<UInt8>) {
    guard let first = name.baseAddress else { return nil }
    let place = Self.names.find(first, name.count)
    guard place >= 0 else { return nil }
    self = Self.all[place]
  }

  /// The value that these bytes of ASCII stand for: as `value(of:)` would read one text, without
  /// saying what is wrong with it; nil too for a number.
  public func value(utf8 bytes: UnsafeBufferPointer<UInt8>) -> AttributeValue? {
    guard let first = bytes.baseAddress, !bytes.isEmpty else { return nil }
    if let (choices, table) = Self.words[place] {
      let place = table.find(first, bytes.count)
      guard place >= 0 else { return nil }
      return isSet ? .set([choices[place]]) : .text(choices[place])
    }
    switch kind {
    case .version: return OSVersion(utf8: bytes).map { .version($0) }
    case .number: return nil
    default:
      let text = String(decoding: bytes, as: UTF8.self)
      switch kind {
      case .text: return !isIdentifier || isIdentifier(text) ? .text(text) : nil
      case .classes: return ContentClass.isWellFormed(text) ? .set([text]) : nil
      case .names, .types: return .set([text])
      default: return try? measure(text)
      }
    }
  }
}
