import Devices
import ProfileKit
import StrictJSON
import Testing

/// What is called open and closed beside the clipboard.
@Suite struct RoadTests {
  private func summary(_ keys: [(String, Bool)], _ device: String = InForceTests.full) throws
    -> ClipboardSummary
  {
    let profiles = try keys.isEmpty ? [] : [restrictions(keys, "a")]
    return RestrictionsInForce(profiles, on: try Device(parsing: device)).clipboard
  }

  private func state(
    _ road: String, _ keys: [(String, Bool)], _ device: String = InForceTests.full
  ) throws -> ClipboardSummary.State {
    try #require(summary(keys, device).roads.first { $0.name == road }).state
  }

  /// `forceAirDropUnmanaged` bites only where managed content may not leave, or AirDrop is off.
  @Test func airDropOfManagedContentNeedsTheDirection() throws {
    let road = "AirDrop of managed content"
    let force = ("forceAirDropUnmanaged", true)
    let out = ("allowOpenFromManagedToUnmanaged", false)
    #expect(try state(road, []) == .open)
    #expect(try state(road, [force]) == .open)
    #expect(try state(road, [out]) == .open)
    #expect(try state(road, [force, out]) == .closed)
    #expect(try state(road, [force, ("allowOpenFromManagedToUnmanaged", true)]) == .open)
    #expect(try state(road, [("allowAirDrop", false)]) == .closed)
    let vague = "platform=iOS,version=18.1,enrollment=device"
    #expect(try state(road, [("allowAirDrop", false)], vague) == .uncertain)
    #expect(try state(road, [force, out, ("allowAirDrop", false)], vague) == .closed)
    #expect(try state(road, [force, out], "platform=macOS,version=15.1") == .absent)
  }

  @Test(arguments: [
    ("iPhone Mirroring", "platform=iOS,version=17.4", ClipboardSummary.State.absent),
    ("iPhone Mirroring", "platform=iOS,version=18.0", .open),
    ("Universal Control", "platform=macOS,version=12.2", .absent),
    // There, and no key that closes it.
    ("Universal Control", "platform=macOS,version=12.7", .open),
    ("AirDrop", "platform=macOS,version=10.12", .open),
    ("screenshots and screen recording", "platform=macOS,version=10.13", .open),
    ("iCloud documents", "platform=iPadOS,version=18.1,shared-ipad=yes", .uncertain),
    ("iCloud documents", "platform=iPadOS,version=18.1,shared-ipad=no", .open),
  ])
  func onlyRoadsThatAreThere(_ road: String, _ device: String, _ expected: ClipboardSummary.State)
    throws
  {
    #expect(try state(road, [], device) == expected)
  }

  @Test func openRoadsAreOpen() throws {
    let json = try summary([("allowAirDrop", false)]).json
    let open = try #require(json["roadsOpen"]?.array)
    let all = try #require(json["roads"]?.array)
    #expect(open.count > 5 && all.count > open.count)
    #expect(open.allSatisfy { ["open", "uncertain"].contains($0["state"]?.string) })
    #expect(!open.contains { $0["key"]?.string == "allowAirDrop" })
    #expect(all.contains { $0["state"]?.string == "absent" })
  }

  @Test func aReasonIsGivenOnce() throws {
    let keys = [("requireManagedPasteboard", true), ("allowOpenFromManagedToUnmanaged", false)]
    let why = try summary(keys, "platform=iOS,version=90.0").managedToUnmanaged.why
    #expect(why.contains("extrapolated"))
    #expect(why.ranges(of: "extrapolated").count == 1, "\(why)")
  }
}
