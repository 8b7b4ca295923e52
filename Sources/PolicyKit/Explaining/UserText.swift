extension Fulfilment {
  /// Plain words for whoever copies or pastes: what happened, and never more than is known; where
  /// a policy or a profile certainly asks for it, and where not.
  func userTexts(organisation: String?) -> (policys: String, others: String?) {
    switch outcome {
    case .deny: denials(organisation)
    case .localOnly: (local, local)
    case .allow: (allowed, allowed)
    }
  }

  private var allowed: String {
    switch request.operation {
    case .copy:
      copied
    case .paste: mayBlock.isEmpty ? "Pasted." : "The system decides about this paste."
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
      return isForAnotherMachine
        ? "Pasted into another machine, although it should stay on this device."
        : "Pasted. It should stay on this device, and nobody said whether it did."
    case .reveal: return "Shown without its content."
    default:
      return honoured == .no
        ? "It should stay on this device, but nothing here can make sure of that."
        : "Allowed on this device only."
    }
  }

  private func denials(_ organisation: String?) -> (policys: String, others: String?) {
    if honoured == .no {
      let rest = ", but nothing here can prevent it."
      return (
        "\(organisation ?? "Your organisation") does not allow this\(rest)",
        "This is not allowed\(rest)"
      )
    }
    if fallbackReasons.contains(where: { $0.kind == .request }) {
      let text = request.operation.denial("this app cannot protect it as it must be")
      return (text, text)
    }
    if !fallbackReasons.isEmpty {
      let text = request.operation.denial("this device cannot protect it as it must be")
      return (text, text)
    }
    let cause = "\(organisation ?? "your organisation") does not allow it here"
    return (request.operation.denial(cause), nil)
  }
}

extension Operation {
  fileprivate func denial(_ cause: String) -> String {
    let verb =
      switch self {
      case .copy: "Not copied"
      case .paste: "Not pasted"
      default: "Not allowed"
      }
    return "\(verb): \(cause)."
  }
}

extension Answer {
  /// What `Fulfilment` says to the user, and where it cannot know, why it is denied.
  var userText: String {
    if isPolicys { return common.userTexts.policys }
    return common.userTexts.others ?? operation.denial(cause)
  }

  /// Whether a policy or a profile certainly asks for what is required.
  private var isPolicys: Bool {
    let required = verdict.required
    return verdict.voices.contains {
      $0.isCertain && $0.posture == required && voices.speakers[$0.speaker].isPolicys
    }
  }

  /// Why it is denied although no policy or profile certainly asks for that, in words that blame
  /// nobody who had no part in it.
  private var cause: String {
    let required = verdict.required
    let determining = verdict.voices.filter { $0.posture == required }
    for voice in determining where voice.isCertain {
      if let reason = voices.speakers[voice.speaker].rule?.reason { return reason }
    }
    if !verdict.raisedBy.isEmpty { return "too little is known about it" }
    return determining.contains { voices.speakers[$0.speaker].isPolicys }
      ? "\(organisation ?? "your organisation") may not allow it here"
      : "nothing allows it here"
  }
}
