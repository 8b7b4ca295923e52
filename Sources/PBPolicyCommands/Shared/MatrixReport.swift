import DecisionService
import Devices
import Findings
import PolicyKit
import StrictJSON

/// A matrix as text, CSV and JSON.
struct MatrixReport {
  let policy: CompiledPolicy
  let asker: Request.Asker
  let matrices: [(situation: Situation, matrix: PolicyMatrix)]

  /// What every cell asks, such as `copy, asked by an app, pasteboard general, trigger user`.
  var scenario: String {
    guard let matrix = matrices.first?.matrix else { return "" }
    let given = matrix.given.map { "\($0.attribute.rawValue) \($0.value)" }
    let who = asker == .app ? "an app" : asker == .system ? "the system" : "an administrator"
    return (["\(matrix.operation.rawValue), asked by \(who)"] + given).joined(separator: ", ")
  }

  var policyNames: String {
    policy.files.map { $0.name + ($0.version.isEmpty ? "" : " \($0.version)") }
      .joined(separator: ", ")
  }

  /// A cell in one sign and few letters: `✓`, `⌂`, `✕`, `!` where it is not honoured, `~` in part.
  static func mark(_ decision: Decision) -> String {
    let outcome =
      switch decision.outcome {
      case .allow: "allow"
      case .localOnly: "local"
      case .deny: "deny"
      }
    switch decision.honoured {
    case .yes: return outcome
    case .partly: return outcome + "~"
    case .no: return outcome + "!"
    }
  }

  /// The first letters of the places where content can end up beyond apps on the device.
  static func places(_ decision: Decision) -> String {
    let found = Set(decision.exposures.map(\.place))
    return Exposure.Place.allCases.filter(found.contains).map(\.letter).joined()
  }

  /// The table in as many pieces as the width needs, and a legend.
  func text(width: Int) -> String {
    var lines = wrapped(printable("\(policyNames): \(scenario)"), width: width)
    for (situation, matrix) in matrices {
      if !situation.name.isEmpty { lines += ["", printable("on \(situation.name)")] }
      lines += [""] + table(matrix, width).map { printable($0) }
    }
    lines += ["", "allow, local (local-only), deny; ~ honoured in part, ! not honoured"]
    lines += wrapped(
      "content can end up in: "
        + Exposure.Place.allCases.map { "\($0.letter) \($0.words)" }.joined(separator: ", "),
      width: width)
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ matrix: PolicyMatrix, _ width: Int) -> [String] {
    let cell = 14
    let longest = matrix.rows.flatMap { $0.content.split(separator: " ") }.map(\.count).max() ?? 0
    let label = min(
      max(20, min(28, width - 4 * cell), longest + 4), max(20, width - cell))
    let perPiece = max(1, (width - label) / cell)
    var lines: [String] = []
    var start = 0
    while start < matrix.columns.count {
      let piece = start..<min(start + perPiece, matrix.columns.count)
      let names = matrix.columns[piece].map { wrapped($0.name, width: cell - 1) }
      let versions = matrix.columns[piece].map { column in
        padded(column.versions.map(Self.short) ?? "", cell)
      }
      for line in 0..<(names.map(\.count).max() ?? 0) {
        let words = names.map { padded(line < $0.count ? $0[line] : "", cell) }
        lines.append(padded("", label) + words.joined())
      }
      if versions.contains(where: { $0.contains { $0 != " " } }) {
        lines.append(padded("", label) + versions.joined())
      }
      for row in matrix.rows {
        let cells = row.cells[piece].map { answer in
          padded("\(Self.mark(answer.decision)) \(Self.places(answer.decision))", cell)
        }
        let name = wrapped(row.content + (row.owner.map { " (\($0))" } ?? ""), width: label - 2)
        for (index, line) in name.enumerated() {
          lines.append(
            padded((index > 0 ? "  " : "") + line, label) + (index == 0 ? cells.joined() : ""))
        }
      }
      start += perPiece
      if start < matrix.columns.count { lines.append("") }
    }
    return lines.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    let short = text.count >= width ? String(text.prefix(width - 1)) : text
    return short + String(repeating: " ", count: width - short.count)
  }

  /// Versions in few letters: `<10.0`, `10.0–26.0`, `≥26.0`.
  static func short(_ versions: String) -> String {
    let words = versions.split(separator: " ").map(String.init)
    switch words.count {
    case 2 where words[0] == "below": return "<\(words[1])"
    case 3 where words[1] == "and": return "≥\(words[0])"
    case 4: return "\(words[0])–\(words[3])"
    default: return versions
    }
  }

  var csv: String {
    let head = [
      "device", "content-class", "owner", "platform", "versions", "outcome", "required", "honoured",
      "assurance", "exposures", "reasons",
    ]
    var lines = [head.joined(separator: ",")]
    for (situation, matrix) in matrices {
      for row in matrix.rows {
        for (column, answer) in zip(matrix.columns, row.cells) {
          let decision = answer.decision
          let fields = [
            situation.name, row.content, row.owner ?? "",
            column.platforms.map(\.rawValue).joined(separator: " "),
            column.versions ?? "", decision.outcome.rawValue, decision.required.rawValue,
            decision.honoured.rawValue, decision.assurance?.rawValue ?? "",
            Self.names(decision.exposures.map(\.place.rawValue)),
            Self.names(decision.reasons.filter { $0.effect != nil }.map(\.id)),
          ]
          lines.append(fields.map(Self.field).joined(separator: ","))
        }
      }
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  private static func names(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: " ")
  }

  /// A field that no spreadsheet takes for a formula.
  private static func field(_ text: String) -> String {
    var text = text
    if let first = text.first, "=+-@\t\r".contains(first) { text = "'" + text }
    guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  var json: JSONValue {
    [
      "policy": policy.json, "scenario": .string(scenario),
      "matrices": .array(
        matrices.map { situation, matrix in
          [
            "device": .string(situation.name), "operation": .string(matrix.operation.rawValue),
            "columns": .array(
              matrix.columns.map {
                [
                  "platforms": .array($0.platforms.map { .string($0.rawValue) }),
                  "versions": $0.versions.map { .string($0) } ?? .null,
                  "version": .string($0.version.description),
                ]
              }),
            "rows": .array(
              matrix.rows.map { row in
                [
                  "contentClass": .string(row.content),
                  "owner": row.owner.map { .string($0) } ?? .null,
                  "cells": .array(row.cells.map(\.json)),
                ]
              }),
          ]
        }),
    ]
  }
}

extension Exposure.Place {
  /// One letter for it.
  var letter: String {
    switch self {
    case .sameDeviceApps: "a"
    case .otherDevices: "d"
    case .systemHistory: "s"
    case .thirdPartyHistory: "h"
    case .lockedScreen: "l"
    }
  }

  /// In words.
  var words: String {
    switch self {
    case .sameDeviceApps: "apps on this device"
    case .otherDevices: "other devices"
    case .systemHistory: "the system's history"
    case .thirdPartyHistory: "other apps' histories"
    case .lockedScreen: "the locked screen"
    }
  }
}
