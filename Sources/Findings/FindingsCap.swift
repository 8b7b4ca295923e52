/// A rule, the file it speaks about, and whether that counts.
private struct FindingOrigin: Hashable {
  var path: String
  var rule: RuleID
  var kind: Dismissal.Kind?
}

extension Sequence<Finding> {
  /// The findings in their stable order, at most `most` of one rule in one file: the first ones,
  /// then one that says how many more there are, at the first of those and as grave as the worst.
  /// What is dismissed is counted apart.
  public func capped(_ most: Int = 100) -> [Finding] {
    var counts: [FindingOrigin: Int] = [:]
    var rest: [FindingOrigin: (first: Finding, worst: Severity)] = [:]
    var result: [Finding] = []
    for finding in sorted() {
      let origin = FindingOrigin(
        path: finding.location.path, rule: finding.rule, kind: finding.dismissal?.kind)
      counts[origin, default: 0] += 1
      if counts[origin, default: 0] <= most {
        result.append(finding)
      } else {
        let known = rest[origin]
        rest[origin] = (
          known?.first ?? finding, Swift.max(known?.worst ?? .notice, finding.severity)
        )
      }
    }
    guard !rest.isEmpty else { return result }
    for (origin, (first, worst)) in rest {
      var more = Finding(
        origin.rule, worst, at: first.location,
        "and \(counts[origin, default: 0] - most) more like these in this file, from here on")
      more.dismissal = first.dismissal
      result.append(more)
    }
    return result.sorted()
  }
}
