/// Comparing text by its bytes.
///
/// Swift's `==` takes two spellings of one accented letter for the same; what is hashed, signed
/// and searched does not.
extension StringProtocol {
  func isSame(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Hasher {
  /// Feeds the bytes of a text, for values that are equal by their bytes.
  mutating func combine(bytesOf text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(0xFF as UInt8)
  }
}
