public import PolicyFiles
import ProfileKit

extension PolicyNode {
  /// The value as the text of an XML property list; `null`, which it does not have, as empty data.
  /// - Throws: `PolicyNodeError` at what a property list cannot say.
  public func plist() throws(PolicyNodeError) -> [UInt8] {
    var text = PlistText()
    try write(to: &text)
    text.finish()
    return text.bytes
  }

  private func write(to text: inout PlistText) throws(PolicyNodeError) {
    switch content {
    case .list(let elements):
      guard !elements.isEmpty else { return text.empty("array") }
      text.open("array")
      for element in elements { try element.write(to: &text) }
      text.close("array")
    case .map(let entries):
      guard !entries.isEmpty else { return text.empty("dict") }
      text.open("dict")
      for entry in entries {
        text.key(try entry.value.sayable(entry.key))
        try entry.value.write(to: &text)
      }
      text.close("dict")
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: text.data([])
      case .boolean: text.boolean(scalar.text.lowercased() == "true")
      case .integer: text.integer(try integer())
      case .real: throw error("expected a whole number or text, found \(summary)")
      case .string: text.string(try sayable(scalar.text))
      }
    }
  }

  private func sayable(_ text: String) throws(PolicyNodeError) -> String {
    if text.unicodeScalars.first == "\u{FEFF}" {
      throw error(
        "a text that begins with U+FEFF, which is dropped when a property list is read",
        help: "remove that character; it is invisible")
    }
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 && !["\t", "\n", "\r"].contains(scalar)
      if isControl || scalar == "\u{FFFE}" || scalar == "\u{FFFF}" {
        throw error("a character that no property list in XML can hold")
      }
    }
    return text
  }
}
