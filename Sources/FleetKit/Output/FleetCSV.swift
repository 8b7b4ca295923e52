import Devices
import PolicyKit
import ProfileKit

/// One row for each device in the order of the inventory, by RFC 4180.
public struct FleetCSV {
  private let library: FleetProfiles
  private let decides: Bool
  /// What follows the device's name, by the place of its class.
  private var tails: [Int: [UInt8]] = [:]

  /// Makes a writer.
  /// - Parameter decides: whether a policy was asked too.
  public init(_ library: FleetProfiles, decides: Bool) {
    self.library = library
    self.decides = decides
  }

  /// The first line: `device`, the device's facts, each question with its reason, the roads that are
  /// open or may be, conflicts, profiles without effect, decisions, and what is wrong with a row.
  public var header: [UInt8] {
    var names = ["device", "platform", "version", "supervised", "enrollment", "profiles"]
    for question in FleetQuestion.allCases {
      names += [question.rawValue, question.rawValue + " why"]
    }
    names += ["roads open", "roads uncertain", "conflicts", "without effect"]
    if decides {
      for question in FleetQuestion.allCases {
        names += [question.rawValue + " policy", question.rawValue + " honoured"]
      }
    }
    return Self.line(names + ["problem"])
  }

  /// The line of one device.
  public mutating func line(_ row: Fleet.Row) -> [UInt8] {
    var bytes: [UInt8] = []
    Self.append(row.device, to: &bytes)
    guard let (place, group) = row.group else {
      let empty = [String](repeating: "", count: columns - 2)
      bytes.append(UInt8(ascii: ","))
      let problem = row.problem.map { "line \($0.line): \($0.message)" } ?? "not read"
      return bytes + Self.line(empty + [problem])
    }
    if let tail = tails[place] { return bytes + tail }
    let tail = [UInt8(ascii: ",")] + Self.line(fields(group) + [""])
    tails[place] = tail
    return bytes + tail
  }

  private var columns: Int { 17 + (decides ? 6 : 0) }

  private func fields(_ group: FleetClass) -> [String] {
    let device = group.device
    let answers = group.answers
    let flag = { (flag: Bool?) in flag.map { $0 ? "yes" : "no" } ?? "" }
    var fields = [
      device.platform.rawValue, device.version?.description ?? "", flag(device.supervised),
      device.enrollment?.rawValue ?? "",
      (group.profiles.map(library.title) + group.unknown).joined(separator: ";"),
    ]
    for question in FleetQuestion.allCases {
      fields += [answers[question].state.rawValue, answers[question].why]
    }
    fields += [
      answers.roads(.open).map(\.name).joined(separator: ";"),
      answers.roads(.uncertain).map(\.name).joined(separator: ";"),
      answers.conflicts.joined(separator: ";"),
      answers.idle.map(library.title).joined(separator: ";"),
    ]
    if decides {
      for question in FleetQuestion.allCases {
        let decision = answers.decisions[question]
        fields += [decision?.outcome?.rawValue ?? "", decision?.honoured?.rawValue ?? ""]
      }
    }
    return fields
  }

  private static func line(_ fields: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(field, to: &bytes)
    }
    return bytes + [.carriageReturn, .lineFeed]
  }

  /// A field, in quotes where it needs them. What a spreadsheet would take for a formula gets an
  /// apostrophe before it, also after a `;`, at which some part the fields; control characters are
  /// shown as blanks.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let first = text.utf8.first
    let special = text.utf8.contains {
      $0 == .quote || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 < 0x20
    }
    if !special, !(first.map(isFormula) ?? false) {
      bytes += text.utf8
      return
    }
    bytes.append(.quote)
    var isStart = true
    for byte in text.utf8 {
      if isStart, isFormula(byte) { bytes.append(UInt8(ascii: "'")) }
      isStart = byte == UInt8(ascii: ";") || isStart && (byte == 0x20 || byte == .quote)
      if byte == .quote { bytes.append(.quote) }
      bytes.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte)
    }
    bytes.append(.quote)
  }

  private static func isFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09: true
    default: false
    }
  }
}
