extension KeyRelation {
  /// FileVault.
  static let fileVaultRelations: [KeyRelation] = {
    let vault = RelationTable("com.apple.MCX.FileVault2")
    return [
      vault.need(
        "Defer", or: ["Username"],
        .all([.when("Enable", is: "On"), .unless("UserEntersMissingInfo", is: "true")])),
      vault.idle("ShowRecoveryKey", .when("UseRecoveryKey", is: "false")).inferred,
      vault.idle("DeferForceAtUserLoginMaxBypassAttempts", .unless("Defer", is: "true")).inferred,
      vault.idle("DeferDontAskAtUserLogout", of: "true", .unless("Defer", is: "true")).inferred,
      vault.idle(
        "UseKeychain", of: "true", .any([.has("Certificate"), .has("PayloadCertificateUUID")])),
    ]
  }()

  /// Other payloads that only Macs have.
  static let systemRelations: [KeyRelation] = {
    let cache = RelationTable("com.apple.AssetCache.managed")
    let accounts = RelationTable("com.apple.MCX")
    let share = RelationTable("com.apple.ShareKitHelper")
    let screen = RelationTable("com.apple.screensaver")
    let gate = RelationTable("com.apple.systempolicy.control")
    let panes = RelationTable("com.apple.systempreferences")
    let parental = RelationTable("com.apple.familycontrols.contentfilter")
    let xsan = RelationTable("com.apple.xsan")
    let volumes = RelationTable("com.apple.xsan.preferences")
    return [
      cache.oneTrue("AllowPersonalCaching", "AllowSharedCaching", byDefault: true),
      accounts.idle("DisableGuestAccount", of: "true", .when("EnableGuestAccount", is: "true")),
      accounts.idle(
        "cachedaccounts.WarnOnCreate.allowNever", of: "true",
        .unless("com.apple.cachedaccounts.WarnOnCreate", is: "true")),
      share.idle("SHKDeniedShareServices", .has("SHKAllowedShareServices")),
      screen.need("askForPasswordDelay", .when("askForPassword", is: "true")),
      screen.idle("askForPasswordDelay", .unless("askForPassword", is: "true")),
      gate.idle("AllowIdentifiedDevelopers", .unless("EnableAssessment", is: "true")),
      parental.need("siteWhitelist", .when("whitelistEnabled", is: "true")),
      xsan.need("sharedSecret", .has("sanAuthMethod")),
      volumes.idle("denyMount", .has("onlyMount")),
    ]
      + panes.idle(
        ["DisabledPreferencePanes", "EnabledPreferencePanes"], .has("DisabledSystemSettings"))
  }()
}
