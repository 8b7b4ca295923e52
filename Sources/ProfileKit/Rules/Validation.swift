public import Devices
public import Findings

/// What a run over some files found.
public struct Validation: Sendable {
  /// The files in the order given.
  public let files: [PlistFile]
  /// The profiles among them.
  public let profiles: [Profile]
  /// The devices the profiles are meant for.
  public let targets: [Device]
  /// Their names, as findings use them.
  public let targetNames: [String]
  /// The time that dates were held against, in seconds since 1970; nil where none was.
  public let now: Int64?
  /// What was known of payloads and keys.
  public let catalog: Catalog
  /// The findings in their stable order; of one rule in one file no more than were kept, which are
  /// the first hundred and more of them only where comments or several targets need it.
  public private(set) var all: [Finding]
  /// The findings in their stable order; of one rule in one file only the first hundred.
  public private(set) var findings: [Finding]
  /// How many findings of the baseline are gone; nil where there is no baseline.
  public private(set) var gone: Int?
  private let checked: [RuleID]

  /// Runs `rules` over `files`.
  ///
  /// - Parameters:
  ///   - targets: the devices the profiles are meant for; rules about targets say nothing
  ///     without one.
  ///   - now: the time that dates are held against, in seconds since 1970; rules about expiry say
  ///     nothing without one.
  ///   - severities: what findings of a rule weigh, instead of what the rule says.
  ///   - isStrict: whether warnings count as errors, except of rules in `severities`.
  ///   - honoursComments: whether comments in files suppress findings.
  public init(
    _ files: [PlistFile], targets: [Device] = [], rules: [Rule] = allRules,
    catalog: Catalog = .standard, now: Int64? = nil, severities: [RuleID: Severity] = [:],
    isStrict: Bool = false, honoursComments: Bool = false
  ) {
    var unique: [Device] = []
    for target in targets where !unique.contains(target) { unique.append(target) }
    var context = RuleContext(files: files, targets: unique, catalog: catalog, now: now)
    self.files = files
    self.targets = unique
    self.now = now
    self.catalog = catalog
    profiles = context.profiles
    targetNames = context.targetNames
    checked = rules.map { $0.id }
    let last = rules.filter { $0.id == Rule.suppressionUnused.id }
    let first = rules.filter { $0.id != Rule.suppressionUnused.id }
    // A thread costs more than the rules do on a few files.
    let raw =
      files.count > 16
      ? concurrentMap(first) { [context] in context.found(by: $0) } : first.map(context.found)
    var found = context.attributed(Array(raw.joined()).sortedOnce(), first).sorted()
    if !first.isEmpty { (context.others, context.othersRan) = (found, first.map { $0.id }) }
    let afterwards = last.flatMap { context.found(by: $0) }
    if !afterwards.isEmpty { found = (found + afterwards).sorted() }
    for index in found.indices {
      if let severity = severities[found[index].rule] {
        found[index].severity = severity
      } else if isStrict, found[index].severity == .warning {
        found[index].severity = .error
      }
    }
    if honoursComments { found = context.suppressions.applied(to: found) }
    all = found
    findings = found.capped()
  }

  /// The same run, the findings that `baseline` knows dismissed.
  public func against(_ baseline: Baseline, from base: PathBase) -> Validation {
    var result = self
    let paths = Set(files.map { base.name($0.path) })
    let checked = Set(checked)
    let (marked, gone) = baseline.applied(to: all, from: base) { shape in
      paths.contains(shape.path) && checked.contains(RuleID(shape.rule))
    }
    // Of a file of which nothing was checked, nothing is known either: what is new in it does not show.
    let closed = Set(unchecked.map(\.path))
    result.all = marked.map { finding in
      var finding = finding
      if finding.dismissal?.kind == .known, closed.contains(finding.location.path),
        Rule.aboutTheFile.contains(finding.rule)
      {
        finding.dismissal = nil
      }
      return finding
    }
    result.findings = result.all.capped()
    result.gone = gone
    return result
  }

  /// How many findings of each severity, the hundredth of a rule in a file counting for the rest.
  public var summary: FindingsSummary { FindingsSummary(findings) }

  /// The files in which nothing was checked, because nothing of them could be read.
  public var unread: [PlistFile] { files.filter { $0.root == nil } }

  /// The files that cannot pass, whatever rules are left out: those of which nothing was read, those
  /// whose payloads no key opened, and those that Apple's reader refuses.
  public var unchecked: [PlistFile] {
    files.filter { $0.root == nil || $0.isLocked || $0.coreFoundationReads == false }
  }

  /// The lines of each file that a finding points into, for excerpts; secrets in them are not to
  /// be read.
  public var sources: [String: SourceLines] {
    var named: Set<String> = []
    for finding in findings {
      named.insert(finding.location.path)
      for related in finding.related { named.insert(related.location.path) }
    }
    return lines(of: named)
  }

  /// The lines of every file, for findings of others than the rules; secrets are not to be read.
  public var everySource: [String: SourceLines] { lines(of: Set(files.map(\.path))) }

  private func lines(of named: Set<String>) -> [String: SourceLines] {
    let files = files.filter { named.contains($0.path) }
    return Dictionary(files.map { ($0.path, HiddenSecrets.lines(of: $0)) }) { first, _ in first }
  }
}

extension PlistKind {
  /// The kind in the words of the JSON report.
  public var publicName: String {
    switch self {
    case .xml, .binary, .signed, .encrypted, .openstep: rawValue
    case .html, .empty, .utf16, .unknown: Self.unknown.rawValue
    }
  }
}

extension [Finding] {
  /// In their order, each once.
  fileprivate func sortedOnce() -> [Finding] {
    var once: [Finding] = []
    once.reserveCapacity(count)
    for finding in sorted() where finding != once.last { once.append(finding) }
    return once
  }
}
