/// An ordered domain, cut wherever some bounds begin or end.
struct Cuts<Value: Comparable & Hashable & Sendable>: Sendable {
  /// The least value of each class, ascending; the first is the least of the domain.
  let starts: [Value]
  private let most: Value

  /// Cuts `least...most`; `after` gives the next value that can be written.
  init(
    _ bounds: [Condition.Bounds<Value>], least: Value, most: Value, after: (Value) -> Value
  ) {
    var starts: Set<Value> = [least]
    for bound in bounds {
      if let from = bound.from { starts.insert(from) }
      if let below = bound.below { starts.insert(below) }
      // The class after a bound that is itself inside begins with the next value.
      for last in [bound.above, bound.through].compactMap(\.self) where last < most {
        starts.insert(after(last))
      }
    }
    let sorted = starts.filter { $0 >= least && $0 <= most }.sorted()
    // Neighbours that no bounds tell apart are one class.
    var distinct: [Value] = []
    for start in sorted {
      if let last = distinct.last, bounds.allSatisfy({ $0.contains(last) == $0.contains(start) }) {
        continue
      }
      distinct.append(start)
    }
    self.starts = distinct
    self.most = most
  }

  /// The class that holds `value`; nil outside the domain.
  func place(of value: Value) -> Int? {
    guard value >= starts[0], value <= most else { return nil }
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }

  /// The classes, each with its least value to stand for it.
  func classes(_ make: (Value) -> AttributeValue) -> [Partition.ValueClass] {
    starts.indices.map { index in
      let value = make(starts[index])
      let end = index + 1 < starts.count ? make(starts[index + 1]) : nil
      let label =
        switch (index, end) {
        case (0, nil): "any"
        case (0, .some(let end)): "below \(end)"
        case (_, nil): "\(value) and above"
        case (_, .some(let end)): "\(value) to below \(end)"
        }
      return Partition.ValueClass(
        representative: value,
        isSingle: index + 1 == starts.count && starts[index] == most, label: label)
    }
  }
}
