import Devices

extension Answer {
  /// Plain words for whoever copies or pastes: what happened, and never more than is known.
  var userText: String {
    switch outcome {
    case .deny: denial
    case .localOnly: local
    case .allow: allowed
    }
  }

  private var allowed: String {
    switch request.operation {
    case .copy:
      copied
    case .paste: mayBeBlocked ? "The system decides about this paste." : "Pasted."
    default: "Allowed."
    }
  }

  private var copied: String {
    let travels = exposures.contains { $0.place == .otherDevices }
    guard let seconds = secondsUntilRemoved else {
      return travels ? "Copied. It can be pasted on your other devices." : "Copied."
    }
    return travels
      ? "Copied, and removed here after \(seconds) seconds. It can be pasted on your other devices, "
        + "and one that has it keeps it."
      : "Copied, and removed after \(seconds) seconds."
  }

  /// After how many seconds the system removes the content from this device; nil where it does not.
  private var secondsUntilRemoved: Int? {
    guard promises.promises.contains(where: { $0.kind == .expiryHere && $0.isMet }) else {
      return nil
    }
    return promises.obligations.first { $0.kind == .expireAfter }?.seconds
  }

  private var local: String {
    switch request.operation {
    case .copy:
      if honoured == .no {
        return "Copied. It should stay on this device, but nothing here can make sure of that."
      }
      return "Copied for this device only"
        + (secondsUntilRemoved.map { " and removed after \($0) seconds" } ?? "") + "."
    case .paste:
      if honoured != .no { return "Pasted. Do not pass it on beyond this device." }
      return fulfilment.isForAnotherMachine
        ? "Pasted into another machine, although it should stay on this device."
        : "Pasted. It should stay on this device, and nobody said whether it did."
    case .reveal: return "Shown without its content."
    default:
      return honoured == .no
        ? "It should stay on this device, but nothing here can make sure of that."
        : "Allowed on this device only."
    }
  }

  private var denial: String {
    if honoured == .no {
      return "\(isPolicys ? "\(organisation) does not allow this" : "This is not allowed"), "
        + "but nothing here can prevent it."
    }
    let verb =
      switch request.operation {
      case .copy: "Not copied"
      case .paste: "Not pasted"
      default: "Not allowed"
      }
    return "\(verb): \(cause)."
  }

  private var organisation: String {
    policy.organisation ?? "Your organisation"
  }

  /// Whether a policy or a profile certainly asks for what is required.
  private var isPolicys: Bool {
    let required = verdict.required
    return verdict.voices.contains {
      $0.isCertain && $0.posture == required && voices.speakers[$0.speaker].isPolicys
    }
  }

  /// Why it is denied, in words that blame nobody who had no part in it.
  private var cause: String {
    if fallbackReasons.contains(where: { $0.kind == .request }) {
      return "this app cannot protect it as it must be"
    }
    if !fallbackReasons.isEmpty { return "this device cannot protect it as it must be" }
    let required = verdict.required
    if isPolicys {
      return "\(policy.organisation ?? "your organisation") does not allow it here"
    }
    let determining = verdict.voices.filter { $0.posture == required }
    for voice in determining where voice.isCertain {
      if let reason = voices.speakers[voice.speaker].rule?.reason { return reason }
    }
    if !verdict.raisedBy.isEmpty { return "too little is known about it" }
    return determining.contains { voices.speakers[$0.speaker].isPolicys }
      ? "\(policy.organisation ?? "your organisation") may not allow it here"
      : "nothing allows it here"
  }
}
