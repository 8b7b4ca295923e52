import Devices

extension Attribute {
  /// Where the tables below stand, as long as the process runs.
  private static let memory = TableMemory()

  private static let names = TextTable(
    Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0.place) }), in: memory)

  /// The words of each attribute that has a closed list of them, and the values they stand for.
  private static let words: [(values: [AttributeValue], table: TextTable)?] = all.map { attribute in
    switch attribute.kind {
    case .word(let choices), .words(let choices):
      (
        choices.map { attribute.isSet ? .set([$0]) : .text($0) },
        TextTable(Dictionary(uniqueKeysWithValues: zip(choices, choices.indices)), in: memory)
      )
    default: nil
    }
  }

  /// The closed list of words; empty where there is none.
  var words: [String] {
    switch kind {
    case .word(let words), .words(let words): words
    default: []
    }
  }

  /// Whether its values are `yes` and `no`, which truth values stand for.
  public var isYesOrNo: Bool { Self.yesOrNo >> UInt64(place) & 1 != 0 }

  private static let yesOrNo: UInt64 = all.reduce(0) { bits, attribute in
    attribute.words == ["yes", "no"] ? bits | 1 << UInt64(attribute.place) : bits
  }

  /// The place of a word in the closed list of its attribute; nil where it is none of them.
  func place(of word: String) -> Int? {
    guard let table = Self.words[place]?.table else { return nil }
    var word = word
    return word.withUTF8 { bytes in
      guard let first = bytes.baseAddress else { return nil }
      let place = table.find(first, bytes.count)
      return place < 0 ? nil : place
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
    if let (values, table) = Self.words[place] {
      let place = table.find(first, bytes.count)
      return place >= 0 ? values[place] : nil
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
