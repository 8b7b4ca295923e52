import Findings
import Markup
import ProfileKit

extension FleetReport {
  /// A page in one file: totals, a bar for each question, and the matrix of classes and questions.
  /// - Parameter most: how many classes are shown.
  public func page(_ requirements: [FleetRequirement] = [], most: Int = 1000) -> [UInt8] {
    let name = inventory == "-" ? "standard input" : inventory
    let content = FleetPage(report: self, name: name, most: most)
    return Page(
      title: "Clipboard of the fleet: \(name)", style: fleetStyle, script: fleetScript,
      body: content.body(requirements)
    ).bytes
  }
}

struct FleetPage {
  let report: FleetReport
  let name: String
  let most: Int

  func body(_ requirements: [FleetRequirement]) -> HTML {
    HTML([
      HTML(
        "header", [],
        HTML("h1", text: "What can leave the clipboard of this fleet"),
        HTML(
          "p", [.class("soft")], "Inventory ", HTML("code", text: name),
          HTML(" · \(counted(report.library.profiles.count, "profile")) at hand · "),
          "read from files and not from the devices: what would hold if the inventory is true"),
        tiles, verdicts(requirements)),
      HTML("main", [], glance, roads, matrix, findings),
      HTML(
        "footer", [],
        HTML(
          "p",
          text:
            "open: both readings allow it. closed: both readings close it. uncertain: a fact is missing,"
            + " profiles disagree, or Apple does not say. Uncertain is never to be relied on."),
        HTML("p", text: "Made by pbpolicy. This page sends nothing anywhere.")),
    ])
  }

  private var tiles: HTML {
    let sends = report.count(.universalClipboard, .open)
    let pastes = report.count(.managedToUnmanaged, .open)
    var all = [
      tile(report.answered, "devices", ""),
      tile(sends, "can still send a clip to another device", sends > 0 ? "open" : "closed"),
      tile(pastes, "can paste managed data in unmanaged apps", pastes > 0 ? "open" : "closed"),
      tile(
        report.uncertain, "with an uncertain answer", report.uncertain > 0 ? "uncertain" : "closed"),
    ]
    if report.wrong > 0 {
      all.append(tile(report.wrong, "rows that were not answered", "uncertain"))
    }
    return HTML("ul", [.class("tiles")], all)
  }

  private func tile(_ count: Int, _ text: String, _ state: String) -> HTML {
    HTML("li", [.class(state)], HTML("b", text: grouped(count)), HTML("span", text: text))
  }

  private func verdicts(_ requirements: [FleetRequirement]) -> HTML {
    guard !requirements.isEmpty else { return .empty }
    return HTML(
      "ul", [.class("verdict")],
      requirements.map { requirement in
        let failing = report.failing(requirement)
        return HTML(
          "li", [.class(failing == nil ? "met" : "failed")],
          HTML(failing.map { "✕ not met, \($0): " } ?? "✓ met: "),
          HTML("code", text: requirement.description))
      })
  }

  private var glance: HTML {
    HTML(
      "section", [.label("At a glance")], HTML("h2", text: "At a glance"),
      HTML("div", [.class("glance")], FleetQuestion.allCases.map(panel)))
  }

  private func panel(_ question: FleetQuestion) -> HTML {
    let counts = fleetStates.map { ($0, report.count(question, $0)) }
    let words = counts.filter { $0.1 > 0 }.map { "\(grouped($0.1)) \($0.0.rawValue)" }
    return HTML(
      "div", [.class("panel")], HTML("h3", text: "Devices that \(question.words)"),
      bar(counts, label: "\(question.title): \(words.joined(separator: ", "))"),
      HTML(
        "table", [.class("small")],
        HTML(
          "tbody", [],
          counts.map { state, count in
            HTML(
              "tr", [], HTML("th", [.of(.scope, "row")], mark(state)),
              HTML("td", [.class("count")], text: grouped(count)),
              HTML("td", [.class("count soft")], text: percent(count)))
          })))
  }

  private func bar(_ counts: [(ClipboardSummary.State, Int)], label: String) -> HTML {
    let total = max(1, counts.reduce(0) { $0 + $1.1 })
    var start = 0
    let parts = counts.compactMap { state, count -> HTML? in
      guard count > 0 else { return nil }
      defer { start += count }
      return HTML(
        "rect",
        [
          .class(state.rawValue), .of(.x, "\(start * 10_000 / total)"), .of(.y, "0"),
          .of(.width, "\(max(30, count * 10_000 / total))"), .of(.height, "100"),
        ])
    }
    return HTML(
      "svg",
      [
        .class("bar"), .of(.viewBox, "0 0 10000 100"), .of(.preserveAspectRatio, "none"),
        .of(.role, "img"), .label(label),
      ], parts)
  }

  private var roads: HTML {
    let roads = report.roads
    guard !roads.isEmpty else { return .empty }
    let heads = ["Road", "open", "uncertain", "closed"]
    return HTML(
      "section", [.label("Other roads")],
      HTML("h2", text: "Other roads"),
      HTML(
        "div", [.class("panel")],
        HTML(
          "details", [.class("why")],
          HTML(
            "summary",
            text: "\(roads.count) other ways for content, and the devices on which each is open"),
          HTML(
            "table", [.class("small roads")],
            HTML(
              "thead", [],
              HTML(
                "tr", [],
                heads.enumerated().map { index, head in
                  HTML("th", [.of(.scope, "col"), .class(index > 0 ? "count" : "")], text: head)
                })),
            HTML("tbody", [], roads.map(road))))))
  }

  private func road(_ road: (id: String, name: String, counts: [ClipboardSummary.State: Int]))
    -> HTML
  {
    let states: [ClipboardSummary.State] = [.open, .uncertain, .closed]
    return HTML(
      "tr", [],
      [
        HTML(
          "th", [.of(.scope, "row")], HTML(road.name + " "),
          HTML("code", [.class("soft")], text: road.id))
      ]
        + states.map { HTML("td", [.class("count")], text: grouped(road.counts[$0] ?? 0)) })
  }

  private var findings: HTML {
    guard !report.findings.isEmpty else { return .empty }
    return HTML(
      "section", [.label("What is wrong with the inventory")],
      HTML("h2", text: "What is wrong with the inventory"),
      HTML(
        "ul", [.class("findings")],
        report.findings.map { finding in
          HTML(
            "li", [], HTML("code", text: finding.location.description),
            HTML(" \(finding.severity.rawValue): \(finding.message)"),
            finding.help.map { HTML("p", [.class("note")], text: $0) } ?? .empty)
        }))
  }

  func mark(_ state: ClipboardSummary.State) -> HTML {
    HTML(
      "span", [.class("state \(state.rawValue)")], HTML("span", [.class("mark")], text: state.mark),
      HTML(" \(state.rawValue)"))
  }

  /// Thousands apart by a thin space.
  func grouped(_ count: Int) -> String {
    var digits = String(count)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits = String(digits.dropLast(3))
    }
    return ([digits] + groups).joined(separator: "\u{2009}")
  }

  private func percent(_ count: Int) -> String {
    let total = max(1, report.answered)
    let share = (count * 2000 + total) / (2 * total)
    return count > 0 && share == 0 ? "< 0.1 %" : "\(share / 10).\(share % 10) %"
  }
}
