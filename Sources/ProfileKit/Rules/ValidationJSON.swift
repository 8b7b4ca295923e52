import Devices
public import Findings
public import StrictJSON

extension Validation {
  /// `{"files":…,"findings":…,"summary":…}` as `validate --format json` prints it, with the targets
  /// and the time that were held against the files.
  public var json: JSONValue {
    let payloads = Dictionary(profiles.map { ($0.path, $0.payloads.count) }) { $0 + $1 }
    return [
      "files": .array(
        files.map { file in
          [
            "path": .string(file.path), "kind": .string(file.kind.publicName),
            "coreFoundationReads": file.coreFoundationReads.map { .bool($0) } ?? .null,
            "payloads": .integer(Int64(payloads[file.path] ?? 0)),
            "signature": file.signatureJSON, "encryption": file.encryption?.json ?? .null,
          ]
        }),
      "targets": .array(
        zip(targetNames, targets).map { name, target in
          let facts = target.facts.map { JSONValue.Member($0.key, .string($0.value)) }
          return .object([.init("name", .string(name))] + facts)
        }),
      "now": now.map { .string(ScalarText.dateText($0)) } ?? .null,
      "findings": .array(findings.map { $0.json(hasBaseline: gone != nil) }),
      "summary": summaryJSON,
    ]
  }

  private var summaryJSON: JSONValue {
    let summary = summary
    var members: [JSONValue.Member] = [
      ("files", files.count), ("unread", unread.count), ("errors", summary.errors),
      ("warnings", summary.warnings), ("notices", summary.notices),
      ("suppressed", summary.suppressed), ("inBaseline", summary.known),
    ].map { .init($0.0, .integer(Int64($0.1))) }
    members.append(.init("goneFromBaseline", gone.map { .integer(Int64($0)) } ?? .null))
    members.append(
      .init(
        "rules",
        .object(
          findings.countedRules.sorted { $0.rule < $1.rule }.map {
            .init($0.rule.name, .integer(Int64($0.count)))
          })))
    return .object(members)
  }
}

extension Finding {
  /// The finding with what a run knows of it besides: `targets`, `suppressed` (the reason and
  /// where it stands, or null) and `baseline` (`new`, `known`, or null without one).
  fileprivate func json(hasBaseline: Bool) -> JSONValue {
    let isSuppressed = dismissal?.kind == .suppressed
    let suppression: JSONValue =
      isSuppressed
      ? [
        "reason": .string(dismissal?.reason ?? ""),
        "path": .string(dismissal?.location?.path ?? location.path),
        "line": .integer(Int64(dismissal?.location?.line ?? 0)),
      ] : .null
    let state: JSONValue =
      hasBaseline && !isSuppressed ? (dismissal?.kind == .known ? "known" : "new") : .null
    return .object(
      (json.members ?? []) + [
        .init("targets", .array(targets.map { .string($0) })), .init("suppressed", suppression),
        .init("baseline", state),
      ])
  }
}

extension Sequence<Finding> {
  /// How often each rule speaks, what does not count left out; the most frequent first.
  public var countedRules: [(rule: RuleID, count: Int)] {
    Dictionary(filter(\.isActive).map { ($0.rule, 1) }, uniquingKeysWith: +)
      .map { (rule: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.rule) < ($0.count, $1.rule) }
  }
}
