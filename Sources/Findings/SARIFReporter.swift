public import StrictJSON

extension Report {
  /// The run as SARIF 2.1.0, with what GitHub code scanning asks for besides.
  ///
  /// File names are URI references relative to the folder `pbpolicy` was run in, columns are
  /// Unicode code points. Everything is told, what does not count too.
  public var sarif: JSONValue {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [SARIFRun(report: self).json],
    ]
  }
}

/// One run on its way into SARIF.
private struct SARIFRun {
  let report: Report
  private let ruleIndex: [RuleID: Int]
  private let artifactIndex: [String: Int]
  private let artifacts: [String]

  init(report: Report) {
    self.report = report
    ruleIndex = Dictionary(
      report.rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var names: [String] = []
    var index: [String: Int] = [:]
    for path in report.files.map(\.path) + report.failures.map(\.path) {
      let name = report.base.name(path)
      if index[name] == nil {
        index[name] = names.count
        names.append(name)
      }
    }
    artifacts = names
    artifactIndex = index
  }

  var json: JSONValue {
    [
      "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
      "newlineSequences": ["\r\n", "\n", "\r"],
      "originalUriBaseIds": [
        Self.root: ["description": ["text": "the folder that pbpolicy was run in"]]
      ],
      "invocations": [invocation],
      "artifacts": .array(
        artifacts.map { name in
          ["location": .object(uri(name)), "roles": ["analysisTarget"]]
        }),
      "results": .array(results), "properties": .object(report.properties),
    ]
  }

  private static let root = "%SRCROOT%"

  private var driver: JSONValue {
    [
      "name": "pbpolicy", "version": .string(report.version),
      "semanticVersion": .string(report.version), "rules": .array(report.rules.map(rule)),
      "notifications": [
        [
          "id": "file-not-read", "shortDescription": ["text": "a file could not be read"],
          "defaultConfiguration": ["level": "error"],
        ]
      ],
    ]
  }

  private func rule(_ rule: Report.RuleText) -> JSONValue {
    [
      "id": .string(rule.id.name), "shortDescription": ["text": .string(rule.summary)],
      "fullDescription": ["text": .string(rule.explanation)],
      "help": ["text": .string(rule.explanation), "markdown": .string(rule.markdown)],
      "defaultConfiguration": ["level": level(rule.severity)],
      "properties": [
        "tags": ["configuration-profile"], "precision": "high",
        "problem.severity": rule.severity == .notice
          ? "recommendation" : .string(rule.severity.rawValue),
      ],
    ]
  }

  private var invocation: JSONValue {
    [
      "executionSuccessful": .bool(report.failures.isEmpty),
      "toolConfigurationNotifications": .array(
        report.failures.map { failure in
          [
            "descriptor": ["id": "file-not-read", "index": 0], "level": "error",
            "message": ["text": .string(failure.message)],
            "locations": [["physicalLocation": ["artifactLocation": artifact(failure.path)]]],
          ]
        }),
    ]
  }

  private var results: [JSONValue] {
    var seen: [FindingShape: Int] = [:]
    return report.findings.map { finding in
      let shape = FindingShape(finding, from: report.base)
      seen[shape, default: 0] += 1
      return result(finding, "\(shape.fingerprint):\(seen[shape, default: 1])")
    }
  }

  private func result(_ finding: Finding, _ print: String) -> JSONValue {
    var place: [JSONValue.Member] = [.init("physicalLocation", physical(finding.location))]
    if !finding.keyPath.isEmpty {
      place.append(
        .init(
          "logicalLocations",
          [["fullyQualifiedName": .string(finding.keyPath), "kind": "property"]]))
    }
    var members: [JSONValue.Member] = [.init("ruleId", .string(finding.rule.name))]
    if let index = ruleIndex[finding.rule] {
      members.append(.init("ruleIndex", .integer(Int64(index))))
    }
    members += [
      .init("level", level(finding.severity)),
      .init("message", ["text": .string(words(of: finding))]),
      .init("locations", [.object(place)]),
      .init(
        "partialFingerprints",
        ["pbpolicyShape/v1": .string(print), "primaryLocationLineHash": .string(print)]),
    ]
    if !finding.related.isEmpty {
      members.append(.init("relatedLocations", .array(finding.related.enumerated().map(related))))
    }
    if report.hasBaseline {
      let isKnown = finding.dismissal?.kind == .known
      members.append(.init("baselineState", isKnown ? "unchanged" : "new"))
    }
    if let dismissal = finding.dismissal, dismissal.kind == .suppressed {
      members.append(.init("suppressions", [suppression(dismissal)]))
    }
    if !finding.targets.isEmpty {
      let targets = JSONValue.array(finding.targets.map { .string($0) })
      members.append(.init("properties", ["targets": targets]))
    }
    return .object(members)
  }

  private func suppression(_ dismissal: Dismissal) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("kind", "inSource"), .init("status", "accepted"),
      .init("justification", .string(dismissal.reason)),
    ]
    if let location = dismissal.location {
      members.append(.init("location", ["physicalLocation": physical(location)]))
    }
    return .object(members)
  }

  private func related(_ index: Int, _ related: Finding.Related) -> JSONValue {
    [
      "id": .integer(Int64(index + 1)), "physicalLocation": physical(related.location),
      "message": ["text": .string(plain(related.message))],
    ]
  }

  private func words(of finding: Finding) -> String {
    plain(finding.placedMessage + (finding.help.map { "\n\($0)" } ?? ""))
  }

  /// `[text](1)` would be a link in a message.
  private func plain(_ text: String) -> String {
    guard text.contains("](") else { return text }
    return text.replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  /// The place; a whole file counts as its first character, since code scanning wants a line.
  private func physical(_ location: SourceLocation) -> JSONValue {
    let line = max(location.line, 1)
    let column = max(location.column, 1)
    var region: [JSONValue.Member] = [
      .init("startLine", .integer(Int64(line))), .init("startColumn", .integer(Int64(column))),
      .init("endLine", .integer(Int64(line))),
    ]
    let rest =
      location.line > 0 ? report.sources[location.path]?.rest(of: line, from: column) : nil
    let count = rest?.unicodeScalars.count ?? 0
    region.append(.init("endColumn", .integer(Int64(column + count))))
    if let rest, !rest.isEmpty { region.append(.init("snippet", ["text": .string(rest)])) }
    return ["artifactLocation": artifact(location.path), "region": .object(region)]
  }

  private func artifact(_ path: String) -> JSONValue {
    let name = report.base.name(path)
    let index = artifactIndex[name].map { [JSONValue.Member("index", .integer(Int64($0)))] }
    return .object(uri(name) + (index ?? []))
  }

  private func uri(_ name: String) -> [JSONValue.Member] {
    [.init("uri", .string(uriReference(name))), .init("uriBaseId", .string(Self.root))]
  }

  private func level(_ severity: Severity) -> JSONValue {
    severity == .notice ? "note" : .string(severity.rawValue)
  }
}
