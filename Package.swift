// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built the same way: Swift 6 mode, every warning an
/// error, every import explicit and internal unless it says otherwise.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "pbpolicy",
  products: [
    .executable(name: "pbpolicy", targets: ["pbpolicy"]),
    .library(name: "Findings", targets: ["Findings"]),
    .library(name: "StrictJSON", targets: ["StrictJSON"]),
    .library(name: "Devices", targets: ["Devices"]),
    .library(name: "PolicyKit", targets: ["PolicyKit"]),
    .library(name: "ProfileKit", targets: ["ProfileKit"]),
    .library(name: "SchemaImport", targets: ["SchemaImport"]),
    .library(name: "PolicyFiles", targets: ["PolicyFiles"]),
    .library(name: "AuditKit", targets: ["AuditKit"]),
    .library(name: "DecisionService", targets: ["DecisionService"]),
    .library(name: "FleetKit", targets: ["FleetKit"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "PayloadCatalog"),

    library("StrictJSON"),
    library("Findings", ["StrictJSON"]),
    library("Devices"),
    library("Markup", ["Findings", "COpenSSL"]),
    library(
      "ProfileKit",
      ["Findings", "Devices", "StrictJSON", "PayloadCatalog", "CLibXML2", "COpenSSL"]),
    library("SchemaImport", ["Findings", "Devices", "ProfileKit", "CLibYAML"]),
    library("PolicyKit", ["Findings", "Devices", "StrictJSON"]),
    library("PolicyFiles", ["Findings", "Devices", "PolicyKit", "StrictJSON", "CLibYAML"]),
    library("AuditKit", ["StrictJSON", "CSQLite", "COpenSSL"]),
    library(
      "DecisionService",
      [
        "Findings", "Devices", "ProfileKit", "PolicyKit", "PolicyFiles", "AuditKit", "StrictJSON",
      ]),
    library(
      "FleetKit",
      [
        "Findings", "Devices", "ProfileKit", "PolicyKit", "DecisionService", "StrictJSON", "Markup",
      ]),
    library(
      "PBPolicyCommands",
      [
        "Findings", "Devices", "ProfileKit", "SchemaImport", "PolicyKit", "PolicyFiles", "AuditKit",
        "DecisionService", "FleetKit", "StrictJSON", "Markup",
      ]),
    .executableTarget(
      name: "pbpolicy", dependencies: ["PBPolicyCommands"], swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: [], path: "Tests/TestSupport", swiftSettings: settings),
    tests("StrictJSONTests", ["StrictJSON", "TestSupport"]),
    tests("FindingsTests", ["Findings", "StrictJSON", "TestSupport"]),
    tests("DevicesTests", ["Devices"]),
    tests("MarkupTests", ["Markup"]),
    tests(
      "FleetKitTests",
      [
        "FleetKit", "ProfileKit", "Findings", "Devices", "DecisionService", "StrictJSON",
        "TestSupport",
      ]),
    tests("ProfileKitTests", ["ProfileKit", "Findings", "Devices", "StrictJSON", "TestSupport"]),
    tests(
      "SchemaImportTests",
      ["SchemaImport", "ProfileKit", "Findings", "Devices", "TestSupport"]),
    tests(
      "PolicyKitTests",
      ["PolicyKit", "PolicyFiles", "Findings", "Devices", "StrictJSON", "TestSupport"]),
    tests(
      "PolicyFilesTests",
      ["PolicyFiles", "PolicyKit", "Findings", "Devices", "StrictJSON", "TestSupport"]),
    .target(
      name: "UnsyncedVFS", dependencies: ["CSQLite"], path: "Tests/UnsyncedVFS"),
    .executableTarget(
      name: "append-loop", dependencies: ["AuditKit", "StrictJSON"], path: "Tests/AppendLoop",
      swiftSettings: settings),
    tests(
      "AuditKitTests",
      ["AuditKit", "StrictJSON", "CSQLite", "TestSupport", "UnsyncedVFS", "append-loop"]),
    tests(
      "DecisionServiceTests",
      [
        "DecisionService", "Findings", "Devices", "ProfileKit", "PolicyKit", "PolicyFiles",
        "AuditKit", "StrictJSON", "TestSupport",
      ]),
    tests(
      "PBPolicyCommandsTests",
      [
        "PBPolicyCommands", "AuditKit", "StrictJSON", "Findings", "Devices", "ProfileKit",
        "CLibXML2", "TestSupport",
      ]),
  ]
)
