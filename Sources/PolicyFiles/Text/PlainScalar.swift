extension PolicyScalar.Kind {
  /// The kind of an unquoted value by the core schema of YAML 1.2, §10.3.2.
  init(plain text: String) {
    switch text {
    case "", "~", "null", "Null", "NULL": self = .null
    case "true", "True", "TRUE", "false", "False", "FALSE": self = .boolean
    default:
      var reader = NumberReader(bytes: Array(text.utf8)[...])
      self = reader.kind() ?? .string
    }
  }
}

/// Tells whole numbers and others from text.
private struct NumberReader {
  var bytes: ArraySlice<UInt8>

  mutating func kind() -> PolicyScalar.Kind? {
    let isSpecial = ["nan", "NaN", "NAN"].contains { bytes.elementsEqual(".\($0)".utf8) }
    if isSpecial { return .real }
    if bytes.starts(with: "0o".utf8) || bytes.starts(with: "0x".utf8) { return prefixed() }
    _ = skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    if ["inf", "Inf", "INF"].contains(where: { bytes.elementsEqual(".\($0)".utf8) }) {
      return .real
    }
    let whole = digits()
    if bytes.isEmpty { return whole > 0 ? .integer : nil }
    var fraction = 0
    if skip({ $0 == UInt8(ascii: ".") }) { fraction = digits() }
    guard whole + fraction > 0 else { return nil }
    if skip({ $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      _ = skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
      guard digits() > 0 else { return nil }
    }
    return bytes.isEmpty ? .real : nil
  }

  private func prefixed() -> PolicyScalar.Kind? {
    let radix = bytes.starts(with: "0o".utf8) ? 8 : 16
    let rest = bytes.dropFirst(2)
    let isNumber =
      !rest.isEmpty
      && rest.allSatisfy { byte in
        byte < 0x80
          && (Character(UnicodeScalar(byte)).hexDigitValue.map { $0 < radix } ?? false)
      }
    return isNumber ? .integer : nil
  }

  private mutating func digits() -> Int {
    let count = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    bytes = bytes.dropFirst(count)
    return count
  }

  private mutating func skip(_ matches: (UInt8) -> Bool) -> Bool {
    guard let first = bytes.first, matches(first) else { return false }
    bytes = bytes.dropFirst()
    return true
  }
}
