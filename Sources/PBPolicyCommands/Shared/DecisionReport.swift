import Findings
import PolicyKit

/// A decision as people read it on a terminal.
struct DecisionReport {
  private let decision: Decision
  private let colour: Bool
  private let width: Int
  private static let margin = 10

  init(_ decision: Decision, colour: Bool, width: Int) {
    self.decision = decision
    self.colour = colour
    self.width = width
  }

  var text: String {
    var lines = headline
    lines += section(
      "why", decision.reasons.filter { $0.kind != .platform || $0.effect != nil }.map(reason))
    lines += section("rests on", facts)
    lines += section("keeps", decision.promises.map(promise))
    lines += section("call", decision.plan.enumerated().map(step))
    lines += section("must", decision.obligations.map(obligation))
    lines += section("may", decision.advice.map { "\($0.advice.rawValue): \($0.text)" })
    lines += section("exposed", decision.exposures.map { "\($0.place.rawValue), via \($0.via)" })
    lines += section("notice", decision.notices.map(\.text))
    lines += section("outvoted", decision.overruled.map(reason))
    lines += section("would be", decision.wouldBe.map(alternative) ?? [])
    lines += section("emergency", emergency)
    lines += section("user", [decision.texts.user])
    return lines.joined(separator: "\n") + "\n"
  }

  /// What would give a better answer, and in whose power it is; nothing where nothing would.
  func text(of nearMisses: [NearMiss]) -> String {
    let entries = nearMisses.map { miss in
      let changes = miss.changes.map { "\($0.text) (\($0.power.rawValue))" }
      return "\(miss.outcome.rawValue), honoured: \(miss.honoured.rawValue), if somebody would: "
        + changes.joined(separator: "; ")
    }
    return section("near", entries).map { $0 + "\n" }.joined()
  }

  /// A line for the answer, then each reason that has an effect.
  func brief(_ number: Int, about subject: String) -> String {
    let title = "\(number). "
    var words =
      "\(decision.outcome.rawValue) for \(subject), honoured: \(decision.honoured.rawValue)"
    if let assurance = decision.assurance { words += ", \(assurance.rawValue)" }
    var reasons = decision.reasons.filter { $0.effect != nil }.map(reason)
    if let other = decision.wouldBe { reasons.append("would be \(other.outcome.rawValue)") }
    if let glass = decision.brokenGlass {
      let names = glass.files.map(\.name).joined(separator: ", ")
      reasons.append("emergency \(names): without it \(glass.without.outcome.rawValue)")
    }
    var lines = wrapped(printable(words), width: width - title.count)
    lines[0] = title + paint(lines[0], answerColour)
    for entry in reasons {
      for (row, line) in wrapped(printable(entry), width: width - 8).enumerated() {
        lines.append(String(repeating: " ", count: row == 0 ? 4 : 6) + line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: [String] {
    var words = "\(paint(decision.outcome.rawValue, answerColour))"
    if decision.outcome != decision.required {
      words += ", where \(decision.required.rawValue) is wanted"
    }
    words += "; honoured: \(decision.honoured.rawValue)"
    if let assurance = decision.assurance { words += "; assurance: \(assurance.rawValue)" }
    if let atBest = decision.atBest, !decision.becauseUnknown.isEmpty {
      let names = decision.becauseUnknown.map(\.rawValue).joined(separator: ", ")
      words += "\n          because unknown: \(names); at best \(atBest.rawValue)"
    }
    return ["answer    \(words)"]
  }

  private var answerColour: String {
    switch decision.outcome {
    case .allow: "1;32"
    case .localOnly: "1;33"
    case .deny: "1;31"
    }
  }

  private var facts: [String] {
    decision.reasons.filter { $0.kind == .platform && $0.effect == nil }.map {
      "\($0.id): \($0.text)"
    }
  }

  /// Another answer, and what would determine it.
  private func alternative(_ other: Alternative) -> [String] {
    ["\(other.outcome.rawValue), honoured: \(other.honoured.rawValue)"]
      + other.obligations.map { "must \(obligation($0))" } + other.reasons.map(reason)
  }

  private var emergency: [String] {
    guard let glass = decision.brokenGlass else { return [] }
    return glass.files.map { "\($0.name) until \(Instant.text($0.until)): \($0.reason)" }
      + ["without it:"] + alternative(glass.without)
  }

  private func reason(_ reason: Reason) -> String {
    var words = reason.kind.rawValue
    if reason.id != words { words += " \(reason.id)" }
    if let effect = reason.effect { words += " → \(effect.rawValue)" }
    words += ": \(reason.text)"
    if let location = reason.location, !location.path.isEmpty { words += " [\(location)]" }
    return words
  }

  private func promise(_ promise: Promise) -> String {
    var words = "\(promise.kind.rawValue): "
    guard let mechanism = promise.mechanism else {
      return words + (promise.isMet ? "nothing needed" : "nobody can keep it here")
    }
    words += "\(mechanism), kept by \(promise.enforcedBy == .os ? "the OS" : "the app")"
    if let assurance = promise.assurance { words += ", \(assurance.rawValue)" }
    return words + (promise.isMet ? "" : ", not enough")
  }

  private func step(_ index: Int, _ step: PlanStep) -> String {
    let options = step.options.map { option in
      switch option.value {
      case .flag: option.name
      case .number(let number): "\(option.name)=\(number)"
      case .word(let word): "\(option.name)=\(word)"
      }
    }
    var words = "\(index + 1). \(step.call)"
    if !options.isEmpty { words += " (\(options.joined(separator: ", ")))" }
    words += ": \(step.api)"
    if let note = step.note { words += "; \(note)" }
    return words
  }

  private func obligation(_ obligation: Obligation) -> String {
    obligation.kind.rawValue + (obligation.seconds.map { " \($0) seconds" } ?? "")
  }

  private func section(_ name: String, _ entries: [String]) -> [String] {
    var lines: [String] = []
    for (index, entry) in entries.enumerated() {
      for (row, line) in wrapped(printable(entry), width: width - Self.margin - 2).enumerated() {
        let title = index == 0 && row == 0 ? name : ""
        let indent = row == 0 ? "" : "  "
        lines.append(
          title + String(repeating: " ", count: Self.margin - title.count) + indent + line)
      }
    }
    return lines
  }

  private func paint(_ text: String, _ code: String) -> String {
    colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
