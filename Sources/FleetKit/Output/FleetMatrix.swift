import Devices
import Findings
import Markup
import PolicyKit
import ProfileKit

extension FleetPage {
  var matrix: HTML {
    guard !report.classes.isEmpty else {
      return HTML("p", text: "No device of this inventory could be answered.")
    }
    let heads = ["Devices", "Class"] + FleetQuestion.allCases.map(\.title) + ["Other roads"]
    let classes = report.classes.prefix(most)
    let rest = report.classes.dropFirst(most)
    return HTML([
      HTML("h2", [.id("classes")], text: "Devices by class"), filters,
      HTML(
        "table", [.class("matrix"), .id("matrix"), .of(.role, "table")],
        HTML(
          "caption",
          text: "Devices that are alike, the worst answers first. Each answer opens to its reason."),
        HTML(
          "thead", [],
          HTML(
            "tr", [.of(.role, "row")],
            heads.map {
              HTML(
                "th", [.of(.scope, "col"), .of(.role, "columnheader"), .data(.column, $0)], text: $0
              )
            })),
        HTML("tbody", [], classes.map(row))),
      rest.isEmpty
        ? .empty
        : HTML(
          "p", [.class("note")],
          text: "\(grouped(rest.count)) more classes with"
            + " \(grouped(rest.reduce(0) { $0 + $1.count })) devices are not shown here; the CSV and JSON"
            + " have them."),
    ])
  }

  private var filters: HTML {
    let platforms = Set(report.classes.map { $0.device.platform.rawValue }).sorted()
    let profiles = Set(
      report.classes.prefix(most).flatMap { report.profileNames(of: $0).map(\.name) }
    ).sorted()
    return HTML(
      "form", [.id("filters"), .flag(.hidden), .of(.role, "search"), .label("Filter the classes")],
      field(
        "search", "Any text",
        HTML.void(
          "input",
          [.id("search"), .of(.type, "search"), .of(.placeholder, "device, reason, profile")])),
      field("platform", "Platform", choice("platform", platforms.map { ($0, $0) })),
      field(
        "state", "Answer",
        choice(
          "state",
          FleetQuestion.allCases.flatMap { question in
            fleetStates.map {
              ("\(question.rawValue)=\($0.rawValue)", "\(question.title): \($0.rawValue)")
            }
          })),
      field("profile", "Profile", choice("profile", profiles.map { ($0, $0) })),
      HTML("div", [], HTML("button", [.of(.type, "reset")], text: "All")),
      HTML("p", [.id("shown"), .class("soft"), .of(.ariaLive, "polite")]))
  }

  private func field(_ id: String, _ title: String, _ control: HTML) -> HTML {
    HTML("div", [], HTML("label", [.of(.for, id)], text: title), control)
  }

  private func choice(_ id: String, _ options: [(value: String, text: String)]) -> HTML {
    HTML(
      "select", [.id(id)],
      [HTML("option", [.of(.value, "")], text: "any")]
        + options.map { HTML("option", [.of(.value, $0.value)], text: $0.text) })
  }

  private func row(_ group: FleetClass) -> HTML {
    let names = report.profileNames(of: group)
    let reasons = FleetQuestion.allCases.map { group.answers[$0].why }
    let search = ([group.title] + names.map(\.name) + group.examples + reasons).joined(
      separator: " ")
    let states = FleetQuestion.allCases.map { "\($0.rawValue)=\(group.answers[$0].state.rawValue)" }
    return HTML(
      "tr",
      [
        .of(.role, "row"), .data(.platform, group.device.platform.rawValue),
        .data(.profiles, names.map(\.name).joined(separator: "\n")), .data(.search, search),
        .data(.states, states.joined(separator: " ")), .data(.value, "\(group.count)"),
      ],
      [
        HTML(
          "td",
          [
            .of(.role, "cell"), .class("count"), .data(.column, "Devices"),
            .data(.sort, "\(group.count)"),
          ],
          text: grouped(group.count)), head(group, names),
      ] + FleetQuestion.allCases.map { cell($0, group) } + [roads(group)])
  }

  private func head(_ group: FleetClass, _ names: [(name: String, isKnown: Bool)]) -> HTML {
    let version = group.device.version.map { " \($0)" } ?? ", version not given"
    let title = group.device.platform.rawValue + version
    let facts = group.facts.isEmpty ? "nothing else is known" : group.facts.joined(separator: " · ")
    return HTML(
      "th", [.of(.scope, "row"), .of(.role, "rowheader"), .data(.sort, group.title)],
      HTML("strong", text: title), HTML(" "), HTML("span", [.class("facts")], text: facts),
      names.isEmpty
        ? HTML("span", [.class("facts line")], text: "no profiles")
        : HTML(
          "ul", [.class("chips"), .label("Profiles")],
          names.map { name, isKnown in
            HTML(
              "li", [.class(isKnown ? "" : "unknown")], text: isKnown ? name : "? \(name) (unknown)"
            )
          }),
      devices(group))
  }

  /// The first devices of a class by name, and what else is to be said of them.
  private func devices(_ group: FleetClass) -> HTML {
    let notes = notes(group)
    let first = group.examples.prefix(2).joined(separator: ", ")
    let more = group.count - min(2, group.examples.count)
    let lead = first + (more > 0 ? " and \(grouped(more)) more" : "")
    let rest = group.count - group.examples.count
    if notes.isEmpty, group.examples.count <= 2 {
      return HTML("span", [.class("facts line names")], text: lead)
    }
    return HTML(
      "details", [.class("why")],
      HTML(
        "summary", [.class("facts names")],
        text: lead + (notes.isEmpty ? "" : " · \(counted(notes.count, "remark"))")),
      group.examples.count > 2
        ? HTML(
          "p", [.class("names")],
          text: group.examples.joined(separator: ", ")
            + (rest > 0 ? " and \(grouped(rest)) more" : "")) : .empty,
      notes.isEmpty ? .empty : HTML("ul", [], notes.map { HTML("li", text: $0) }))
  }

  private func notes(_ group: FleetClass) -> [String] {
    group.answers.conflicts.map { "profiles disagree on \($0)" }
      + group.answers.idle.map { "\(report.library.title($0)) has no effect on these devices" }
  }

  private func cell(_ question: FleetQuestion, _ group: FleetClass) -> HTML {
    let answer = group.answers[question]
    let place = fleetStates.firstIndex(of: answer.state) ?? 0
    return HTML(
      "td",
      [
        .of(.role, "cell"), .class(answer.state.rawValue), .data(.column, question.title),
        .data(.sort, "\(place)"),
      ],
      HTML(
        "details", [.class("why")], HTML("summary", [], mark(answer.state)),
        HTML("p", text: answer.why),
        answer.places.isEmpty
          ? .empty
          : HTML(
            "ul", [],
            answer.places.prefix(20).map {
              HTML("li", [], HTML("code", text: "\($0.path):\($0.line)"))
            })),
      group.answers.decisions[question].map(decision) ?? .empty)
  }

  private func decision(_ decision: FleetDecision) -> HTML {
    guard let outcome = decision.outcome, let honoured = decision.honoured else {
      return HTML("p", [.class("note")], text: decision.text)
    }
    return HTML(
      "details", [],
      HTML(
        "summary", [.class("facts")],
        text: "policy: \(outcome.rawValue)"
          + (honoured == .yes ? "" : ", honoured: \(honoured.rawValue)")),
      HTML("p", text: decision.text))
  }

  private func roads(_ group: FleetClass) -> HTML {
    let open = group.answers.roads(.open)
    let doubtful = group.answers.roads(.uncertain)
    let closed = group.answers.roads(.closed)
    guard !group.answers.roads.isEmpty else {
      return HTML(
        "td", [.of(.role, "cell"), .data(.column, "Other roads"), .data(.sort, "0")],
        HTML("span", [.class("soft")], text: "none"))
    }
    return HTML(
      "td", [.of(.role, "cell"), .data(.column, "Other roads"), .data(.sort, "\(open.count)")],
      HTML(
        "details", [],
        HTML(
          "summary",
          text: [(open, "open"), (doubtful, "uncertain"), (closed, "closed")]
            .filter { !$0.0.isEmpty }.map { "\($0.0.count) \($0.1)" }.joined(separator: ", ")),
        HTML(
          "ul", [],
          (open + doubtful + closed).map { road in
            HTML("li", [], mark(road.state), HTML(" \(road.name)"))
          })))
  }
}
