import CLibYAML

/// One event of libyaml's parser, in Swift.
struct YAMLEvent {
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart(hasDirectives: Bool)
    case documentEnd
    case alias(String)
    case scalar(String, PolicyScalar.Style)
    case listStart
    case listEnd
    case mapStart
    case mapEnd
  }

  /// What it is.
  var kind: Kind
  /// The anchor set on it, if any.
  var anchor: String?
  /// The tag written on it, if any.
  var tag: String?
  /// The number, from 0, of the Unicode scalar that it starts at.
  var start: Int
  /// The number of the scalar just behind its end.
  var end: Int
}

/// What libyaml says is wrong, and at which scalars; offsets of single bytes where it could not
/// even decode.
struct YAMLProblem: Error {
  var problem: String
  var mark: Int
  var contextMark: Int?
  var byteOffset: Int?
}

/// libyaml's event parser over bytes that stay where they are.
final class YAMLEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>

  /// A parser of `bytes`; nil where memory is short. The bytes must outlive it.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      return nil
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// The next event.
  func next() throws(YAMLProblem) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw problem }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(event)
  }

  private var problem: YAMLProblem {
    let state = parser.pointee
    let words = state.problem.map { String(cString: $0) } ?? "memory is short"
    let isReader = state.error == YAML_READER_ERROR
    return YAMLProblem(
      problem: words, mark: Int(clamping: state.problem_mark.index),
      contextMark: state.context == nil ? nil : Int(clamping: state.context_mark.index),
      byteOffset: isReader ? Int(clamping: state.problem_offset) : nil)
  }
}

extension YAMLEvent {
  /// The event that libyaml reports.
  init(_ event: yaml_event_t) {
    start = Int(clamping: event.start_mark.index)
    end = Int(clamping: event.end_mark.index)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT:
      let directives = event.data.document_start
      kind = .documentStart(
        hasDirectives: directives.version_directive != nil
          || directives.tag_directives.start != directives.tag_directives.end)
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_ALIAS_EVENT: kind = .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      kind = .scalar(String(decoding: bytes, as: UTF8.self), .init(scalar.style))
      anchor = text(scalar.anchor)
      tag = text(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      kind = .listStart
      anchor = text(event.data.sequence_start.anchor)
      tag = text(event.data.sequence_start.tag)
    case YAML_SEQUENCE_END_EVENT: kind = .listEnd
    case YAML_MAPPING_START_EVENT:
      kind = .mapStart
      anchor = text(event.data.mapping_start.anchor)
      tag = text(event.data.mapping_start.tag)
    case YAML_MAPPING_END_EVENT: kind = .mapEnd
    case YAML_STREAM_START_EVENT: kind = .streamStart
    default: kind = .streamEnd
    }
  }
}

private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
  pointer.map { String(cString: $0) }
}

extension PolicyScalar.Style {
  /// The style that libyaml reports.
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .quoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
    default: self = .plain
    }
  }
}
