import CLibXML2

/// What an XML parser tells of a text, with byte offsets into what it was given.
protocol XMLEvents: AnyObject {
  /// A start tag: its name with prefix, the offsets of its `<` and of what follows its `>`.
  func startElement(_ name: String, from: Int, contentAt: Int)
  /// An end tag, or the end of an empty element: the offset of its `<` and of what follows it.
  func endElement(from: Int, to: Int)
  /// Text, in pieces, references resolved. `isSection` for `<![CDATA[…]]>`.
  func text(_ bytes: UnsafeBufferPointer<UInt8>, isSection: Bool, upTo: Int)
  /// A comment or a processing instruction that ends before the offset.
  func aside(isComment: Bool, upTo: Int)
  /// A reference to an entity that XML does not define by itself.
  func reference(_ name: String, upTo: Int)
  /// A document type declaration without any of its own: the offsets of its `<` and `>`.
  func documentType(from: Int, to: Int)
  /// A document type declaration with declarations of its own.
  func internalSubset(upTo: Int)
  /// Whether to go on: false once a limit was passed.
  var wantsMore: Bool { get }
}

/// Where and why XML parsing stopped.
struct XMLFailure: Error {
  /// The offset in bytes; nearly always exact, at worst shortly after the cause.
  var offset: Int
  /// libxml2's name for it.
  var code: xmlParserErrors
  /// libxml2's words, without its newline.
  var message: String
}

/// Parses with libxml2's push parser: no network, no entity is ever expanded, any declaration
/// inside the document ends it at once.
final class XMLStream {
  private let events: any XMLEvents
  private let bytes: [UInt8]
  private var parser: xmlParserCtxtPtr?
  private var failure: XMLFailure?

  private init(_ bytes: [UInt8], _ events: any XMLEvents) {
    self.bytes = bytes
    self.events = events
  }

  private static let isReady: Bool = {
    xmlInitParser()
    return true
  }()

  /// Parses UTF-8 `bytes`; nil when they are well-formed to the end, or `events` wanted no more.
  static func parse(_ bytes: [UInt8], _ events: any XMLEvents) -> XMLFailure? {
    guard isReady else { return nil }
    let stream = XMLStream(bytes, events)
    return withExtendedLifetime(stream) { stream.run() }
  }

  private func run() -> XMLFailure? {
    var handler = Self.handler()
    let context = Unmanaged.passUnretained(self).toOpaque()
    guard let parser = xmlCreatePushParserCtxt(&handler, context, nil, 0, nil) else {
      return XMLFailure(offset: 0, code: XML_ERR_NO_MEMORY, message: "no memory for a parser")
    }
    self.parser = parser
    defer { xmlFreeParserCtxt(parser) }
    let options = [XML_PARSE_NONET, XML_PARSE_BIG_LINES, XML_PARSE_IGNORE_ENC]
    _ = xmlCtxtUseOptions(parser, options.reduce(0) { $0 | Int32($1.rawValue) })
    bytes.withUnsafeBytes { buffer in
      var start = 0
      while start < buffer.count, failure == nil, events.wantsMore {
        let count = min(64 << 10, buffer.count - start)
        let chunk = buffer.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
        _ = xmlParseChunk(parser, chunk, Int32(count), 0)
        start += count
      }
    }
    if failure == nil, events.wantsMore { _ = xmlParseChunk(parser, nil, 0, 1) }
    return events.wantsMore ? failure : nil
  }

  private var offset: Int { parser.map { clibxml2_offset($0) } ?? 0 }

  /// Ends parsing at the next step, without freeing what the parser may be reading just now, as
  /// `xmlStopParser` would.
  private func stop() {
    parser?.pointee.disableSAX = 1
    parser?.pointee.instate = XML_PARSER_EOF
  }

  /// The offset of the last `<` before `offset`: tags hold no other.
  private func tagStart(before offset: Int) -> Int {
    var index = min(offset, bytes.count) - 1
    while index > 0, bytes[index] != UInt8(ascii: "<") { index -= 1 }
    return max(index, 0)
  }

  /// The offset of the last `<!` before `offset`.
  private func typeStart(before offset: Int) -> Int {
    var start = tagStart(before: offset)
    while start > 0, !bytes[start...].starts(withText: "<!") { start = tagStart(before: start) }
    return start
  }

  private func start(_ name: String) {
    let end = offset
    let isEmpty = end < bytes.count && bytes[end] == UInt8(ascii: "/")
    events.startElement(name, from: tagStart(before: end), contentAt: end + (isEmpty ? 2 : 1))
    if !events.wantsMore { stop() }
  }

  private func note(_ error: xmlErrorPtr) {
    guard failure == nil, error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
    var message = error.pointee.message.map { String(cString: $0) } ?? "not well-formed"
    while message.last == "\n" || message.last == " " { message.removeLast() }
    let domain = Int(error.pointee.domain)
    // Prefixes without a declaration are no error of XML 1.0 itself.
    if domain == Int(XML_FROM_NAMESPACE.rawValue) { return }
    let code = xmlParserErrors(UInt32(clamping: error.pointee.code))
    // Where a document type is named, an unknown entity may be declared there: no error of XML's;
    // the event that follows says which entity it is.
    if code == XML_WAR_UNDECLARED_ENTITY { return }
    failure = XMLFailure(offset: offset, code: code, message: message)
    // Some errors are raised for every character that follows, each with a copy of what was read.
    stop()
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> XMLStream? {
    context.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func text(_ pointer: UnsafePointer<xmlChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }

  private static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { context, name, prefix, _, _, _, _, _, _ in
      let name = XMLStream.text(name)
      XMLStream.at(context)?.start(prefix == nil ? name : "\(XMLStream.text(prefix)):\(name)")
    }
    handler.endElementNs = { context, _, _, _ in
      guard let stream = XMLStream.at(context) else { return }
      let end = stream.offset
      stream.events.endElement(from: stream.tagStart(before: end), to: end)
    }
    handler.characters = { context, bytes, count in
      XMLStream.at(context)?.pass(bytes, count, isSection: false)
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = { context, bytes, count in
      XMLStream.at(context)?.pass(bytes, count, isSection: true)
    }
    handler.comment = { context, _ in
      guard let stream = XMLStream.at(context) else { return }
      stream.events.aside(isComment: true, upTo: stream.offset)
    }
    handler.processingInstruction = { context, _, _ in
      guard let stream = XMLStream.at(context) else { return }
      stream.events.aside(isComment: false, upTo: stream.offset)
    }
    refuseDeclarations(&handler)
    handler.serror = { context, error in
      if let error { XMLStream.at(context)?.note(UnsafeMutablePointer(mutating: error)) }
    }
    return handler
  }

  private static func refuseDeclarations(_ handler: inout xmlSAXHandler) {
    handler.reference = { context, name in
      guard let stream = XMLStream.at(context) else { return }
      stream.events.reference(XMLStream.text(name), upTo: stream.offset)
    }
    handler.internalSubset = { context, _, _, _ in
      guard let stream = XMLStream.at(context) else { return }
      let next = stream.offset
      if next < stream.bytes.count, stream.bytes[next] == UInt8(ascii: "[") {
        stream.refuse()
      } else {
        stream.events.documentType(from: stream.typeStart(before: next), to: next)
      }
    }
    handler.entityDecl = { context, _, _, _, _, _ in XMLStream.at(context)?.refuse() }
    handler.elementDecl = { context, _, _, _ in XMLStream.at(context)?.refuse() }
    handler.notationDecl = { context, _, _, _ in XMLStream.at(context)?.refuse() }
    handler.resolveEntity = { _, _, _ in nil }
    handler.getEntity = { _, _ in nil }
    handler.getParameterEntity = { _, _ in nil }
  }

  private func refuse() {
    events.internalSubset(upTo: offset)
    stop()
  }

  private func pass(_ bytes: UnsafePointer<xmlChar>?, _ count: Int32, isSection: Bool) {
    guard let bytes, count > 0 || isSection else { return }
    let buffer = UnsafeBufferPointer(start: bytes, count: Int(count))
    events.text(buffer, isSection: isSection, upTo: offset)
    if !events.wantsMore { stop() }
  }
}
