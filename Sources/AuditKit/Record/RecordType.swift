public import StrictJSON

/// What a record is about. The log does not read a record's body; it knows these names only.
public enum RecordType: String, Sendable, Hashable, CaseIterable {
  /// An answer that was given.
  case decision
  /// A writer opened the log.
  case start
  /// A writer closed the log.
  case stop
  /// Nothing happened, and the writer was alive.
  case heartbeat
  /// A policy came into force.
  case policy
  /// A set of profiles came into force.
  case profiles
  /// Something could not be recorded.
  case gap
  /// Personal fields were withheld.
  case redaction
  /// Old records were pruned.
  case retention
  /// The signing key changed.
  case key
  /// A reviewer's note.
  case review
  /// A reviewer looked at records.
  case access
  /// Records were handed out.
  case export
  /// Whether a decision was carried out.
  case outcomeReport = "outcome-report"
}

/// What a caller wants to have recorded.
public struct RecordDraft: Sendable {
  /// What it is about.
  public var type: RecordType
  /// The members that the caller adds to the envelope's: an object, numbers integers only, names
  /// other than `Record.reservedNames`.
  public var body: JSONValue
  /// Whether a signed checkpoint must cover the record at once; a deny asks for it.
  public var isUrgent: Bool

  /// Makes a draft.
  public init(_ type: RecordType, _ body: JSONValue = [:], isUrgent: Bool = false) {
    self.type = type
    self.body = body
    self.isUrgent = isUrgent
  }
}

/// Why a draft or some bytes are no record.
public enum RecordError: Error, Equatable, CustomStringConvertible {
  /// The body is not an object.
  case bodyNotAnObject
  /// The body uses a name of the envelope.
  case reservedName(String)
  /// The body has no canonical form.
  case notCanonicalisable(CanonicalFormError)
  /// Arrays and objects deeper within each other than `Record.depthLimit`.
  case tooDeep
  /// The record would be longer than `Record.byteLimit`.
  case tooLong(bytes: Int)
  /// A member holds another kind of value than its typed column.
  case column(String, expected: ColumnKind)
  /// The bytes are not JSON.
  case notJSON(JSONError)
  /// The bytes are JSON, but not in the one canonical form.
  case notCanonical
  /// An envelope member is missing or malformed.
  case envelope(String)

  /// One line, lower case, no full stop.
  public var description: String {
    switch self {
    case .bodyNotAnObject: "the body of a record must be a JSON object"
    case .reservedName(let name):
      "the body may not hold `\(Shown.text(name))`: the log writes that member itself"
    case .notCanonicalisable(let error): "the record has no canonical form: \(error)"
    case .tooDeep: "more than \(Record.depthLimit) levels of nesting in a record"
    case .tooLong(let bytes):
      "the record is \(bytes) bytes long; at most \(Record.byteLimit) are kept"
    case .column(let name, let expected):
      "`\(Shown.text(name))` is indexed as \(expected.words), but the record holds another kind of value"
    case .notJSON(let error): "not JSON: \(error)"
    case .notCanonical: "the JSON is not in canonical form (RFC 8785)"
    case .envelope(let name): "the member `\(Shown.text(name))` is missing or malformed"
    }
  }
}
