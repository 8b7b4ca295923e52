import Devices
import Findings
import ProfileKit
import StrictJSON

extension Command {
  private static let words = Positional(
    .text("WORD"), .any, help: "part of a type's name; types with all of them are listed")
  private static let platform = Option(
    "platform", .choice("PLATFORM", Platform.allCases.map(\.rawValue)),
    help: "types that this platform has")

  /// `pbpolicy schema list`
  static let schemaList = Command(
    path: ["schema", "list"],
    summary: "list the payload types that are known",
    discussion: """
      Lists every payload type of the catalogue with the platforms that have it and since when.
      """,
    positionals: [words],
    options: [platform, .catalog],
    examples: [
      Example("pbpolicy schema list", "every payload type"),
      Example("pbpolicy schema list --platform visionOS vpn", "those about VPN on Apple Vision"),
    ],
    run: { arguments, console in
      let catalog = try arguments.catalog(console)
      let wanted = arguments.words(words).map { $0.lowercased() }
      let only = arguments.value(platform).flatMap(Platform.init(rawValue:))
      let types = catalog.payloadTypes.filter { type in
        wanted.allSatisfy { type.lowercased().contains($0) }
      }.compactMap { catalog.payload($0) }
        .filter { type in only.map { type.support(on: $0) != nil } ?? true }
      if arguments.format == .json {
        try console.print(JSONValue.array(types.map(\.summary)).prettyText)
      } else {
        let rows = types.map { (term: printable($0.type), text: $0.platforms) }
        for line in columns(rows, width: console.width, indent: 0) { try console.print(line) }
        console.remark("\(counted(types.count, "payload type")): \(catalog.description)")
      }
      return .success
    })
}

extension PayloadDefinition {
  /// Such as `iOS 4.0, macOS 10.7 (deprecated 10.13)`.
  fileprivate var platforms: String {
    let all = support.ordered.map { platform, support in
      let since = support.introduced == OSVersion(0) ? "" : " \(support.introduced)"
      let end =
        support.removed.map { " (removed \($0))" } ?? support.deprecated.map {
          " (deprecated \($0))"
        } ?? ""
      return platform.rawValue + since + end
    }
    return all.joined(separator: ", ")
  }

  fileprivate var summary: JSONValue {
    [
      "type": .string(type), "keys": .integer(Int64(keys.count)),
      "layers": .array(layers.map { .string($0) }), "platforms": support.json,
    ]
  }
}
