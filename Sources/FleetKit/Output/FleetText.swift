import Findings
import PolicyKit
public import ProfileKit

extension FleetReport {
  /// The whole as text for people: totals, then the classes, the worst first.
  /// - Parameters:
  ///   - width: columns of the terminal.
  ///   - most: how many classes are shown.
  ///   - colour: whether to colour the states.
  public func text(
    width: Int = 80, most: Int = 40, colour: Bool = false, _ requirements: [FleetRequirement] = []
  ) -> String {
    let text = FleetText(
      report: self, width: max(width, 60), colour: colour, all: most >= classes.count && most > 40)
    var lines = folded(text.headline, width: width, indent: 0)
    guard !classes.isEmpty else {
      for requirement in requirements { lines += text.requirement(requirement) }
      return lines.joined(separator: "\n") + "\n"
    }
    lines += [""] + text.totals + [""]
    let shown = classes.prefix(most)
    for (number, group) in shown.enumerated() { lines += text.group(group, number + 1) + [""] }
    if classes.count > shown.count {
      let rest = classes.dropFirst(most)
      lines += [
        "and \(rest.count) more \(rest.count == 1 ? "class" : "classes") of "
          + "\(counted(rest.reduce(0) { $0 + $1.count }, "device")): see --all, or --format html",
        "",
      ]
    }
    for requirement in requirements { lines += text.requirement(requirement) }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }
}

private struct FleetText {
  let report: FleetReport
  let width: Int
  let colour: Bool
  /// Whether to name everything.
  let all: Bool
  private var barWidth: Int { min(width, 100) - 24 }

  var headline: String {
    let classes = report.classes.count
    var words =
      "\(number(report.answered)) \(report.answered == 1 ? "device" : "devices") of"
      + " \(classes) \(classes == 1 ? "class" : "classes"), \(counted(report.library.profiles.count, "profile"))"
    if report.wrong > 0 { words += "; \(counted(report.wrong, "row")) not answered" }
    return words
  }

  /// A bar for each question, and the numbers beside it.
  var totals: [String] {
    FleetQuestion.allCases.flatMap { question -> [String] in
      let counts = fleetStates.map { ($0, report.count(question, $0)) }
      let words = counts.filter { $0.1 > 0 }.map { state, count in
        paint("\(number(count)) \(state.rawValue)", state)
      }
      return [padded(question.title, 22) + bar(counts), "  " + words.joined(separator: ", ")]
    }
  }

  /// One character for each share; every state that occurs has one at least.
  private func bar(_ counts: [(ClipboardSummary.State, Int)]) -> String {
    let total = max(counts.reduce(0) { $0 + $1.1 }, 1)
    var widths = counts.map { $0.1 == 0 ? 0 : max(1, $0.1 * barWidth / total) }
    while widths.reduce(0, +) > barWidth,
      let index = widths.indices.max(by: { widths[$0] < widths[$1] })
    {
      widths[index] -= 1
    }
    while widths.reduce(0, +) < barWidth,
      let index = counts.indices.max(by: { counts[$0].1 < counts[$1].1 })
    {
      widths[index] += 1
    }
    return zip(counts, widths).map { count, width in
      paint(String(repeating: count.0.mark, count: width), count.0)
    }.joined()
  }

  func group(_ group: FleetClass, _ number: Int) -> [String] {
    let names = group.examples.prefix(3).joined(separator: ", ")
    let more = group.count > min(3, group.examples.count) ? ", …" : ""
    var lines = folded(
      "\(number). \(counted(group.count, "device")): \(group.title) (\(names)\(more))",
      width: width,
      indent: 3)
    let profiles = report.profileNames(of: group).map {
      $0.isKnown ? $0.name : "\($0.name) (unknown)"
    }
    lines += folded(
      "   profiles: \(profiles.isEmpty ? "none" : profiles.joined(separator: ", "))", width: width,
      indent: 6)
    for question in FleetQuestion.allCases {
      let answer = group.answers[question]
      lines += self.lines(of: answer, question)
      if let decision = group.answers.decisions[question] {
        lines += folded(
          "   " + String(repeating: " ", count: 20) + words(decision), width: width, indent: 25)
      }
    }
    return lines + roads(group) + others(group)
  }

  /// A question, its answer and the reason beside them; below them where the terminal is narrow.
  private func lines(of answer: FleetAnswer, _ question: FleetQuestion) -> [String] {
    let title = "   " + padded(question.title, 20)
    let state = "\(answer.state.mark) \(answer.state.rawValue)"
    let reason = answer.why + places(answer)
    guard width >= 80 else {
      return [title + paint(state, answer.state)]
        + folded("      " + reason, width: width, indent: 6)
    }
    // Folding keeps leading blanks only: title and state take their place afterwards.
    let column = padded(state, 12)
    let blank = String(repeating: " ", count: title.count + column.count)
    let text = folded(blank + reason, width: width, indent: blank.count)
    return [title + paint(column, answer.state) + (text.first ?? blank).dropFirst(blank.count)]
      + text.dropFirst()
  }

  private func words(_ decision: FleetDecision) -> String {
    guard let outcome = decision.outcome, let honoured = decision.honoured else {
      return decision.text
    }
    return "the policy: \(outcome.rawValue), honoured: \(honoured.rawValue)"
  }

  private func places(_ answer: FleetAnswer) -> String {
    guard answer.state == .closed || answer.state == .uncertain, !answer.places.isEmpty else {
      return ""
    }
    let shown = answer.places.prefix(3).map { "\(fileName($0.path)):\($0.line)" }
    let rest = answer.places.count - shown.count
    return " [\(shown.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")]"
  }

  private func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  private func roads(_ group: FleetClass) -> [String] {
    [(ClipboardSummary.State.open, "are open"), (.uncertain, "may be open")].flatMap {
      state, lead -> [String] in
      let names = group.answers.roads(state).map(\.name)
      guard !names.isEmpty else { return [] }
      let most = all || names.count <= 4 ? names.count : 3
      let rest = names.count - most
      return folded(
        "   roads that \(lead): \(names.prefix(most).joined(separator: ", "))"
          + (rest > 0 ? " and \(rest) more" : ""), width: width, indent: 6)
    }
  }

  private func others(_ group: FleetClass) -> [String] {
    var lines: [String] = []
    let keys = group.answers.conflicts.map { "`\($0)`" }
    if !keys.isEmpty {
      lines += folded(
        "   profiles disagree on: \(keys.joined(separator: ", "))", width: width, indent: 6)
    }
    let idle = group.answers.idle.map(report.library.title)
    if !idle.isEmpty {
      lines += folded(
        "   without effect here: \(idle.joined(separator: ", "))", width: width, indent: 6)
    }
    return lines
  }

  func requirement(_ requirement: FleetRequirement) -> [String] {
    let failures = report.failures(of: requirement)
    guard let failing = report.failing(requirement) else { return ["met: \(requirement)"] }
    return ["not met: \(requirement), \(failing)"]
      + failures.prefix(10).flatMap { group, answer in
        folded(
          "  \(counted(group.count, "device")) (\(group.title)): \(answer.state.rawValue), \(answer.why)",
          width: width, indent: 4)
      } + (failures.count > 10 ? ["  and devices of \(failures.count - 10) more classes"] : [])
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private func number(_ count: Int) -> String { "\(count)" }

  private func paint(_ text: String, _ state: ClipboardSummary.State) -> String {
    colour && !text.isEmpty ? "\u{1B}[\(state.colour)m\(text)\u{1B}[0m" : text
  }
}

extension ClipboardSummary.State {
  /// A shape that tells the state without colour.
  public var mark: String {
    switch self {
    case .open: "○"
    case .uncertain: "?"
    case .closed: "■"
    case .absent: "–"
    }
  }

  fileprivate var colour: String {
    switch self {
    case .open: "1;31"
    case .uncertain: "1;33"
    case .closed: "1;32"
    case .absent: "2"
    }
  }
}
