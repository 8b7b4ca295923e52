// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// libFuzzer without its `main`, in the toolchain that `swift` on the PATH belongs to.
///
/// SwiftPM gives every executable a `main` of its own, so the usual archive would clash with it.
func fuzzer() -> String {
  let manager = FileManager.default
  for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
    let swift = URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath()
    let clang = swift.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("lib/clang").path
    for version in (try? manager.contentsOfDirectory(atPath: clang)) ?? [] {
      let archive = "\(clang)/\(version)/lib/linux/libclang_rt.fuzzer_no_main-x86_64.a"
      if manager.fileExists(atPath: archive) { return archive }
    }
  }
  return "libclang_rt.fuzzer_no_main-x86_64.a-is-not-in-this-toolchain"
}

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "pbpolicy", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: ["CFuzzer"]
        + [
          "StrictJSON", "Findings", "Devices", "ProfileKit", "SchemaImport", "PolicyKit", "PolicyFiles",
          "AuditKit", "DecisionService",
        ].map { .product(name: $0, package: "pbpolicy") },
      swiftSettings: [
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-parse-as-library"]),
      ],
      linkerSettings: [.unsafeFlags(["-use-ld=lld", fuzzer(), "-lstdc++"])]),
  ]
)
