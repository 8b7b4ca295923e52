import Findings

/// A text whose declaration names another encoding than the one that it is in.
struct EncodingMismatch {
  let rule: RuleID
  /// Where it shows.
  let offset: Int
  let message: String
  let help: String

  /// Looks at a text that Apple's reader could decode; nil where nothing is the matter.
  init?(_ text: DecodedText) {
    if let name = text.wronglyDeclared {
      guard let letter = text.bytes.firstIndex(where: { $0 >= 0x80 }) else { return nil }
      rule = .plistSilentlyChanged
      offset = letter
      message =
        "the declaration says `\(shown(name))`, the bytes are UTF-8: from here on letters are read as"
        + " others, such as `\(Self.letters(text.bytes[letter...]))` for one"
      help = "write `encoding=\"UTF-8\"`"
      return
    }
    guard let mark = text.mark, let name = TextDecoding.declaredEncoding(text.bytes) else {
      return nil
    }
    let declared = name.uppercased().filter { $0.isLetter || $0.isNumber }
    // `UTF-16` alone leaves the order of bytes to the mark.
    let family = mark.filter { $0 != "-" }
    guard declared != family, family != declared + "LE", family != declared + "BE" else {
      return nil
    }
    rule = .plistOnlySomeReaders
    offset = 0
    message =
      "the byte order mark says \(mark), the declaration `\(shown(name))`: Apple's reader goes by the"
      + " mark, generic XML tools may refuse the file"
    help = "save it as UTF-8 without a mark, and write `encoding=\"UTF-8\"`"
  }

  /// The first two letters that are no ASCII.
  private static func letters(_ bytes: ArraySlice<UInt8>) -> String {
    String(String(decoding: bytes.prefix(16), as: UTF8.self).prefix { !$0.isASCII }.prefix(2))
  }
}
