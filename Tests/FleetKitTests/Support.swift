import Devices
import FleetKit
import Foundation
import ProfileKit
import TestSupport

/// A profile with one Restrictions payload.
func profile(_ name: String, _ keys: [(String, Bool)], folder: String = "p/") -> Profile? {
  let body = keys.map { "<key>\($0)</key><\($1)/>\n" }.joined()
  let text = """
    <plist version="1.0"><dict>
    <key>PayloadType</key><string>Configuration</string>
    <key>PayloadVersion</key><integer>1</integer>
    <key>PayloadIdentifier</key><string>com.example.\(name)</string>
    <key>PayloadUUID</key><string>\(uuid(name, 1))</string>
    <key>PayloadContent</key><array><dict>
    <key>PayloadType</key><string>com.apple.applicationaccess</string>
    <key>PayloadVersion</key><integer>1</integer>
    <key>PayloadIdentifier</key><string>com.example.\(name).r</string>
    <key>PayloadUUID</key><string>\(uuid(name, 2))</string>
    \(body)</dict></array></dict></plist>
    """
  return Profile(PlistFile(reading: Array(text.utf8), path: folder + name + ".mobileconfig"))
}

private func uuid(_ name: String, _ number: Int) -> String {
  let digits = String(name.utf8.reduce(number) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }, radix: 16)
  return "6A5A6E0B-3C53-4B0C-9C0B-" + String(repeating: "0", count: 12 - digits.count)
    + digits.uppercased()
}

/// The profiles that the tests' inventories name.
let library: FleetProfiles = FleetProfiles(
  [
    profile("closed", [("allowActivityContinuation", false)]),
    profile("opened", [("allowActivityContinuation", true)]),
    profile(
      "managed",
      [
        ("requireManagedPasteboard", true), ("allowOpenFromManagedToUnmanaged", false),
        ("allowOpenFromUnmanagedToManaged", false),
      ]),
    profile("air drop", [("allowAirDrop", false)]),
  ].compactMap { $0 })

/// An inventory as it was answered.
struct Answered {
  var rows: [Fleet.Row] = []
  var report: FleetReport
}

/// Reads an inventory in pieces of `size` bytes.
func answer(
  _ text: [UInt8], _ profiles: FleetProfiles = library, size: Int = 1 << 16,
  limits: Fleet.Limits = Fleet.Limits()
) throws -> Answered {
  var fleet = Fleet(path: "i", profiles: profiles, limits: limits)
  var rows: [Fleet.Row] = []
  var rest = text[...]
  while !rest.isEmpty {
    try fleet.feed(Array(rest.prefix(size))) { rows.append($0) }
    rest = rest.dropFirst(size)
  }
  let report = try fleet.report { rows.append($0) }
  return Answered(rows: rows, report: report)
}

func answer(_ text: String) throws -> Answered { try answer(Array(text.utf8)) }

let header = "device,platform,version,supervised,enrollment,shared-ipad,profiles\n"
