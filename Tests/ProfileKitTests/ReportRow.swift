import Findings
import Foundation
import ProfileKit
import Testing

/// One thing that somebody ran into, made small: files, a target, and what has to be said of them.
struct ReportRow: Sendable, CustomTestStringConvertible {
  /// What a row is beside the report it belongs to.
  enum Role: String, Sendable {
    /// The report itself.
    case reported
    /// The same mistake with another key, another type, deeper, or on another platform.
    case neighbour
    /// The right file nearest to it: nothing to warn of.
    case correct
  }

  /// A finding that has to be there.
  struct Expected: Sendable {
    var rule: RuleID
    var severity: Severity
    /// A part of the message or the advice; empty where the rule is enough.
    var part: String

    static func error(_ rule: RuleID, _ part: String = "") -> Expected {
      Expected(rule: rule, severity: .error, part: part)
    }
    static func warning(_ rule: RuleID, _ part: String = "") -> Expected {
      Expected(rule: rule, severity: .warning, part: part)
    }
    static func notice(_ rule: RuleID, _ part: String = "") -> Expected {
      Expected(rule: rule, severity: .notice, part: part)
    }

    func matches(_ finding: Finding) -> Bool {
      finding.rule == rule && finding.severity == severity
        && (part.isEmpty || finding.message.contains(part) || finding.help?.contains(part) == true)
    }
  }

  /// The number of the report, or the part of the list it comes from.
  var report: String
  var role: Role
  /// What is the matter, in a few words.
  var about: String
  /// The files; `▸` stands where the first expected finding points.
  var files: [[UInt8]]
  /// A device, as `Device(parsing:)` reads it; empty for none.
  var target = ""
  var now: Int64?
  var expected: [Expected] = []
  /// Rules that say nothing.
  var unsaid: [RuleID] = []
  /// How the files are read: whom they trust.
  var options = ReadingOptions()
  /// A catalogue file of the user's own; empty for none.
  var catalogue = ""

  var testDescription: String { "\(report) \(role.rawValue): \(about)" }

  /// The report itself.
  static func says(
    _ report: String, _ about: String, _ files: String..., target: String = "",
    expect expected: Expected...
  ) -> ReportRow {
    ReportRow(
      report: report, role: .reported, about: about, files: files.map { Array($0.utf8) },
      target: target, expected: expected)
  }

  /// A neighbouring mistake.
  static func near(
    _ report: String, _ about: String, _ files: String..., target: String = "",
    expect expected: Expected...
  ) -> ReportRow {
    ReportRow(
      report: report, role: .neighbour, about: about, files: files.map { Array($0.utf8) },
      target: target, expected: expected)
  }

  /// A neighbouring right file.
  static func fine(_ report: String, _ about: String, _ files: String..., target: String = "")
    -> ReportRow
  {
    ReportRow(
      report: report, role: .correct, about: about, files: files.map { Array($0.utf8) },
      target: target)
  }

  /// The same, with another clock.
  func at(_ now: Int64) -> ReportRow {
    var row = self
    row.now = now
    return row
  }

  /// The same, of which this rule says nothing at all.
  func silent(_ rule: RuleID) -> ReportRow {
    var row = self
    row.unsaid.append(rule)
    return row
  }

  /// The same, held against a catalogue of the user's own.
  func knowing(_ catalogue: String) -> ReportRow {
    var row = self
    row.catalogue = catalogue
    return row
  }

  private static let mark = Array("▸".utf8)

  /// The files without marks.
  var inputs: [PlistFile] {
    files.enumerated().map { index, bytes in
      var bytes = bytes
      if let start = Self.place(of: Self.mark, in: bytes) {
        bytes.removeSubrange(start..<start + Self.mark.count)
      }
      return PlistFile(reading: bytes, path: "file\(index + 1)", options: options)
    }
  }

  /// Where the mark stands.
  var marked: Findings.SourceLocation? {
    for (index, bytes) in files.enumerated() {
      guard let start = Self.place(of: Self.mark, in: bytes) else { continue }
      let before = String(decoding: bytes[..<start], as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      return Findings.SourceLocation(
        path: "file\(index + 1)", line: before.count,
        column: (before.last?.unicodeScalars.count ?? 0) + 1)
    }
    return nil
  }

  private static func place(of part: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: part) }
  }
}

/// A whole profile around payloads.
func profile(
  _ payloads: String..., top: String = "", identifier: String = "org.pbpolicy.a",
  uuid: String = "01"
) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0">
  <dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>\(identifier)</string>
  <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A\(uuid)</string>
  \(top)
  <key>PayloadContent</key>
  <array>
  \(payloads.joined(separator: "\n"))
  </array>
  </dict>
  </plist>

  """
}

/// The same, for the whole Mac.
func macProfile(_ payloads: String...) -> String {
  profile(
    payloads.joined(separator: "\n"),
    top: "<key>PayloadScope</key><string>System</string>")
}

/// One payload with all that is required.
func payload(_ type: String, _ keys: String, number: String = "02") -> String {
  """
  <dict>
  <key>PayloadType</key><string>\(type)</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>org.pbpolicy.a.\(number)</string>
  <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A\(number)</string>
  \(keys)
  </dict>
  """
}

/// A Restrictions payload.
func restrictions(_ keys: String, number: String = "02") -> String {
  payload("com.apple.applicationaccess", keys, number: number)
}

/// A privacy payload with one entry of one service.
func privacy(_ service: String, _ keys: String) -> String {
  payload(
    "com.apple.TCC.configuration-profile-policy",
    """
    <key>Services</key><dict><key>\(service)</key><array><dict>
    <key>Identifier</key><string>org.pbpolicy.app</string>
    <key>IdentifierType</key><string>bundleID</string>
    <key>CodeRequirement</key><string>anchor apple</string>
    \(keys)</dict></array></dict>
    """)
}

/// A managed-preferences payload with one domain.
func managed(_ levels: String, domain: String = "com.apple.dock") -> String {
  payload(
    "com.apple.ManagedClient.preferences",
    "<key>PayloadContent</key><dict><key>\(domain)</key><dict>\(levels)</dict></dict>")
}

/// The `Forced` level with some settings.
func forced(_ settings: String) -> String {
  "<key>Forced</key><array><dict><key>mcx_preference_settings</key><dict>\(settings)</dict></dict></array>"
}

let dns = "com.apple.dnsSettings.managed"

/// Encrypted DNS settings that are whole.
let dnsSettings = """
  <key>DNSSettings</key><dict><key>DNSProtocol</key><string>HTTPS</string>
  <key>ServerURL</key><string>https://dns.pbpolicy.org/q</string></dict>
  """
