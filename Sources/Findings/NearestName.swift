/// The candidate that `name` was most likely meant to be; nil where none is near.
///
/// A difference of case alone always counts as near; otherwise up to a third of the name's
/// characters may be inserted, removed, exchanged or swapped with their neighbour. Ties go to
/// the candidate that sorts first, so that the answer does not depend on any order.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars.prefix(200))
  let allowance = max(1, wanted.count / 3)
  var best: (distance: Int, name: String)?
  for candidate in candidates where candidate != name {
    let letters = Array(candidate.lowercased().unicodeScalars)
    guard abs(letters.count - wanted.count) <= allowance else { continue }
    let distance = editDistance(wanted, letters)
    guard distance <= allowance else { continue }
    if let present = best, (present.distance, present.name) < (distance, candidate) { continue }
    best = (distance, candidate)
  }
  return best?.name
}

/// Optimal string alignment distance: insertions, removals, exchanges, swaps of neighbours.
private func editDistance(_ left: [UnicodeScalar], _ right: [UnicodeScalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in right.indices {
      var cost = min(
        last[column + 1] + 1, current[column] + 1,
        last[column] + (left[row] == right[column] ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
