/// How much a finding matters.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// Worth knowing; nothing need change.
  case notice
  /// Probably not what was meant.
  case warning
  /// Wrong: it will be refused, ignored, or do something else.
  case error

  /// By weight: notice, warning, error.
  public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .notice: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The stable name of a rule, such as `managed-pasteboard-not-required`.
public struct RuleID: Sendable, Hashable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name: lower case, words joined by hyphens.
  public let name: String

  /// The rule called `name`.
  public init(_ name: String) { self.name = name }
  /// The rule called by the literal.
  public init(stringLiteral value: String) { self.name = value }
  /// The name.
  public var description: String { name }
  /// By name.
  public static func < (left: RuleID, right: RuleID) -> Bool { left.name < right.name }
}

/// A place in a file.
public struct SourceLocation: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The file as the caller named it; `-` for standard input.
  public var path: String
  /// The line, from 1; 0 where only the file is known.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1; 0 where only the line is known.
  public var column: Int

  /// Where it is in the text that stands there, if that text is written in a way that has lines
  /// and columns of its own, such as base64; nil where the file's are meant.
  public var inner: Inner?

  /// A place in a text within a file.
  public struct Inner: Sendable, Hashable {
    /// The line in that text, from 1.
    public var line: UInt32
    /// The column in characters, from 1.
    public var column: UInt32
  }

  /// Makes a location.
  public init(path: String, line: Int = 0, column: Int = 0) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// The place `line` and `column` of the text that stands here.
  public func inside(line: Int, column: Int) -> SourceLocation {
    var place = self
    place.inner = Inner(line: UInt32(clamping: line), column: UInt32(clamping: column))
    return place
  }

  /// The place in the file itself.
  public var outer: SourceLocation { SourceLocation(path: path, line: line, column: column) }

  /// `path:line:column`, without the parts that are not known; of a text within a file also where
  /// in that text.
  public var description: String {
    let place = line == 0 ? path : column == 0 ? "\(path):\(line)" : "\(path):\(line):\(column)"
    guard let inner else { return place }
    return "\(place) (line \(inner.line), column \(inner.column) of the text in it)"
  }

  /// By path, line, column.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.path, left.line, left.column, left.inner?.line ?? 0, left.inner?.column ?? 0)
      < (right.path, right.line, right.column, right.inner?.line ?? 0, right.inner?.column ?? 0)
  }
}

/// Something a rule has to say about one place.
///
/// Messages are one line: lower case start, no full stop, input in backticks, the user's own
/// words; advice stands apart in `help`.
public struct Finding: Sendable, Hashable {
  /// The rule that speaks.
  public var rule: RuleID
  /// How much it matters.
  public var severity: Severity
  /// Where.
  public var location: SourceLocation
  /// The path of keys to the value, such as `PayloadContent[0].allowAirDrop`; empty for the file.
  public var keyPath: String
  /// What is the matter.
  public var message: String
  /// What to do about it.
  public var help: String?
  /// Other places that matter to it.
  public var related: [Related]
  /// The targets it holds for, by their names; empty where none was given.
  public var targets: [String] = []
  /// Why it does not count; nil where it does.
  public var dismissal: Dismissal?
  /// How many findings it stands for, where a rule found too many in one file to tell each; nil for
  /// a finding of its own.
  public var more: Int?

  /// Another place that a finding refers to, and why.
  public struct Related: Sendable, Hashable {
    /// Where.
    public var location: SourceLocation
    /// What is there.
    public var message: String

    /// Makes a reference.
    public init(_ location: SourceLocation, _ message: String) {
      self.location = location
      self.message = message
    }
  }

  /// Makes a finding.
  public init(
    _ rule: RuleID, _ severity: Severity, at location: SourceLocation, keyPath: String = "",
    _ message: String, help: String? = nil, related: [Related] = []
  ) {
    self.rule = rule
    self.severity = severity
    self.location = location
    self.keyPath = keyPath
    self.message = message
    self.help = help
    self.related = related
  }
}

extension Finding: Comparable {
  /// By place, then rule, then message: the order in which findings are printed. What is left of
  /// the difference decides last, so that equal places never depend on the order of discovery.
  public static func < (left: Finding, right: Finding) -> Bool {
    if left.location != right.location { return left.location < right.location }
    if left.rule != right.rule { return left.rule < right.rule }
    if left.message != right.message { return left.message < right.message }
    if left.keyPath != right.keyPath { return left.keyPath < right.keyPath }
    if left.severity != right.severity { return left.severity > right.severity }
    if left.help != right.help { return (left.help ?? "") < (right.help ?? "") }
    return left.related.lexicographicallyPrecedes(right.related) {
      ($0.location, $0.message) < ($1.location, $1.message)
    }
  }
}
