import Devices
import Testing

@Suite("Descriptions of devices")
struct DeviceTests {
  @Test("every fact is read, in any order and with spaces")
  func full() throws {
    let device = try Device(
      parsing: "install=mdm, version = 18.1 ,platform=ios,supervised=yes,enrollment=automated,"
        + "shared-ipad=no,channel=device")
    var expected = Device(.iOS, OSVersion(18, 1))
    expected.supervised = true
    expected.enrollment = .automated
    expected.sharedIPad = false
    expected.channel = .device
    expected.installation = .mdm
    #expect(device == expected)
  }

  @Test("what is not said stays unknown")
  func sparse() throws {
    let device = try Device(parsing: "platform=macOS")
    #expect(device == Device(.macOS))
    #expect(device.supervised == nil && device.version == nil && device.enrollment == nil)
  }

  @Test("the facts of a device describe it again")
  func roundTrip() throws {
    for platform in Platform.allCases {
      for supervised in [nil, true, false] {
        for enrollment in [nil] + Enrollment.allCases.map(Optional.some) {
          var device = Device(platform, supervised == nil ? nil : OSVersion(15, 10))
          device.supervised = supervised
          device.enrollment = enrollment
          device.sharedIPad = supervised.map { !$0 }
          device.channel = supervised == true ? .user : nil
          device.installation = supervised == false ? .manual : nil
          let text = device.facts.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
          #expect(try Device(parsing: text) == device, "\(text)")
        }
      }
    }
  }

  static let refused: [(String, String)] = [
    ("", "no platform given, such as platform=iOS"),
    ("version=1", "no platform given, such as platform=iOS"),
    ("iOS", "expected key=value, found `iOS`"),
    ("platform=", "expected key=value, found `platform=`"),
    ("=iOS", "expected key=value, found `=iOS`"),
    ("platform=iOS,", "expected key=value, found ``"),
    ("platform=iOS,,version=1", "expected key=value, found ``"),
    (
      "platform=Windows",
      "platform must be one of iOS, iPadOS, macOS, visionOS, watchOS, tvOS, found `Windows`"
    ),
    (
      "platform==iOS",
      "platform must be one of iOS, iPadOS, macOS, visionOS, watchOS, tvOS, found `=iOS`"
    ),
    ("platform=iOS,platform=iOS", "`platform` is given twice"),
    ("platform=iOS,version=eighteen", "version must be numbers joined by dots, found `eighteen`"),
    ("platform=iOS,supervised=maybe", "supervised must be yes or no, found `maybe`"),
    (
      "platform=iOS,enrollment=byod",
      "enrollment must be one of none, profile, device, automated, user, found `byod`"
    ),
    ("platform=iOS,channel=side", "channel must be one of device, user, found `side`"),
    ("platform=iOS,install=usb", "install must be one of mdm, manual, found `usb`"),
    (
      "platform=iOS,Supervised=yes",
      "unknown key `Supervised`; expected platform, version, supervised, enrollment, shared-ipad, channel, install"
    ),
  ]

  @Test("mistakes are named", arguments: refused)
  func refuses(text: String, complaint: String) {
    let error = #expect(throws: DeviceDescriptionError.self) { try Device(parsing: text) }
    #expect(error?.description == complaint)
  }
}

@Suite("Changes to a device")
struct DeviceChangeTests {
  @Test func factsAreTakenOverOrChanged() throws {
    let device = try Device(
      parsing: "platform=iOS,version=18.1,supervised=yes,enrollment=user,shared-ipad=no")
    #expect(
      try device.changed(by: "version=17.0,supervised=?")
        == Device(parsing: "platform=iOS,version=17.0,enrollment=user,shared-ipad=no"))
    #expect(
      try device.changed(by: "platform=macOS")
        == Device(parsing: "platform=macOS,supervised=yes,enrollment=user"))
    #expect(
      try device.changed(by: "platform=macOS,version=15.1")
        == Device(parsing: "platform=macOS,version=15.1,supervised=yes,enrollment=user"))
    #expect(try device.changed(by: "") == device)
    #expect(try device.changed(by: "platform=iOS") == device)
  }

  @Test(arguments: [
    "platform=?", "colour=red", "version=x", "version=1,version=2", "supervised=maybe", "x",
  ])
  func mistakesAreNamed(_ text: String) {
    #expect(throws: DeviceDescriptionError.self) { try Device(.iOS).changed(by: text) }
  }
}
