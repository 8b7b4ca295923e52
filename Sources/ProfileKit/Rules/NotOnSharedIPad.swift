import Findings

extension Rule {
  static let notOnSharedIPad = Rule(
    "not-on-shared-ipad", .warning, "a payload or key that Shared iPad does not allow",
    explanation: """
      The schema names payloads and keys that a Shared iPad refuses or ignores.
      """,
    accepted: [
      .restrictions(
        "<key>allowCloudDocumentSync</key><false/>",
        target: "platform=iPadOS,version=18.1,shared-ipad=no")
    ],
    rejected: [
      .restrictions(
        "▸<key>allowCloudDocumentSync</key><false/>",
        target: "platform=iPadOS,version=18.1,supervised=yes,shared-ipad=yes",
        says: "`allowCloudDocumentSync` does nothing on iPadOS 18.1: not allowed under Shared iPad")
    ],
    check: { context in
      context.obstructed(
        "not-on-shared-ipad", .warning, help: "leave it out for Shared iPads", except: [handoffKey]
      ) { if case .sharedIPad = $0 { true } else { false } }
    })
}
