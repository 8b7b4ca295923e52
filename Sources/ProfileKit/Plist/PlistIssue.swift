/// Something the reader noticed, by offset; the reader turns it into a finding.
struct PlistIssue {
  /// What was noticed.
  enum Kind {
    /// Apple's reader gives up here; a generic XML reader goes on.
    case refusedByApple
    /// Apple's reader takes another value than the text says.
    case silentlyChanged
    /// A `<key>` where a value was due.
    case keyAsValue
    /// Keys and values without a dictionary around them.
    case fragment
    /// A document type declaration with declarations of its own.
    case internalSubset
    /// More than the limits allow.
    case limit
    /// Deeper than generic XML tools go.
    case deep
    /// A carriage return in a text.
    case carriageReturn
  }

  var kind: Kind
  var offset: Int
  var message: String
}

/// What a reader accepts before it gives up.
public struct PlistLimits: Sendable {
  /// Bytes of the file, and of its text once decoded.
  public var bytes = 16 << 20
  /// Dictionaries and arrays within each other; CoreFoundation's own limit.
  public var depth = 512
  /// Values and keys together.
  public var nodes = 1_000_000
  /// Attributes of one tag: property lists have one, `version`.
  public var attributes = 256
  /// Findings of one kind before the rest is left out.
  public var findings = 50

  /// The defaults: 16 MiB, 512 levels, a million nodes.
  public init() {}
}
