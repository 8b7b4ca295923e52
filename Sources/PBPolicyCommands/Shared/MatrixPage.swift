import DecisionService
import Devices
import Findings
import Markup
import PolicyKit

extension MatrixReport {
  /// A page in one file: the table, what its signs mean, and each cell's reasons.
  var page: [UInt8] {
    Page(title: "Clipboard matrix: \(policyNames)", style: matrixStyle, body: body).bytes
  }

  private var body: HTML {
    HTML([
      HTML(
        "header", [],
        HTML("h1", text: "What the clipboard policy answers"),
        HTML(
          "p", [.class("soft")], HTML("Policy "), HTML("strong", text: policyNames),
          HTML(" · \(scenario)")), files, legend),
      HTML(
        "main", [], matrices.enumerated().map { section($0.offset, $0.element.0, $0.element.1) }),
      HTML(
        "footer", [],
        HTML(
          "p",
          text:
            "Every cell is one decision. Classes and versions stand together where the policy and "
            + "the platform answer them alike. Honoured says whether the platform can carry the "
            + "answer out; where content can end up is read permissively: a restriction that is not "
            + "certainly in force closes nothing."),
        HTML("p", text: "Made by pbpolicy. This page sends nothing anywhere.")),
    ])
  }

  private var files: HTML {
    HTML(
      "p", [.class("soft files")],
      policy.files.enumerated().map { index, file in
        HTML([
          index > 0 ? HTML(" · ") : .empty, HTML("code", text: file.path),
          file.sha256.isEmpty ? .empty : HTML(" sha256 \(file.sha256.prefix(12))…"),
        ])
      })
  }

  private var legend: HTML {
    let outcomes: [(String, String, String)] = [
      ("allow", "✓ allow", "it may travel where the user takes it"),
      ("local", "⌂ local-only", "it may be used on this device and reach no other"),
      ("deny", "✕ deny", "it may not"),
    ]
    let honoured: [(String, String)] = [
      ("partly", "the answer is carried out, an option such as an expiry is not"),
      ("no", "nothing on this platform carries the answer out"),
    ]
    return HTML(
      "dl", [.class("legend"), .label("What the signs mean")],
      outcomes.map { name, title, text in
        HTML(
          "div", [], HTML("dt", [.class("sign \(name)")], text: title), HTML("dd", text: text))
      }
        + honoured.map { name, text in
          HTML(
            "div", [], HTML("dt", [.class("honoured \(name)")], text: "honoured: \(name)"),
            HTML("dd", text: text))
        }
        + Exposure.Place.allCases.map { place in
          HTML(
            "div", [], HTML("dt", [.class("place")], text: place.sign),
            HTML("dd", text: "can end up in \(place.words)"))
        })
  }

  private func section(_ number: Int, _ situation: Situation, _ matrix: PolicyMatrix) -> HTML {
    let title = situation.name.isEmpty ? "Answers" : "On \(situation.name)"
    return HTML(
      "section", [.label(title)], HTML("h2", text: title), tiles(matrix), table(matrix, number),
      reasons(matrix, number))
  }

  private func tiles(_ matrix: PolicyMatrix) -> HTML {
    let all = matrix.rows.flatMap(\.cells).map(\.decision)
    func tile(_ count: Int, _ text: String, _ name: String) -> HTML {
      HTML(
        "li", [.class(count > 0 ? name : "none")], HTML("b", text: "\(count)"),
        HTML("span", text: text))
    }
    let leaving = all.filter { decision in
      decision.exposures.contains { $0.place == .otherDevices }
    }.count
    let unkept = all.filter { $0.honoured == .no }.count
    let partly = all.filter { $0.honoured == .partly }.count
    return HTML(
      "ul", [.class("tiles")],
      HTML("li", [], HTML("b", text: "\(all.count)"), HTML("span", text: "cells")),
      tile(leaving, "in which content can reach another device", "open"),
      tile(unkept, "in which the answer cannot be carried out", "deny"),
      tile(partly, "in which an option cannot be carried out", "partly"))
  }

  private func table(_ matrix: PolicyMatrix, _ number: Int) -> HTML {
    let groups = groups(matrix)
    var platforms: [(String, Int)] = []
    for column in matrix.columns {
      if platforms.last?.0 == column.name {
        platforms[platforms.count - 1].1 += 1
      } else {
        platforms.append((column.name, 1))
      }
    }
    let head = HTML(
      "thead", [],
      HTML(
        "tr", [],
        [HTML("th", [.of(.scope, "col"), .class("corner")], text: "Content")]
          + platforms.map { name, count in
            HTML(
              "th", [.of(.scope, "colgroup"), .of(.colspan, "\(count)"), .class("first")],
              text: name)
          }),
      HTML(
        "tr", [],
        [HTML("th", [.class("corner soft")], text: "versions")]
          + matrix.columns.enumerated().map { index, column in
            HTML(
              "th", [.of(.scope, "col"), .class(isFirst(index, matrix) ? "first soft" : "soft")],
              text: column.versions.map(Self.short) ?? "all")
          }))
    let rows = matrix.rows.enumerated().map { place, row in
      HTML(
        "tr", [],
        [
          HTML(
            "th", [.of(.scope, "row")], HTML("code", text: row.content),
            row.owner.map {
              HTML("span", [.class("owner")], text: $0 == "own" ? "own" : "of others")
            }
              ?? .empty)
        ]
          + row.cells.enumerated().map { index, answer in
            cell(
              answer.decision, matrix.columns[index], isFirst(index, matrix), groups,
              number, row)
          })
    }
    return HTML(
      "div", [.class("scroll")], HTML("table", [.class("matrix")], head, HTML("tbody", [], rows)))
  }

  private func isFirst(_ index: Int, _ matrix: PolicyMatrix) -> Bool {
    index == 0 || matrix.columns[index - 1].platforms != matrix.columns[index].platforms
  }

  private func cell(
    _ decision: Decision, _ column: PolicyMatrix.Column, _ isFirst: Bool, _ groups: [[String]: Int],
    _ number: Int, _ row: PolicyMatrix.Row
  ) -> HTML {
    let name = decision.outcome.name
    let places = Set(decision.exposures.map(\.place))
    let signs = Exposure.Place.allCases.filter(places.contains).map { place in
      HTML("span", [.class("place"), .of(.title, place.words)], text: place.sign)
    }
    let entry = groups[Self.why(decision)] ?? 0
    return HTML(
      "td",
      [
        .class("\(name)\(isFirst ? " first" : "")"), .data(.column, column.title),
        .of(.title, Self.why(decision).joined(separator: "\n")),
      ],
      HTML(
        "a", [.link(to: "why-\(number)-\(entry)"), .class("sign \(name)")],
        HTML("span", [.class("mark")], text: decision.outcome.sign),
        HTML(" \(decision.outcome == .localOnly ? "local" : decision.outcome.rawValue)"),
        HTML("sup", text: "\(entry)")),
      decision.honoured == .yes
        ? .empty
        : HTML(
          "span", [.class("honoured \(decision.honoured.rawValue)")],
          text: "honoured: \(decision.honoured.rawValue)"),
      signs.isEmpty ? .empty : HTML("span", [.class("places")], signs))
  }

  /// Why a cell is answered so, in one paragraph; cells with the same stand together below.
  private static func why(_ decision: Decision) -> [String] {
    var seen: Set<String> = []
    let reasons = decision.reasons.filter { $0.effect != nil || $0.id == "extrapolated" }.map {
      reason in
      let id = reason.id == reason.kind.rawValue ? "" : " \(reason.id)"
      let place = reason.location.map { $0.path.isEmpty ? "" : " [\($0)]" } ?? ""
      return "\(reason.kind.rawValue)\(id): \(reason.text)\(place)"
    }.filter { seen.insert($0).inserted }
    let kept = decision.promises.filter { $0.kind != .deny }.map { promise in
      "\(promise.kind.rawValue) "
        + (promise.isMet
          ? "kept by \(promise.mechanism ?? "nothing needed")"
          : "not kept"
            + (promise.mechanism.map { " (\($0))" } ?? ""))
        + (promise.assurance.map { ", \($0.rawValue)" } ?? "")
    }
    return reasons + kept
  }

  /// The numbers of the paragraphs.
  private func groups(_ matrix: PolicyMatrix) -> [[String]: Int] {
    var groups: [[String]: Int] = [:]
    for decision in matrix.rows.flatMap(\.cells).map(\.decision)
    where groups[Self.why(decision)] == nil {
      groups[Self.why(decision)] = groups.count + 1
    }
    return groups
  }

  private func reasons(_ matrix: PolicyMatrix, _ number: Int) -> HTML {
    let groups = groups(matrix)
    var cells: [[String]: [String]] = [:]
    var outcomes: [[String]: Decision] = [:]
    for row in matrix.rows {
      for (column, answer) in zip(matrix.columns, row.cells) {
        let why = Self.why(answer.decision)
        outcomes[why] = answer.decision
        cells[why, default: []].append(
          "\(row.content)\(row.owner.map { " (\($0))" } ?? "") on \(column.title)")
      }
    }
    let rows = groups.sorted { $0.value < $1.value }.map { why, place -> HTML in
      let decision = outcomes[why]
      let known = cells[why] ?? []
      return HTML(
        "tr", [.id("why-\(number)-\(place)")],
        HTML("th", [.of(.scope, "row"), .class("count")], text: "\(place)"),
        HTML(
          "td", [.class(decision?.outcome.name ?? "")], text: decision?.outcome.rawValue ?? ""),
        HTML("td", [], why.map { HTML("p", text: $0) }),
        HTML(
          "td", [.class("soft")],
          text: known.prefix(2).joined(separator: ", ")
            + (known.count > 2 ? " and \(counted(known.count - 2, "other cell"))" : "")))
    }
    return HTML(
      "section", [], HTML("h3", text: "Why"),
      HTML(
        "div", [.class("scroll")],
        HTML(
          "table", [.class("why")],
          HTML(
            "thead", [],
            HTML(
              "tr", [],
              ["", "Answer", "Because", "Cells"].map { HTML("th", [.of(.scope, "col")], text: $0) })
          ),
          HTML("tbody", [], rows))))
  }
}

extension Posture {
  /// A short name for styles.
  fileprivate var name: String {
    switch self {
    case .allow: "allow"
    case .localOnly: "local"
    case .deny: "deny"
    }
  }

  fileprivate var sign: String {
    switch self {
    case .allow: "✓"
    case .localOnly: "⌂"
    case .deny: "✕"
    }
  }
}

extension Exposure.Place {
  /// A short word for a cell.
  fileprivate var sign: String {
    switch self {
    case .sameDeviceApps: "apps"
    case .otherDevices: "devices"
    case .systemHistory: "history"
    case .thirdPartyHistory: "managers"
    case .lockedScreen: "lock screen"
    }
  }
}
