import Devices

extension Answer {
  /// What the caller may do: what the determining rules suggest, then what the answer suggests.
  func advice(_ unknowns: [Attribute]) -> [AdviceGiven] {
    var given: [AdviceGiven] = []
    func add(_ advice: Advice, _ text: String) {
      if !given.contains(where: { $0.advice == advice }) {
        given.append(AdviceGiven(advice: advice, text: text))
      }
    }
    if outcome == .deny {
      forEachDetermining { _, speaker in
        for advice in speaker.instead where isPossible(advice) {
          add(advice, advice.text)
        }
      }
      if operation == .copy, verdict.required == .localOnly {
        add(.revealInPlace, Advice.revealInPlace.text)
      }
    }
    if let split { add(.split, split) }
    if operation == .paste, !common.mayBlock.isEmpty || mayBeDeniedByTheSystem {
      add(.attempt, "attempt the paste and let the system decide: it knows the source")
    }
    // What is worked out from others is no answer to give.
    let unknowns = unknowns.filter { $0.derivation == nil }
    if !unknowns.isEmpty {
      let unknowns = unknowns.map(\.rawValue).joined(separator: ", ")
      add(.learnUnknown, "say \(unknowns), and the answer may be better")
    }
    return given.count > 1 ? given.sorted { $0.advice < $1.advice } : given
  }

  /// Whether the platform has what the advice is to use; yes where its version is unknown.
  private func isPossible(_ advice: Advice) -> Bool {
    let first: OSVersion?
    switch (advice, platform) {
    case (.pasteControl, .iOS), (.pasteControl, .iPadOS): first = OSVersion(16)
    case (.pasteControl, .macOS):
      first =
        (values[.framework] ?? .text("native")) == .text("native")
        ? OSVersion(10, 15) : OSVersion(13)
    case (.pasteControl, .watchOS), (.pasteControl, .tvOS), (.detectFirst, .watchOS),
      (.detectFirst, .tvOS):
      return false
    default: first = nil
    }
    guard let first, case .version(let version) = values[.osVersion] ?? nil else { return true }
    return version >= first
  }

  /// Whether a restriction that is only possibly in force denies.
  private var mayBeDeniedByTheSystem: Bool {
    guard outcome == .deny, restrictions != nil else { return false }
    let required = verdict.required
    return verdict.voices.contains {
      $0.posture == required && !$0.isCertain && voices.effectPlace(of: $0) != nil
    }
  }

  /// Which items raise the answer of a call with several.
  private var split: String? {
    guard itemCount > 1 else { return nil }
    var least: [Posture] = Array(repeating: .allow, count: itemCount)
    for voice in verdict.voices {
      guard let item = voice.item else { continue }
      least[item] = max(least[item], voice.posture)
    }
    guard let lowest = least.min(), let highest = least.max(), lowest < highest else { return nil }
    let raising = least.indices.filter { least[$0] == highest }.map { "\($0 + 1)" }
    return "item \(raising.joined(separator: ", ")) of \(itemCount) asks for "
      + "\(highest.rawValue), the rest for less: leave it out, or write it to another pasteboard "
      + "(a second write to the general one replaces the first)"
  }
}

extension Advice {
  /// The advice in words.
  public var text: String {
    switch self {
    case .revealInPlace: "show the value in place and let the user read it"
    case .autofill: "let the system fill it in where it is needed"
    case .keychain: "hand it over through the keychain"
    case .pasteControl: "offer the system's paste button"
    case .detectFirst: "learn the kind of content silently, and read only when the user asks"
    case .split: "write the items separately"
    case .attempt: "attempt it and let the system decide"
    case .learnUnknown: "find out what is unknown and ask again"
    }
  }
}
