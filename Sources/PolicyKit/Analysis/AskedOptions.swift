/// What an answer asks for beside its posture: an expiry, and staying out of histories. Nothing where
/// it is a denial.
///
/// Two answers of one outcome are as strict as what they ask for: whoever says what they can carry
/// out is denied where they cannot.
struct AskedOptions: Sendable, Hashable {
  private let expiry: Expiry?
  private let histories: Set<History>

  init(_ need: Need, _ outcome: Posture) {
    let isAsked = outcome != .deny
    expiry = isAsked ? need.expiry : nil
    histories = Set(
      History.allCases.filter { isAsked && need.demand(outOf: $0) != nil })
  }

  /// Whether something is asked for here that `other` does not ask for, or asks less of.
  func asksMore(than other: AskedOptions) -> Bool {
    if !histories.isSubset(of: other.histories) { return true }
    guard let expiry else { return false }
    guard let less = other.expiry else { return true }
    return expiry.seconds < less.seconds || less.scope < expiry.scope
      || expiry.isRequired && !less.isRequired
  }
}
