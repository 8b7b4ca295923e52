public import StrictJSON

/// Findings that were there when somebody started: they do not count, new ones do.
///
/// It holds how often each shape occurs, so it can hide no more than it was made from. Of a rule
/// that found too many in a file to tell each, it holds how many more there were, and lets that many
/// pass whatever their shape.
public struct Baseline: Sendable, Equatable {
  /// How often each shape occurs.
  public private(set) var counts: [FindingShape: Int] = [:]

  /// An empty one.
  public init() {}

  /// What is not suppressed among `findings`, as `base` names their files.
  public init(_ findings: some Sequence<Finding>, from base: PathBase) {
    for finding in findings where finding.dismissal?.kind != .suppressed {
      add(FindingShape(finding, from: base), finding.more ?? 1)
    }
  }

  /// Adds `count` more of one shape.
  public mutating func add(_ shape: FindingShape, _ count: Int) {
    let sum = counts[shape, default: 0].addingReportingOverflow(max(count, 0))
    counts[shape] = sum.overflow ? Int.max : sum.partialValue
  }

  /// How many findings it holds.
  public var total: Int {
    counts.values.reduce(0) { sum, count in
      let sum = sum.addingReportingOverflow(count)
      return sum.overflow ? Int.max : sum.partialValue
    }
  }

  /// Marks those of `findings`, in their order, that it knows, and says how many it holds that
  /// are no longer there.
  ///
  /// Only files and rules for which `isChecked` holds are missed: what was not looked at is not
  /// gone.
  public func applied(
    to findings: [Finding], from base: PathBase, isChecked: (FindingShape) -> Bool
  ) -> (findings: [Finding], gone: Int) {
    var left = self
    var result: [Finding] = []
    result.reserveCapacity(findings.count)
    var open: [Int] = []
    for var finding in findings {
      if finding.isActive {
        let shape = FindingShape(finding, from: base)
        if finding.more == nil, left.take(1, of: shape) == 1 {
          finding.dismissal = .known
        } else {
          open.append(result.count)
        }
      }
      result.append(finding)
    }
    result += left.pass(open, of: &result, from: base)
    left.counts = left.counts.filter { $0.value > 0 && isChecked($0.key) }
    return (result.sorted(), left.total)
  }

  /// Takes up to `count` of a shape away; how many there were.
  private mutating func take(_ count: Int, of shape: FindingShape) -> Int {
    let taken = min(counts[shape] ?? 0, count)
    if taken > 0 { counts[shape]? -= taken }
    return taken
  }

  /// Marks findings at `places` that were only counted then, or are only counted now: which of a
  /// crowd are told one by one changes with every line, so their number decides. Gives back the part
  /// that is known of counts that are not known whole.
  private mutating func pass(_ places: [Int], of findings: inout [Finding], from base: PathBase)
    -> [Finding]
  {
    var told: [FindingShape: [FindingShape]] = [:]
    if places.contains(where: { findings[$0].more != nil }) {
      for shape in counts.keys.sorted() where shape.crowd != shape {
        told[shape.crowd, default: []].append(shape)
      }
    }
    var parts: [Finding] = []
    for place in places {
      let crowd = FindingShape(findings[place], from: base).crowd
      let due = findings[place].more ?? 1
      var taken = take(due, of: crowd)
      if findings[place].more != nil {
        for shape in told[crowd] ?? [] where taken < due { taken += take(due - taken, of: shape) }
      }
      if taken == due {
        findings[place].dismissal = .known
      } else if taken > 0 {
        var part = findings[place].counting(taken)
        part.dismissal = .known
        parts.append(part)
        findings[place] = findings[place].counting(due - taken)
      }
    }
    return parts
  }

  /// The file: one shape after the other in a stable order.
  public var json: JSONValue {
    [
      "pbpolicyBaseline": 1,
      "findings": .array(
        counts.sorted { $0.key < $1.key }.map { shape, count in
          [
            "path": .string(shape.path), "rule": .string(shape.rule),
            "keyPath": .string(shape.keyPath), "message": .string(shape.message),
            "count": .integer(Int64(count)),
          ]
        }),
    ]
  }
}
