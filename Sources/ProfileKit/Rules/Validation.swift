public import Devices
public import Findings
public import StrictJSON

/// What a run over some files found.
public struct Validation: Sendable {
  /// The files in the order given.
  public let files: [PlistFile]
  /// The profiles among them.
  public let profiles: [Profile]
  /// What was known of payloads and keys.
  public let catalog: Catalog
  /// The findings in their stable order; of one rule in one file only the first hundred.
  public private(set) var findings: [Finding]

  /// Runs `rules` over `files`.
  ///
  /// - Parameters:
  ///   - targets: the devices the profiles are meant for; rules about targets say nothing
  ///     without one.
  ///   - now: the time that dates are held against, in seconds since 1970; rules about expiry say
  ///     nothing without one.
  public init(
    _ files: [PlistFile], targets: [Device] = [], rules: [Rule] = allRules,
    catalog: Catalog = .standard, now: Int64? = nil
  ) {
    let context = RuleContext(files: files, targets: targets, catalog: catalog, now: now)
    self.files = files
    self.catalog = catalog
    profiles = context.profiles
    findings = Set(rules.flatMap { $0.check(context) }).capped()
  }

  /// The same run, every warning an error.
  public var strict: Validation {
    var result = self
    for index in findings.indices where findings[index].severity == .warning {
      result.findings[index].severity = .error
    }
    return result
  }

  /// How many findings of each severity.
  public var summary: FindingsSummary { FindingsSummary(findings) }

  /// The files in which nothing was checked, because nothing of them could be read.
  public var unread: [PlistFile] { files.filter { $0.root == nil } }

  /// The lines of each file, for excerpts; secrets in them are not to be read.
  public var sources: [String: SourceLines] {
    let hidden = HiddenSecrets(profiles, catalog)
    return Dictionary(files.map { ($0.path, hidden.lines(of: $0)) }) { first, _ in first }
  }

  /// `{"files":…,"findings":…,"summary":…}` as `validate --format json` prints it.
  public var json: JSONValue {
    let payloads = Dictionary(profiles.map { ($0.path, $0.payloads.count) }) { $0 + $1 }
    let summary = summary
    return [
      "files": .array(
        files.map { file in
          [
            "path": .string(file.path), "kind": .string(file.kind.publicName),
            "coreFoundationReads": file.coreFoundationReads.map { .bool($0) } ?? .null,
            "payloads": .integer(Int64(payloads[file.path] ?? 0)),
          ]
        }),
      "findings": .array(findings.map(\.json)),
      "summary": [
        "files": .integer(Int64(files.count)), "unread": .integer(Int64(unread.count)),
        "errors": .integer(Int64(summary.errors)),
        "warnings": .integer(Int64(summary.warnings)),
        "notices": .integer(Int64(summary.notices)),
      ],
    ]
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
