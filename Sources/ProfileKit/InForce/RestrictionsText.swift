import Devices
import Findings

extension RestrictionsInForce {
  /// The whole as text for people: a table, then what follows for the clipboard in sentences.
  ///
  /// - Parameter width: columns of the terminal; lines keep within it but for long file names.
  public func text(width: Int = 80) -> String {
    let width = max(width, 60)
    var lines = folded(headline, width: width, indent: 0)
    if restrictions.isEmpty {
      lines += ["", "No profile sets a restriction."]
    } else {
      lines += [""] + folded(lead, width: width, indent: 0) + [""]
      lines += RestrictionTable(self, width: width).lines
    }
    lines += ["", isTold ? "The clipboard:" : "The clipboard, if installed:"]
    lines += sentences.flatMap { folded("- " + $0, width: width, indent: 2) }
    if !otherPayloads.isEmpty { lines += [""] + folded(others, width: width, indent: 2) }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String { "On \(device.words)" }

  /// Whether the device or its server said what is installed or in force.
  private var isTold: Bool { evidence.basis != .files }

  private var lead: String {
    switch evidence.basis {
    case .files: "These restrictions would be in force if installed:"
    case .profileList:
      "These restrictions are in force, as far as the device's list of profiles and the files given"
        + " tell:"
    case .restrictionsResponse: "These restrictions are in force, by the device's own word:"
    }
  }

  /// `is` where somebody said so, `would be` where files are all there is.
  private var isOrWouldBe: String { isTold ? "is" : "would be" }

  private var others: String {
    let most = 12
    let numbers = Dictionary(paths.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    let names = otherPayloads.prefix(most).map { payload in
      let file = numbers[payload.location.path].map { "[\($0)]" } ?? payload.location.path
      return "\(shown(payload.type)) (\(file) line \(payload.location.line))"
    }
    let rest = otherPayloads.count - most
    return "Not looked into, being no restrictions: \(names.joined(separator: ", "))"
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private var sentences: [String] {
    var result = [universal]
    for (answer, what) in [
      (clipboard.managedToUnmanaged, "from managed into unmanaged apps"),
      (clipboard.unmanagedToManaged, "from unmanaged into managed apps"),
    ] {
      let verb =
        switch answer.state {
        case .open: "is allowed"
        case .closed: "\(isOrWouldBe) blocked"
        case .uncertain: "may or may not be blocked"
        case .absent: "is not possible here"
        }
      result.append("Pasting \(what) \(verb): \(answer.why).")
    }
    for (state, lead) in [
      (ClipboardSummary.State.open, "Roads still open"), (.uncertain, "Roads that may be open"),
      (.closed, isTold ? "Roads that are closed" : "Roads that would be closed"),
    ] {
      let names = clipboard.roads.filter { $0.state == state }.map { road in
        "\(road.name) (\(road.isOnPlatform ? "`\(road.key)`" : "no restriction of its own here"))"
      }
      if !names.isEmpty { result.append("\(lead): \(names.joined(separator: ", ")).") }
    }
    return result
  }

  private var universal: String {
    let answer = clipboard.universalClipboard
    let what =
      switch answer.state {
      case .open: "Universal Clipboard is open"
      case .closed: "Universal Clipboard \(isOrWouldBe) closed"
      case .uncertain: "Universal Clipboard may be open or closed: do not rely on it being closed"
      case .absent: "There is no Universal Clipboard"
      }
    return "\(what): \(answer.why)."
  }
}

extension Restriction {
  /// Whether the profiles say different things, in force or not.
  fileprivate var hasSeveralValues: Bool { Set(setBy.map(\.value)).count > 1 }
}

/// One row a restriction: key, value, whether in force, and every place that sets it; below it
/// which file each number stands for.
private struct RestrictionTable {
  let restrictions: [Restriction]
  let width: Int
  let keyWidth: Int
  let numbers: [String: Int]
  let paths: [String]
  private static let valueWidth = 8
  private static let standingWidth = 12
  /// Places shown of one key; JSON has them all.
  private static let placesShown = 40

  init(_ inForce: RestrictionsInForce, width: Int) {
    restrictions = inForce.restrictions
    self.width = width
    keyWidth = min(32, restrictions.map(\.key.count).max() ?? 3)
    paths = inForce.paths
    numbers = Dictionary(paths.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
  }

  var lines: [String] {
    [row("KEY", "VALUE", "IN FORCE", "SET BY")] + restrictions.flatMap(rows) + [""]
      + paths.enumerated().map { printable("[\($0 + 1)] \($1)") }
  }

  private func rows(_ restriction: Restriction) -> [String] {
    let value = restriction.shownValue.map { shown($0.description, 40) } ?? "…"
    let inForce =
      switch restriction.standing {
      case .inForce: "yes"
      case .notInForce: "no"
      case .uncertain: "uncertain"
      }
    let places = places(of: restriction)
    var result: [String] = []
    if restriction.key.count > keyWidth {
      result += [shown(restriction.key), row("", value, inForce, places.first ?? "")]
    } else {
      result.append(row(restriction.key, value, inForce, places.first ?? ""))
    }
    result += places.dropFirst().map { row("", "", "", $0) }
    let note = note(on: restriction)
    return note.isEmpty
      ? result
      : result
        + folded("    " + note, width: width, indent: 4)
  }

  private func note(on restriction: Restriction) -> String {
    let why = restriction.why.joined(separator: "; ")
    if restriction.standing == .notInForce {
      return restriction.defaultValue.map { "the default, \($0), holds: \(why)" } ?? why
    }
    if why.isEmpty || restriction.isCertain { return why }
    return "reckon with \(shown(restriction.require?.description ?? "anything", 40)), rely on"
      + " \(shown(restriction.relyOn?.description ?? "nothing", 40)): \(why)"
  }

  /// Such as `[1] line 8`, with the value where there are several.
  private func places(of restriction: Restriction) -> [String] {
    let hasSeveral = restriction.hasSeveralValues
    let rest = restriction.setBy.count - Self.placesShown
    return restriction.setBy.prefix(Self.placesShown).map { setting in
      let file = numbers[setting.location.path].map { "[\($0)]" } ?? setting.location.path
      let said =
        hasSeveral ? " (\(shown(setting.value.description, 20)))" : ""
      return "\(file) line \(setting.location.line)\(said)"
    } + (rest > 0 ? ["and \(counted(rest, "more place"))"] : [])
  }

  private func row(_ key: String, _ value: String, _ standing: String, _ place: String) -> String {
    let left =
      padded(key, keyWidth) + "  " + padded(value, Self.valueWidth) + "  "
      + padded(standing, Self.standingWidth)
    let room = max(20, width - left.count)
    let place = printable(place)
    let shown = place.count <= room ? place : "…" + String(place.suffix(room - 1))
    let line = left + shown
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private func padded(_ text: String, _ width: Int) -> String {
    let text = printable(text)
    let shown = text.count <= width ? text : text.prefix(width - 1) + "…"
    return shown + String(repeating: " ", count: width - shown.count)
  }
}
