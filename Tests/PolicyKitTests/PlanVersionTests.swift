import Devices
import PolicyKit
import Testing

/// A plan names no call that the version, or the framework on it, does not have.
@Suite struct PlanVersionTests {
  /// The first version that has a call, for UIKit on an iPhone, for Catalyst and for iOS apps on a
  /// Mac, and for AppKit; nil where there is none.
  struct Since {
    var iOS: OSVersion?
    var catalyst: OSVersion?
    var iOSOnMac: OSVersion?
    var appKit: OSVersion?
  }

  static let always = OSVersion(0)
  static let uiKit = Since(iOS: always, catalyst: OSVersion(10, 15), iOSOnMac: OSVersion(11))
  static let options = Since(iOS: OSVersion(10), catalyst: uiKit.catalyst, iOSOnMac: uiKit.iOSOnMac)
  static let calls: [String: Since] = [
    "UIPasteboard.items": uiKit, "UIPasteboard.types": uiKit,
    "UIPasteboard.itemProviders": Since(
      iOS: OSVersion(11), catalyst: uiKit.catalyst, iOSOnMac: uiKit.iOSOnMac),
    "UIPasteboard.setItems(_:options:)": options, "UIPasteboard.setItems([])": options,
    "data(forPasteboardType:)": uiKit,
    "types": Since(
      iOS: always, catalyst: uiKit.catalyst, iOSOnMac: uiKit.iOSOnMac, appKit: always),
    "detectPatterns(for:)": Since(
      iOS: OSVersion(14), catalyst: OSVersion(11), iOSOnMac: OSVersion(11)),
    "detectValues(for:)": Since(
      iOS: OSVersion(14), catalyst: OSVersion(11), iOSOnMac: OSVersion(11)),
    "detectedPatterns(for:)": Since(
      iOS: OSVersion(15), catalyst: OSVersion(12), iOSOnMac: OSVersion(12),
      appKit: OSVersion(15, 4)),
    "detectedValues(for:)": Since(
      iOS: OSVersion(15), catalyst: OSVersion(12), iOSOnMac: OSVersion(12),
      appKit: OSVersion(15, 4)),
    "NSPasteboard.readObjects(forClasses:)": Since(appKit: always),
    "NSPasteboard.writeObjects(_:)": Since(appKit: always),
    "NSPasteboard.clearContents()": Since(appKit: always),
    "NSPasteboard.types": Since(appKit: always), "data(forType:)": Since(appKit: always),
    "NSPasteboard.prepareForNewContents(with: .currentHostOnly)": Since(
      appKit: OSVersion(10, 12)),
  ]

  static let versions: [String: [String]] = [
    "iOS": ["8.4", "9.3", "10.0", "11.0", "13.0", "14.0", "15.0", "16.0", "26.0"],
    "iPadOS": ["13.0", "14.0", "15.0", "26.0"], "visionOS": ["1.0", "2.0", "26.0"],
    "macOS": [
      "10.11", "10.12", "10.14", "10.15", "11.0", "12.0", "13.0", "15.3", "15.4", "26.1",
    ],
    "watchOS": ["10.0", "26.0"], "tvOS": ["18.0"],
  ]

  /// Every question that is about a pasteboard, with everything allowed that can be.
  static func questions(_ platform: String, _ version: String, _ framework: String?) throws
    -> [Request]
  {
    var asked: [Request] = []
    func ask(_ operation: String, _ more: KeyValuePairs<Attribute, String?>) throws {
      var builder = RequestBuilder(askedBy: .administrator)
      builder.values = [
        .operation: .text(operation), .platform: .text(platform),
        .osVersion: .version(try #require(OSVersion(version))), .pasteboard: .text("general"),
      ]
      if let framework { builder.values[.framework] = .text(framework) }
      for (attribute, text) in more {
        builder.values[attribute] = .some(try text.map { try attribute.value(of: [$0]) })
      }
      asked.append(try builder.request())
    }
    for reach in ["any-device", "this-device"] {
      try ask(
        "copy",
        [.trigger: "user", .contentClass: "public", .owner: "own", .reach: reach])
      try ask(
        "copy",
        [
          .trigger: "user", .contentClass: "public", .owner: "own", .reach: reach,
          .expiresAfter: "60",
        ])
    }
    try ask("paste", [.trigger: "user", .destinationKind: "app"])
    try ask("clear", [.ours: "yes"])
    try ask(
      "capture", [.trigger: "user", .by: "own", .contentClass: "public", .marker: "other"])
    for method in ["types", "patterns", "values", "data"] {
      try ask("detect", [.method: method, .trigger: "user"])
    }
    return asked
  }

  @Test func everyCallIsThere() throws {
    let policy = try Questions.policy(
      Policy(
        name: "all", minimumAssurance: .assumed,
        defaults: Dictionary(
          uniqueKeysWithValues: PolicyKit.Operation.allCases.map { ($0, .init(.allow)) })))
    var seen: Set<String> = []
    for (platform, versions) in Self.versions {
      let frameworks = platform == "macOS" ? ["native", "catalyst", "ios-on-mac"] : [nil]
      for version in versions {
        for framework in frameworks {
          for request in try Self.questions(platform, version, framework) {
            for step in decide(request, policy: policy).plan {
              guard step.call != "keep" else { continue }
              seen.insert(step.api)
              let name = "\(step.api) in \(request.summary), \(framework ?? "")"
              let since = try #require(Self.calls[step.api], "\(name)")
              let first =
                switch (platform, framework) {
                case ("macOS", "catalyst"): since.catalyst
                case ("macOS", "ios-on-mac"): since.iOSOnMac
                case ("macOS", _): since.appKit
                case ("visionOS", _): since.iOS.map { _ in Self.always }
                case ("watchOS", _), ("tvOS", _): nil as OSVersion?
                default: since.iOS
                }
              #expect(try #require(first, "\(name)") <= #require(OSVersion(version)), "\(name)")
            }
          }
        }
      }
    }
    #expect(seen == Set(Self.calls.keys))
  }

  @Test func anAppOfAFrameworkThatIsNotThereYet() throws {
    let policy = try Questions.policy(Policy(name: "p", defaults: [.copy: .init(.allow)]))
    for (framework, version, isThere) in [
      ("catalyst", "10.14", false), ("catalyst", "10.15", true), ("ios-on-mac", "10.15", false),
      ("ios-on-mac", "11.0", true), ("native", "10.11", true),
    ] {
      let request = try Questions.request([
        .operation: "copy", .platform: "macOS", .osVersion: version, .framework: framework,
        .pasteboard: "general", .trigger: "user", .contentClass: "public", .owner: "own",
      ])
      let decision = decide(request, policy: policy)
      #expect(decision.outcome == (isThere ? .allow : .deny), "\(framework) on \(version)")
      #expect(
        isThere || decision.reasons.contains { $0.id == "no-platform-no-promise" },
        "\(framework) on \(version)")
    }
  }
}
