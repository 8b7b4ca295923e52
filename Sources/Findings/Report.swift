public import StrictJSON

/// Everything that a report for another tool tells of a run.
public struct Report: Sendable {
  /// A file that was checked.
  public struct File: Sendable {
    /// The file as the user named it.
    public var path: String
    /// Whether anything in it could be read.
    public var isRead: Bool

    /// Makes one.
    public init(path: String, isRead: Bool) {
      self.path = path
      self.isRead = isRead
    }
  }

  /// A rule that was used, in words.
  public struct RuleText: Sendable {
    /// Its name.
    public var id: RuleID
    /// Its severity.
    public var severity: Severity
    /// One line.
    public var summary: String
    /// Some sentences.
    public var explanation: String
    /// All of it with examples, in Markdown.
    public var markdown: String

    /// Makes one.
    public init(
      id: RuleID, severity: Severity, summary: String, explanation: String, markdown: String
    ) {
      self.id = id
      self.severity = severity
      self.summary = summary
      self.explanation = explanation
      self.markdown = markdown
    }
  }

  /// A file that could not be opened or read.
  public struct Failure: Sendable {
    /// The file as the user named it.
    public var path: String
    /// What happened, one line.
    public var message: String

    /// Makes one.
    public init(path: String, message: String) {
      self.path = path
      self.message = message
    }
  }

  /// The version of the tool.
  public var version: String
  /// The files that were checked.
  public var files: [File]
  /// The rules that were used, in their order.
  public var rules: [RuleText]
  /// The findings in their order, those that do not count among them.
  public var findings: [Finding]
  /// The files that could not be opened or read.
  public var failures: [Failure] = []
  /// The lines of files that findings point into, by path.
  public var sources: [String: SourceLines] = [:]
  /// How files are named.
  public var base: PathBase
  /// The severity from which a finding makes the run fail.
  public var threshold: Severity = .error
  /// Whether a baseline was held against the findings.
  public var hasBaseline = false
  /// What else is known of the run, such as its targets.
  public var properties: [JSONValue.Member] = []

  /// Makes a report; what has a default is set afterwards.
  public init(
    version: String, files: [File], rules: [RuleText], findings: [Finding], base: PathBase
  ) {
    self.version = version
    self.files = files
    self.rules = rules
    self.findings = findings
    self.base = base
  }
}
