/// One entry of a dictionary.
public struct PlistEntry: Sendable, Equatable {
  let tape: PlistTape
  /// The key's place; its value follows.
  let index: Int

  /// The key.
  public var key: String { tape.text(of: index) }
  /// Where the `<` of its `<key>` element stands; in OpenStep text, its first character.
  public var keyPosition: TextPosition { tape.source.position(of: Int(tape[index].start)) }
  /// The value.
  public var value: PlistNode { PlistNode(tape: tape, index: index + 1) }

  /// Whether its key is `name`, byte for byte.
  func hasKey(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { tape.hasText(at: index, $0) }
  }

  /// The key as bytes, without a string made of it.
  var keyText: KeyText { KeyText(tape: tape, index: index) }

  /// The same key and value at the same places.
  public static func == (left: PlistEntry, right: PlistEntry) -> Bool {
    left.tape === right.tape && left.index == right.index
      || left.keyText == right.keyText && left.keyPosition == right.keyPosition
        && left.value == right.value
  }
}

/// A key, compared by its bytes as Apple's reader does.
///
/// Swift's strings are equal where they look the same, so `K` would be the Kelvin sign.
struct KeyText: Hashable {
  let tape: PlistTape
  let index: Int

  static func == (left: KeyText, right: KeyText) -> Bool {
    left.tape === right.tape && left.index == right.index
      || left.tape.hasText(at: left.index, equalTo: right.tape, at: right.index)
  }

  func hash(into hasher: inout Hasher) {
    tape.withBytes(of: index) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
