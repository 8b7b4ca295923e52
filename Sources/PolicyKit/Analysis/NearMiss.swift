/// A change with which the answer would be better, and who could make it.
public struct NearMiss: Sendable, Hashable {
  /// What would be changed.
  public enum Change: Sendable, Hashable {
    /// Take a rule out of its layer, or narrow it.
    case rule(id: String, layer: String)
    /// Switch a built-in rule off.
    case builtIn(id: String)
    /// Set another default.
    case defaultPosture(layer: String?, Operation, Posture)
    /// Set a restriction that keeps the promise.
    case restriction(key: String, value: String)
    /// Take a restriction off.
    case liftedRestriction(keys: [String])
    /// Find out what is unknown.
    case learn([Attribute])
    /// Have the app carry an obligation out.
    case capability(ObligationKind)
    /// Tell the user where a promise cannot be kept, rather than deny.
    case disclosure(rules: [String])
    /// Accept what a promise rests on.
    case minimumAssurance(Assurance)
  }

  /// Who could make a change.
  public enum Power: String, Sendable, Hashable, CaseIterable {
    /// Whoever writes the policy.
    case policy
    /// Whoever installs profiles.
    case device
    /// Whoever asks.
    case caller
    /// Whoever makes the app.
    case app
  }

  /// The changes, all of which are needed together.
  public let changes: [Change]
  /// The answer with them.
  public let outcome: Posture
  /// Whether that can be carried out.
  public let honoured: Honoured

  /// In whose power each change is.
  public var powers: [Power] { changes.map(\.power) }

  /// The smallest changes that give a better answer to `request`, those that change least first;
  /// never another content, owner, source, marker or platform. Each was decided again.
  ///
  /// Learning what is unknown is said where some values of it help, of the first 256 that were tried;
  /// the answer is the best that one of them gives, and not what others would.
  public static func changes(
    for request: Request, policy: CompiledPolicy, restrictions: DeviceRestrictions? = nil
  ) -> [NearMiss] {
    let search = NearMissSearch(request, policy, restrictions)
    return search.found
  }
}

extension NearMiss.Change {
  /// In whose power it is.
  public var power: NearMiss.Power {
    switch self {
    case .rule, .builtIn, .defaultPosture, .disclosure, .minimumAssurance: .policy
    case .restriction, .liftedRestriction: .device
    case .learn: .caller
    case .capability: .app
    }
  }

  /// What to do, in words.
  public var text: String {
    switch self {
    case .rule(let id, let layer): "take rule `\(id)` out of `\(layer)`, or narrow it"
    case .builtIn(let id): "relax the built-in rule `\(id)`"
    case .defaultPosture(let layer, let operation, let posture):
      (layer.map { "set the default of `\($0)`" } ?? "state a default") + " for "
        + "\(operation.rawValue) to \(posture.rawValue)"
    case .restriction(let key, let value): "set \(key) to \(value) in a profile on the device"
    case .liftedRestriction(let keys): "no longer restrict \(keys.joined(separator: " with "))"
    case .learn(let attributes):
      "find out \(attributes.map(\.rawValue).joined(separator: ", ")) and ask again"
    case .capability(let kind): "have the app carry out `\(kind.rawValue)`"
    case .disclosure(let rules):
      "let \(rules.map { "rule `\($0)`" }.joined(separator: ", ")) disclose where it cannot be kept"
    case .minimumAssurance(let assurance): "accept what is \(assurance.rawValue)"
    }
  }
}
