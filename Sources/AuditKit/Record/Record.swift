public import StrictJSON

/// One record, read from its bytes. Its bytes are what is hashed, never a rewriting of them.
public struct Record: Sendable {
  /// Its UUID.
  public let id: UUIDv7
  /// The log it was written for.
  public let log: String
  /// Its number in the log, from 0.
  public let seq: Int64
  /// The leaf hash of the record before it; `Digest.zero` in the first.
  public let prev: Digest
  /// What it is about.
  public let type: RecordType
  /// The writer's clocks.
  public let moment: Moment
  /// All members, the envelope's and the body's.
  public let value: JSONValue
  /// The bytes.
  public let bytes: [UInt8]

  /// The most bytes that a record may have.
  public static let byteLimit = 60_000
  /// How deep arrays and objects of a record may stand within each other.
  public static let depthLimit = 32

  /// The members that the log writes. The last two are kept for salted digests of personal
  /// fields (RFC 9901), whose disclosures stand beside the record.
  public static let reservedNames: Set<String> = [
    "id", "log", "seq", "prev", "type", "time", "offset", "monotonic", "boot", "_sd", "_sd_alg",
  ]

  /// Reads a record, strictly: canonical JSON, a whole envelope, at most 60,000 bytes.
  public init(parsing bytes: [UInt8]) throws(RecordError) {
    guard bytes.count <= Self.byteLimit else { throw .tooLong(bytes: bytes.count) }
    var limits = JSONLimits()
    limits.bytes = Self.byteLimit
    limits.depth = Self.depthLimit
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes, limits: limits) } catch { throw .notJSON(error) }
    do {
      guard try value.canonicalBytes() == bytes else { throw RecordError.notCanonical }
    } catch let error as CanonicalFormError {
      throw .notCanonicalisable(error)
    } catch {
      throw .notCanonical
    }
    self.value = value
    self.bytes = bytes
    id = try Self.member("id", value) { $0.string.flatMap { UUIDv7($0) } }
    log = try Self.member("log", value) { $0.string }
    seq = try Self.member("seq", value) { $0.integer.flatMap { $0 >= 0 ? $0 : nil } }
    prev = try Self.member("prev", value) { $0.string.flatMap { Digest(hex: $0) } }
    type = try Self.member("type", value) { $0.string.flatMap { RecordType(rawValue: $0) } }
    moment = Moment(
      time: try Self.member("time", value) { $0.integer },
      offset: try Self.member("offset", value) { $0.integer },
      monotonic: try Self.member("monotonic", value) { $0.integer },
      boot: try Self.member("boot", value) { $0.string })
  }

  private static func member<T>(_ name: String, _ value: JSONValue, _ read: (JSONValue) -> T?)
    throws(RecordError) -> T
  {
    guard let member = value[name], let result = read(member) else { throw .envelope(name) }
    return result
  }
}

/// The members that the log itself writes into one record.
struct Envelope {
  var id: UUIDv7
  var log: String
  var seq: Int64
  var prev: Digest
  var moment: Moment

  /// The whole record, and its canonical bytes.
  func seal(_ draft: RecordDraft) throws(RecordError) -> (value: JSONValue, bytes: [UInt8]) {
    let body = try Self.body(of: draft)
    let value = JSONValue.object(
      [
        .init("id", .string(id.description)), .init("log", .string(log)),
        .init("seq", .integer(seq)), .init("prev", .string(prev.hex)),
        .init("type", .string(draft.type.rawValue)), .init("time", .integer(moment.time)),
        .init("offset", .integer(moment.offset)), .init("monotonic", .integer(moment.monotonic)),
        .init("boot", .string(moment.boot)),
      ] + body)
    let bytes: [UInt8]
    do { bytes = try value.canonicalBytes() } catch { throw .notCanonicalisable(error) }
    guard bytes.count <= Record.byteLimit else { throw .tooLong(bytes: bytes.count) }
    return (value, bytes)
  }

  private static func body(of draft: RecordDraft) throws(RecordError) -> [JSONValue.Member] {
    guard let members = draft.body.members else { throw .bodyNotAnObject }
    for member in members where Record.reservedNames.contains(member.key) {
      throw .reservedName(member.key)
    }
    guard isShallow(draft.body, levels: Record.depthLimit) else { throw .tooDeep }
    return members
  }

  private static func isShallow(_ value: JSONValue, levels: Int) -> Bool {
    switch value {
    case .array(let elements):
      levels > 0 && elements.allSatisfy { isShallow($0, levels: levels - 1) }
    case .object(let members):
      levels > 0 && members.allSatisfy { isShallow($0.value, levels: levels - 1) }
    default: true
    }
  }
}
