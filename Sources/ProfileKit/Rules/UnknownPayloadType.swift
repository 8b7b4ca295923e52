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
      let known = KnownNames(context.catalog.payloadTypes)
      return context.eachPayload { _, payload in
        guard let value = payload.node["PayloadType"], let type = value.string,
          !type.isEmpty, context.catalog.payload(type) == nil || type == Catalog.topLevel
        else { return [] }
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
