import Devices

extension KeyRelation {
  /// Passcodes, home screens, Apple TV and what else a device has one of.
  static let deviceRelations: [KeyRelation] =
    screenRelations
    + [
      RelationTable("com.apple.mobiledevice.passwordpolicy").need(
        "maxFailedAttempts", .has("minutesUntilFailedLoginReset")
      ).on(.macOS),
      RelationTable("com.apple.mobiledevice.passwordpolicy").atMost("maxInactivity", 15).on(
        .iOS, .visionOS),
      RelationTable("com.apple.networkusagerules").atLeastOne("ApplicationRules", "SIMRules"),
      RelationTable("com.apple.airplay.security").need(
        "Password", .when("SecurityType", is: "PASSWORD")),
      RelationTable("com.apple.airplay.security").idle(
        "Password", .unless("SecurityType", is: "PASSWORD")),
    ]

  private static let screenRelations: [KeyRelation] = [
    "Dock/[]", "Pages/[]/[]", "Dock/[]/Pages/[]/[]", "Pages/[]/[]/Pages/[]/[]",
  ].flatMap { path in
    let icon = RelationTable("com.apple.homescreenlayout", at: path)
    return [
      icon.need(
        "BundleID", .any([.when("Type", is: "App"), .when("Type", is: "Application")])),
      icon.need("URL", .when("Type", is: "WebClip")),
      icon.idle("Pages", .unless("Type", is: "Folder")),
      icon.idle("DisplayName", .unless("Type", is: "Folder")),
    ]
  }
}
