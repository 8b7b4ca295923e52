import Devices
import Findings

extension Rule {
  static let unknownPayloadType = Rule(
    "unknown-payload-type", .warning, "a payload type that the catalogue does not have",
    explanation: """
      On a Mac any other type is taken as a preference domain and its keys as managed preferences; iOS ignores
      it or refuses the profile. A name that is nearly one of Apple's is most likely a slip.
      """,
    accepted: [.restrictions("")],
    rejected: [
      RuleExample(
        RuleExample.profile(
          RuleExample.payload("", type: "com.apple.applicationAccess").replacing(
            "<string>com.apple.app", with: "▸<string>com.apple.app")),
        says:
          "unknown payload type `com.apple.applicationAccess`; did you mean `com.apple.applicationaccess`?"
      )
    ],
    check: { context in
      var names: NamesOfTypes?
      return context.eachPayload { _, payload in
        guard let value = payload.node["PayloadType"], let type = value.string,
          !type.isEmpty, context.catalog.domain(type) == nil
        else { return [] }
        let known = names ?? NamesOfTypes(context.catalog)
        names = known
        return [finding(payload, value, known.slip(type), context)]
      }
    })

  private static func finding(
    _ payload: Payload, _ value: PlistNode, _ near: String?, _ context: RuleContext
  ) -> Finding {
    let isMacOnly = !context.targets.isEmpty && context.targets.allSatisfy { $0.platform == .macOS }
    let message =
      near.map { "unknown payload type `\(value.shortText)`; did you mean `\($0)`?" }
      ?? "payload type `\(value.shortText)` is not in this catalogue"
    return Finding(
      "unknown-payload-type", near != nil ? .warning : .notice,
      at: payload.location(value.position), keyPath: payload.keyPath("PayloadType"), message,
      help: isMacOnly
        ? "a Mac takes it as managed preferences of that domain"
        : "a Mac takes it as managed preferences of that domain, iOS does not know it; its keys were not checked"
    )
  }
}

/// The payload types that are known, for finding the one that was meant.
private struct NamesOfTypes {
  private let whole: KnownNames
  private let apples: KnownNames
  private static let prefix = "com.apple."

  init(_ catalog: Catalog) {
    whole = KnownNames(catalog.payloadTypes)
    apples = KnownNames(
      catalog.payloadTypes.filter { $0.hasPrefix(Self.prefix) }
        .map { String($0.dropFirst(Self.prefix.count)) })
  }

  /// What all of Apple's types begin with says nothing of how near two of them are.
  func slip(_ type: String) -> String? {
    guard type.hasPrefix(Self.prefix) else { return whole.slip(type) }
    return apples.slip(String(type.dropFirst(Self.prefix.count))).map { Self.prefix + $0 }
  }
}
