/// Which records are looked for. All conditions must hold.
public struct LogQuery: Sendable {
  /// Not before this time, UTC in milliseconds since 1970.
  public var from: Int64?
  /// Before this time.
  public var until: Int64?
  /// One of these types; empty for any.
  public var types: Set<RecordType> = []
  /// Typed columns and what they must hold; nil asks for records without the member.
  public var equals: [(column: String, value: ColumnValue?)] = []
  /// Later in the log than this number; nil begins at the first (or the last, newest first).
  public var after: Int64?
  /// Earlier in the log than this number.
  public var before: Int64?
  /// At most so many records.
  public var limit = 1000
  /// The newest first.
  public var newestFirst = false

  /// Looks for any record.
  public init() {}
}
