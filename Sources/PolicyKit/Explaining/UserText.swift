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
      exposures.contains { $0.place == .otherDevices }
        ? "Copied. It can be pasted on your other devices." : "Copied."
    case .paste: mayBeBlocked ? "The system decides about this paste." : "Pasted."
    default: "Allowed."
    }
  }

  private var local: String {
    switch request.operation {
    case .copy:
      if honoured == .no {
        return "Copied. It should stay on this device, but nothing here can make sure of that."
      }
      let isMet = promises.promises.contains { $0.kind == .expiryHere && $0.isMet }
      let seconds = promises.obligations.first { $0.kind == .expireAfter }?.seconds
      return "Copied for this device only"
        + (isMet ? seconds.map { " and removed after \($0) seconds" } ?? "" : "") + "."
    case .paste:
      return honoured == .no
        ? "Pasted into another machine, although it should stay on this device."
        : "Pasted. Do not pass it on beyond this device."
    case .reveal: return "Shown without its content."
    default:
      return honoured == .no
        ? "It should stay on this device, but nothing here can make sure of that."
        : "Allowed on this device only."
    }
  }

  private var denial: String {
    if honoured == .no {
      return "\(organisation) does not allow this, but nothing here can prevent it."
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

  /// Why it is denied, in words that blame nobody who had no part in it.
  private var cause: String {
    if fallbackReasons.contains(where: { $0.kind == .request }) {
      return "this app cannot protect it as it must be"
    }
    if !fallbackReasons.isEmpty { return "this device cannot protect it as it must be" }
    let required = verdict.required
    let certain = verdict.voices.filter { $0.isCertain && $0.posture == required }
    if certain.contains(where: { voices.speakers[$0.speaker].isPolicys }) {
      return "\(policy.organisation ?? "your organisation") does not allow it here"
    }
    for voice in certain {
      if let reason = voices.speakers[voice.speaker].rule?.reason { return reason }
    }
    return verdict.raisedBy.isEmpty
      ? "nothing allows it here" : "too little is known about it"
  }
}
