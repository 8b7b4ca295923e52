import Devices
import Findings

extension RuleContext {
  /// The names of the targets, each once: short where that tells them apart.
  var targetNames: [String] {
    let short = targets.map(\.shortName)
    return targets.map { target in
      guard short.filter({ $0 == target.shortName }).count > 1 else { return target.shortName }
      let facts = target.facts.dropFirst(target.version == nil ? 1 : 2)
      return "\(target.shortName) (\(facts.map { "\($0.key)=\($0.value)" }.joined(separator: ",")))"
    }
  }

  /// `findings`, what `rules` found for all targets together, each with the targets it holds for;
  /// those that say the same of several are one.
  func attributed(_ findings: [Finding], _ rules: [Rule]) -> [Finding] {
    let names = targetNames
    guard targets.count > 1 else {
      return findings.map { finding in
        var finding = finding
        finding.targets = names
        return finding
      }
    }
    let blanks = TargetBlanks(targets)
    var holders: [TargetBlanks.Statement: [Int]] = [:]
    for (index, target) in targets.enumerated() {
      let context = alone(target)
      let own = Set(rules.lazy.flatMap { context.found(by: $0) }.map(blanks.statement))
      for statement in own { holders[statement, default: []].append(index) }
    }
    var merged: [TargetBlanks.Statement: Finding] = [:]
    var counted: [Finding] = []
    for var finding in findings {
      if finding.more != nil {
        finding.targets = names
        counted.append(finding)
        continue
      }
      let statement = blanks.statement(of: finding)
      let holding = holders[statement] ?? Array(targets.indices)
      finding.targets = holding.map { names[$0] }
      if statement.isBlank {
        finding.message = blanks.message(
          statement, names: finding.targets,
          platforms: holding.map { targets[$0].platform.rawValue })
      }
      guard let known = merged[statement] else {
        merged[statement] = finding
        continue
      }
      if known.severity < finding.severity { merged[statement] = finding }
    }
    return merged.values + counted
  }
}

/// Takes the names of targets out of what findings say, to see whether they say the same.
private struct TargetBlanks {
  /// What a finding says, whichever target it speaks of.
  struct Statement: Hashable {
    var rule: RuleID
    var location: SourceLocation
    var keyPath: String
    /// The message cut at its backticks; what stands in them is input and left alone.
    var parts: [String]
    /// Whether a target is named.
    var isBlank = false
  }

  private static let name = "\u{1}"
  private static let kind = "\u{2}"
  /// The longest first: `iOS 18.1` before `iOS`.
  private let words: [(text: String, blank: String)]

  init(_ targets: [Device]) {
    let names = Set(targets.map(\.shortName)).sorted { ($1.count, $1) < ($0.count, $0) }
    let kinds = Set(targets.map(\.platform.rawValue)).sorted().filter { !names.contains($0) }
    words = names.map { ($0, Self.name) } + kinds.map { ($0, Self.kind) }
  }

  func statement(of finding: Finding) -> Statement {
    var statement = Statement(
      rule: finding.rule, location: finding.location, keyPath: finding.keyPath,
      parts: finding.message.split(separator: "`", omittingEmptySubsequences: false).map {
        String($0)
      })
    for index in stride(from: 0, to: statement.parts.count, by: 2) {
      for (text, blank) in words where statement.parts[index].contains(" \(text)") {
        statement.parts[index].replace(" \(text)", with: " \(blank)")
        statement.isBlank = true
      }
    }
    return statement
  }

  /// The message of a statement with its blanks filled in.
  func message(_ statement: Statement, names: [String], platforms: [String]) -> String {
    var kinds: [String] = []
    for platform in platforms where !kinds.contains(platform) { kinds.append(platform) }
    return statement.parts.enumerated().map { index, part in
      index % 2 == 1
        ? part
        : part.replacing(Self.name, with: listed(names)).replacing(Self.kind, with: listed(kinds))
    }.joined(separator: "`")
  }
}
