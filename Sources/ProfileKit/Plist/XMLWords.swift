import CLibXML2

/// A failure of libxml2 in the words of somebody who edits profiles.
struct XMLWords {
  /// Where it is shown.
  var offset: Int
  /// What is the matter.
  var message: String
  /// What to do about it; nil where there is nothing to say that the message does not.
  var advice: String?

  init(offset: Int, message: String, advice: String?) {
    self.offset = offset
    self.message = message
    self.advice = advice
  }

  init(_ failure: XMLFailure, _ bytes: [UInt8]) {
    let text = Text(failure: failure, bytes: bytes)
    (message, advice, offset) =
      text.reference ?? text.characters ?? text.outside ?? text.tags ?? text.pieces
      ?? ("the XML is not well-formed here", nil, failure.offset)
  }

  private typealias Words = (message: String, advice: String?, offset: Int)

  /// What each group of failures is called; nil where it is none of the group.
  private struct Text {
    let failure: XMLFailure
    let bytes: [UInt8]

    var reference: Words? {
      let place = last(UInt8(ascii: "&"))
      switch failure.code {
      case XML_ERR_ENTITYREF_NO_NAME, XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_NAME_REQUIRED,
        XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_HEX_CHARREF, XML_ERR_INVALID_CHARREF:
        guard bytes.indices.contains(place), bytes[place] == UInt8(ascii: "&") else { return nil }
        return (
          "`&` does not begin a known reference", "write `&amp;` for the character itself", place
        )
      case XML_ERR_UNDECLARED_ENTITY:
        let name = bytes[min(place + 1, bytes.count)...].prefix(80).prefix {
          $0 != UInt8(ascii: ";")
        }
        return (
          "unknown entity `&\(shown(String(decoding: name, as: UTF8.self), 40));`",
          "write the character itself", place
        )
      default: return nil
      }
    }

    /// A character that XML does not have, or the number of one.
    var characters: Words? {
      guard failure.code == XML_ERR_INVALID_CHAR || failure.code == XML_ERR_INVALID_ENCODING else {
        return nil
      }
      if failure.message.contains("CharRef") {
        let place = last(UInt8(ascii: "&"))
        let body = bytes[min(place, bytes.count)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
        return (
          "`\(shown(String(decoding: body, as: UTF8.self)));` is a character that XML does not have",
          "remove it", place
        )
      }
      guard bytes.indices.contains(failure.offset) else { return nil }
      let byte = bytes[failure.offset]
      if failure.code == XML_ERR_INVALID_ENCODING || byte >= 0x80 && scalar == nil {
        return (
          "the bytes from 0x\(Self.hexadecimal(UInt32(byte), 2)) on are not UTF-8",
          "save the file as UTF-8", failure.offset
        )
      }
      return (
        "\(name(of: failure.offset)), a character that XML does not have", "remove it",
        failure.offset
      )
    }

    /// What stands before or after the element.
    var outside: Words? {
      switch failure.code {
      case XML_ERR_RESERVED_XML_NAME where failure.message.contains("only at the start"):
        return ("white space before `<?xml`", "remove what stands before it", 0)
      case XML_ERR_DOCUMENT_END where isWithinBytes, XML_ERR_EXTRA_CONTENT:
        return (
          "\(name(of: failure.offset)) after the end of the property list",
          "remove what follows the last closing tag", failure.offset
        )
      case XML_ERR_DOCUMENT_EMPTY, XML_ERR_DOCUMENT_START, XML_ERR_LT_REQUIRED:
        return ("no element where one was expected", nil, failure.offset)
      case XML_ERR_DOCUMENT_END, XML_ERR_TAG_NOT_FINISHED:
        return ("the file ends in the middle", "is the whole file there?", failure.offset)
      default: return nil
      }
    }

    var tags: Words? {
      let place = last(UInt8(ascii: "<"))
      switch failure.code {
      case XML_ERR_TAG_NAME_MISMATCH:
        let detail = failure.message.split(separator: ":").dropFirst().joined(separator: ":")
        let words = detail.split { $0.isWhitespace }.joined(separator: " ")
        return ("closing tag that does not match: \(shown(words, 120))", nil, place)
      case XML_ERR_NAME_REQUIRED, XML_ERR_INTERNAL_ERROR:
        return (
          "`<` does not begin a tag here", "write `&lt;` for the character itself", place
        )
      case XML_ERR_GT_REQUIRED, XML_ERR_LTSLASH_REQUIRED:
        return ("a tag that does not end in `>`", nil, failure.offset)
      case XML_ERR_SPACE_REQUIRED: return ("no space where one is due", nil, failure.offset)
      case XML_ERR_ATTRIBUTE_REDEFINED:
        return ("an attribute that stands twice in a tag", "remove one", failure.offset)
      case XML_ERR_ATTRIBUTE_NOT_STARTED, XML_ERR_ATTRIBUTE_WITHOUT_VALUE,
        XML_ERR_ATTRIBUTE_NOT_FINISHED:
        return ("an attribute without a value in quotes", "write `name=\"value\"`", failure.offset)
      case XML_ERR_LT_IN_ATTRIBUTE:
        return ("`<` in an attribute", "write `&lt;`, or close the quote before it", failure.offset)
      default: return nil
      }
    }

    /// Declarations, comments, sections and instructions.
    var pieces: Words? {
      switch failure.code {
      case XML_ERR_LITERAL_NOT_STARTED, XML_ERR_LITERAL_NOT_FINISHED, XML_ERR_STRING_NOT_STARTED,
        XML_ERR_STRING_NOT_CLOSED:
        return (
          "a value without straight quotes around it", "write `\"` or `'` around it", failure.offset
        )
      case XML_ERR_COMMENT_NOT_FINISHED:
        return ("a comment that does not end in `-->`", nil, failure.offset)
      case XML_ERR_HYPHEN_IN_COMMENT: return ("`--` inside a comment", nil, failure.offset)
      case XML_ERR_CDATA_NOT_FINISHED:
        return ("a `<![CDATA[` section that does not end in `]]>`", nil, failure.offset)
      case XML_ERR_MISPLACED_CDATA_END:
        return ("`]]>` in text", "write `]]&gt;`", failure.offset)
      case XML_ERR_PI_NOT_STARTED, XML_ERR_PI_NOT_FINISHED, XML_ERR_RESERVED_XML_NAME:
        return ("a processing instruction (`<?…?>`) gone wrong", nil, failure.offset)
      case XML_ERR_XMLDECL_NOT_STARTED, XML_ERR_XMLDECL_NOT_FINISHED, XML_ERR_VERSION_MISSING,
        XML_ERR_ENCODING_NAME, XML_ERR_STANDALONE_VALUE, XML_ERR_UNKNOWN_VERSION:
        return (
          "an XML declaration gone wrong",
          "write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`", failure.offset
        )
      case XML_ERR_UNKNOWN_ENCODING, XML_ERR_UNSUPPORTED_ENCODING:
        return ("an encoding that is not known", "save the file as UTF-8", failure.offset)
      case XML_ERR_DOCTYPE_NOT_FINISHED, XML_ERR_PUBID_REQUIRED, XML_ERR_URI_REQUIRED:
        return ("a document type gone wrong", "copy it from another profile", failure.offset)
      case XML_ERR_NAME_TOO_LONG: return ("a name that is too long", nil, failure.offset)
      case XML_ERR_NO_MEMORY: return ("no memory to read it", nil, failure.offset)
      default: return nil
      }
    }

    private var isWithinBytes: Bool { bytes.indices.contains(failure.offset) }

    /// The character at the failure.
    private var scalar: UnicodeScalar? {
      var decoder = UTF8()
      var rest = bytes[failure.offset...].prefix(4).makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
      return scalar
    }

    /// Such as `text`, or `the control character U+0000`.
    private func name(of offset: Int) -> String {
      guard bytes.indices.contains(offset) else { return "text" }
      let byte = bytes[offset]
      if byte == UInt8(ascii: "<") { return "another element" }
      if byte < 0x20 { return "the control character U+\(Self.hexadecimal(UInt32(byte), 4))" }
      guard byte >= 0x80 else { return "text" }
      return scalar.map { "the character U+\(Self.hexadecimal($0.value, 4))" } ?? "text"
    }

    private static func hexadecimal(_ number: UInt32, _ width: Int) -> String {
      let digits = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The last `byte` shortly before the failure.
    private func last(_ byte: UInt8) -> Int {
      bytes.prefix(max(0, min(failure.offset, bytes.count))).suffix(400).lastIndex(of: byte)
        ?? failure.offset
    }
  }
}
