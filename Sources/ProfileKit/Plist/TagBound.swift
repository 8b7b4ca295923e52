import Glibc

/// Finds tags with so many attributes that an XML parser, which compares each with all before it,
/// would take for ever.
enum TagBound {
  /// The offset of the first tag with more than `most` attributes.
  ///
  /// It follows well-formed text as a parser does; what comes after the first mistake no parser
  /// reaches.
  static func firstBeyond(_ most: Int, in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      guard mayExceed(most, in: bytes) else { return nil }
      var index = 0
      while index < bytes.count {
        guard bytes[index] == UInt8(ascii: "<") else {
          index += 1
          continue
        }
        let rest = bytes[index...]
        if rest.starts(withText: "<!--") {
          index = end(of: "-->", in: bytes, from: index + 4)
        } else if rest.starts(withText: "<![CDATA[") {
          index = end(of: "]]>", in: bytes, from: index + 9)
        } else if rest.starts(withText: "<?") {
          index = end(of: "?>", in: bytes, from: index + 2)
        } else {
          let tag = tag(in: bytes, from: index + 1)
          if tag.attributes > most { return index }
          index = tag.end
        }
      }
      return nil
    }
  }

  /// Whether so many `=` stand anywhere without a `<` between them: nearly never, and found out
  /// by the fastest search there is.
  private static func mayExceed(_ most: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var run = 0
    var index = 0
    while let place = next(UInt8(ascii: "="), in: bytes, from: index, to: bytes.count) {
      let isCut = next(UInt8(ascii: "<"), in: bytes, from: index, to: place) != nil
      run = isCut ? 1 : run + 1
      if run > most { return true }
      index = place + 1
    }
    return false
  }

  private static func next(
    _ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    guard start < end, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// The end of a tag or a document type, and how many `=` stand in it outside quotes.
  private static func tag(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (
    end: Int, attributes: Int
  ) {
    let isType = start < bytes.count && bytes[start] == UInt8(ascii: "!")
    var quote: UInt8?
    var attributes = 0
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<"), !isType { return (index, attributes) }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return (index + 1, attributes)
      } else if byte == UInt8(ascii: "="), !isType {
        attributes += 1
      }
      index += 1
    }
    return (index, attributes)
  }

  private static func end(
    of mark: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    let length = mark.utf8CodeUnitCount
    var index = start
    while index + length <= bytes.count {
      if bytes[index] == mark.utf8Start[0], bytes[index...].starts(withText: mark) {
        return index + length
      }
      index += 1
    }
    return bytes.count
  }
}
