// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "pbpolicy", path: "..")],
  targets: [
    .systemLibrary(
      name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .target(
      name: "CPeers", dependencies: ["CXML"], cSettings: [.define("NDEBUG")],
      linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("crypto")]),
    .executableTarget(
      name: "bench",
      dependencies: ["CPeers"]
        + [
          "StrictJSON", "Findings", "Devices", "ProfileKit", "PolicyKit", "PolicyFiles", "AuditKit",
          "DecisionService",
        ].map { .product(name: $0, package: "pbpolicy") },
      swiftSettings: [
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
