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
    #expect(try state(road, [force, out], "platform=macOS,version=15.1") == .open)
    #expect(
      try state(road, [("allowAirDrop", false)], "platform=macOS,version=15.1,enrollment=device")
        == .closed)
  }

  @Test(arguments: [
    ("iPhone Mirroring", "platform=iOS,version=17.4", ClipboardSummary.State.absent),
    ("iPhone Mirroring", "platform=iOS,version=18.0", .open),
    ("Universal Control", "platform=macOS,version=12.2", .absent),
    // There, and no key that closes it.
    ("Universal Control", "platform=macOS,version=12.7", .open),
    // An iPad is a peer, an iPhone is not; and the iPhone alone is mirrored.
    ("Universal Control", "platform=iPadOS,version=18.1", .open),
    ("Universal Control", "platform=iPadOS,version=15.3", .absent),
    ("Universal Control", "platform=iOS,version=18.1", .absent),
    ("iPhone Mirroring", "platform=iPadOS,version=18.1", .absent),
    ("iPhone widgets on a Mac", "platform=iPadOS,version=18.1", .absent),
    ("iPhone widgets on a Mac", "platform=iOS,version=18.1", .open),
    ("USB drives in Files", "platform=macOS,version=15.1", .open),
    ("network drives in Files", "platform=macOS,version=15.1", .open),
    ("USB drives in Files", "platform=watchOS,version=11.0", .absent),
    // Nobody has said.
    ("cloud sync of managed apps", "platform=macOS,version=15.1", .uncertain),
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

  /// Absent is what the platform does not have, not what it has no key for.
  @Test func aPlatformWithoutTheKeyIsOpen() throws {
    let keys = [("requireManagedPasteboard", true), ("allowOpenFromManagedToUnmanaged", false)]
    let mac = try summary(keys, "platform=macOS,version=15.1,enrollment=device")
    #expect(mac.managedToUnmanaged.state == .open && mac.unmanagedToManaged.state == .open)
    let watch = try summary(keys, "platform=watchOS,version=11.0")
    #expect(watch.managedToUnmanaged.state == .absent && watch.universalClipboard.state == .absent)
  }

  /// It is reported to be off there, though not by Apple.
  @Test func universalClipboardOfASharedIPadIsUncertain() throws {
    let shared = "platform=iPadOS,version=18.1,enrollment=automated,shared-ipad=yes"
    #expect(try summary([], shared).universalClipboard.state == .uncertain)
    let off = [("allowActivityContinuation", false)]
    #expect(try summary(off, shared).universalClipboard.state == .closed)
    let own = "platform=iPadOS,version=18.1,enrollment=automated,shared-ipad=no"
    #expect(try summary([], own).universalClipboard.state == .open)
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
