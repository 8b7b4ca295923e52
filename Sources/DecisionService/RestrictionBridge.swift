public import PolicyKit
public import ProfileKit

extension DeviceRestrictions {
  /// What `restrictions` mean for deciding: per key whether it restricts, by both readings.
  ///
  /// Keys that no profile sets are left out: they restrict nothing.
  public init(_ restrictions: RestrictionsInForce) {
    self.init(
      restrictions.restrictions.map { restriction in
        let isSet = { (value: RestrictionValue?) in
          value.map { restriction.key.restricts($0) } ?? false
        }
        return DeviceRestriction(
          key: restriction.key, requires: isSet(restriction.require),
          reliesOn: isSet(restriction.relyOn), why: restriction.why,
          doubts: Set(restriction.missingFacts.compactMap { Attribute(deviceFact: $0) }),
          setBy: restriction.setBy.map { setting in
            .init(
              location: setting.location, profile: setting.profile ?? "without an identifier",
              payload: setting.payload, value: setting.value.description)
          })
      })
  }
}

extension String {
  /// Whether `value` of the restriction called so is the restrictive one: false for what allows,
  /// true for what requires or forces.
  fileprivate func restricts(_ value: RestrictionValue) -> Bool {
    value.boolean.map { hasPrefix("allow") ? !$0 : $0 } ?? false
  }
}
