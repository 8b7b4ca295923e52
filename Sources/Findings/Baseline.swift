public import StrictJSON

/// Findings that were there when somebody started: they do not count, new ones do.
///
/// It holds how often each shape occurs, so it can hide no more than it was made from.
public struct Baseline: Sendable, Equatable {
  /// How often each shape occurs.
  public private(set) var counts: [FindingShape: Int] = [:]

  /// An empty one.
  public init() {}

  /// What is not suppressed among `findings`, as `base` names their files.
  public init(_ findings: some Sequence<Finding>, from base: PathBase) {
    for finding in findings where finding.dismissal?.kind != .suppressed {
      add(FindingShape(finding, from: base), 1)
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
    var left = counts
    var result = findings
    for index in result.indices where result[index].isActive {
      let shape = FindingShape(result[index], from: base)
      guard let count = left[shape], count > 0 else { continue }
      left[shape] = count - 1
      result[index].dismissal = .known
    }
    var gone = Baseline()
    gone.counts = left.filter { $0.value > 0 && isChecked($0.key) }
    return (result, gone.total)
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
