import CLibXML2

/// Where and why XML parsing stopped.
struct XMLFailure: Error {
  /// The offset in bytes; nearly always exact, at worst shortly after the cause.
  var offset: Int
  /// libxml2's name for it.
  var code: xmlParserErrors
  /// libxml2's words, without its newline.
  var message: String
}

/// One run of libxml2 over a text: no network, no entity is ever expanded, any declaration inside
/// the document ends it at once.
///
/// libxml2's callbacks reach it by a pointer, so that nothing is counted or checked for them.
struct XMLStream {
  private(set) var builder: PlistBuilder
  private(set) var failure: XMLFailure?
  private let parser: xmlParserCtxtPtr
  private let names: ElementNames
  private var tags: UnsafeBufferPointer<UInt8> { builder.tags }

  /// Parses what `builder` has as its tags, UTF-8; the failure is nil when it is well-formed to
  /// the end, or the builder wanted no more.
  static func parse(_ builder: PlistBuilder) -> (builder: PlistBuilder, failure: XMLFailure?) {
    guard isReady, let base = builder.tags.baseAddress,
      let count = Int32(exactly: builder.tags.count),
      let parser = clibxml2_parser(base, count)
    else {
      return (
        builder, XMLFailure(offset: 0, code: XML_ERR_NO_MEMORY, message: "no memory for a parser")
      )
    }
    defer { xmlFreeParserCtxt(parser) }
    var stream = XMLStream(
      builder: builder, failure: nil, parser: parser, names: ElementNames(parser))
    withUnsafeMutablePointer(to: &stream) { stream in
      var handler = saxHandler()
      clibxml2_run(parser, &handler, stream)
      stream.pointee.checkEnd()
    }
    return (stream.builder, stream.builder.wantsMore ? stream.failure : nil)
  }

  /// libxml2 takes a NUL for the end of the text.
  private mutating func checkEnd() {
    guard failure == nil, builder.wantsMore, offset < tags.count else { return }
    failure = XMLFailure(offset: offset, code: XML_ERR_DOCUMENT_END, message: "text after the end")
  }

  private var offset: Int { clibxml2_offset(parser) }

  /// Ends parsing at the next step, without freeing what the parser may be reading just now, as
  /// `xmlStopParser` would.
  private func stop() {
    parser.pointee.disableSAX = 1
    parser.pointee.instate = XML_PARSER_EOF
  }

  /// The offset of the last `<` before `offset`: tags hold no other.
  private func tagStart(before offset: Int) -> Int {
    var index = min(offset, tags.count) - 1
    while index > 0, tags[index] != UInt8(ascii: "<") { index -= 1 }
    return max(index, 0)
  }

  /// The offset of the `<` that stands `length` bytes before `end`, or wherever it is where the
  /// tag holds more than its name.
  private func tagStart(_ length: Int, before end: Int) -> Int {
    let start = end - length
    return start >= 0 && tags[start] == UInt8(ascii: "<") ? start : tagStart(before: end)
  }

  // MARK: Events

  fileprivate mutating func start(
    _ name: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?
  ) {
    let end = offset
    let element = prefix == nil ? names.element(name) : .other
    let isEmpty = end < tags.count && tags[end] == UInt8(ascii: "/")
    let from =
      element == .other
      ? tagStart(before: end) : tagStart(element.nameLength + 1, before: end)
    builder.startElement(
      element, from: from, contentAt: end + (isEmpty ? 2 : 1), isEmptyTag: isEmpty
    ) {
      let name = Self.text(name)
      return prefix == nil ? name : "\(Self.text(prefix)):\(name)"
    }
    if !builder.wantsMore { stop() }
  }

  fileprivate mutating func end() {
    let end = offset
    guard let frame = builder.stack.last else { return }
    let from =
      frame.isEmptyTag
      ? end
      : frame.element == .other
        ? tagStart(before: end) : tagStart(frame.element.nameLength + 3, before: end)
    builder.endElement(from: from, to: end)
  }

  fileprivate mutating func section() { builder.section(upTo: offset) }

  fileprivate mutating func aside(isComment: Bool) {
    builder.aside(isComment: isComment, upTo: offset)
  }

  fileprivate mutating func documentType() {
    let next = offset
    if next < tags.count, tags[next] == UInt8(ascii: "[") { return refuse() }
    builder.documentType(upTo: next)
  }

  fileprivate mutating func refuse() {
    builder.internalSubset(upTo: offset)
    stop()
    // Declarations are read whatever the state is: there must be none left.
    clibxml2_skip_rest(parser)
  }

  fileprivate mutating func note(_ error: xmlErrorPtr) {
    guard failure == nil, builder.wantsMore,
      error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue
    else { return }
    // Prefixes without a declaration are no error of XML 1.0 itself.
    if error.pointee.domain == Int32(XML_FROM_NAMESPACE.rawValue) { return }
    let code = xmlParserErrors(UInt32(clamping: error.pointee.code))
    // Where a document type is named, an unknown entity may be declared there: no error of XML's.
    // The text that it stands in says which entity it is.
    if code == XML_WAR_UNDECLARED_ENTITY { return }
    var message = error.pointee.message.map { String(cString: $0) } ?? "not well-formed"
    while message.last == "\n" || message.last == " " { message.removeLast() }
    failure = XMLFailure(offset: offset, code: code, message: message)
    // Some errors are raised for every character that follows, each with a copy of what was read.
    stop()
  }

  private static func text(_ pointer: UnsafePointer<xmlChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}

/// The names of elements as one parser keeps them: equal names have equal addresses.
private struct ElementNames {
  private var addresses:
    (
      UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?,
      UnsafeRawPointer?
    )
  private var rest: [(address: UnsafeRawPointer?, element: PlistElement)]

  init(_ parser: xmlParserCtxtPtr) {
    let all = PlistElement.known.map { element in
      (
        address: UnsafeRawPointer(
          xmlDictLookup(parser.pointee.dict, element.name, Int32(element.nameLength))),
        element: element
      )
    }
    addresses = (
      all[0].address, all[1].address, all[2].address, all[3].address, all[4].address,
      all[5].address
    )
    rest = Array(all[6...])
  }

  func element(_ name: UnsafePointer<xmlChar>?) -> PlistElement {
    guard let name else { return .other }
    let address = UnsafeRawPointer(name)
    if address == addresses.0 { return .key }
    if address == addresses.1 { return .string }
    if address == addresses.2 { return .yes }
    if address == addresses.3 { return .no }
    if address == addresses.4 { return .dict }
    if address == addresses.5 { return .integer }
    return rest.first { $0.address == address }?.element ?? .other
  }
}

private typealias Context = UnsafeMutablePointer<XMLStream>

private func stream(_ context: UnsafeMutableRawPointer?) -> Context? {
  context?.assumingMemoryBound(to: XMLStream.self)
}

/// What libxml2 calls. Texts are not among it: their places follow from the tags.
private func saxHandler() -> xmlSAXHandler {
  var handler = xmlSAXHandler()
  handler.initialized = UInt32(XML_SAX2_MAGIC)
  handler.startElementNs = { context, name, prefix, _, _, _, _, _, _ in
    stream(context)?.pointee.start(name, prefix)
  }
  handler.endElementNs = { context, _, _, _ in stream(context)?.pointee.end() }
  handler.cdataBlock = { context, _, _ in stream(context)?.pointee.section() }
  handler.comment = { context, _ in stream(context)?.pointee.aside(isComment: true) }
  handler.processingInstruction = { context, _, _ in
    stream(context)?.pointee.aside(isComment: false)
  }
  handler.internalSubset = { context, _, _, _ in stream(context)?.pointee.documentType() }
  handler.entityDecl = { context, _, _, _, _, _ in stream(context)?.pointee.refuse() }
  handler.elementDecl = { context, _, _, _ in stream(context)?.pointee.refuse() }
  handler.notationDecl = { context, _, _, _ in stream(context)?.pointee.refuse() }
  handler.reference = { _, _ in }
  handler.resolveEntity = { _, _, _ in nil }
  handler.getEntity = { _, _ in nil }
  handler.getParameterEntity = { _, _ in nil }
  handler.serror = { context, error in
    if let error { stream(context)?.pointee.note(UnsafeMutablePointer(mutating: error)) }
  }
  return handler
}

private let isReady: Bool = {
  xmlInitParser()
  return true
}()
