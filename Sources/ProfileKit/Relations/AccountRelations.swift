import Devices

extension KeyRelation {
  /// Mail, Exchange and web clips, certificates and enrollment.
  static let accountRelations: [KeyRelation] = {
    let exchange = RelationTable("com.apple.eas.account")
    let web = RelationTable("com.apple.ews.account")
    let clip = RelationTable("com.apple.webClip.managed")
    let acme = RelationTable("com.apple.security.acme")
    let mdm = RelationTable("com.apple.mdm")
    let redirect = RelationTable("com.apple.security.FDERecoveryRedirect")
    let bound = KeyCondition.when("HardwareBound", is: "true")
    return [
      exchange.idle("OAuthSignInURL", .unless("OAuth", is: "true")),
      exchange.idle("OAuthTokenRequestURL", .unless("OAuth", is: "true")),
      exchange.idle("Certificate", .has("PayloadCertificateUUID")),
      exchange.idle("Host", .all([.when("OAuth", is: "true"), .lacks("OAuthSignInURL")])),
      web.need("Host", .has("OAuthSignInURL")),
      clip.idle("IgnoreManifestScope", of: "true", .unless("FullScreen", is: "true")),
      acme.mustBe("KeyType", "ECSECPrimeRandom", when: bound),
      acme.mustBe("KeySize", "256", "384", when: bound),
      acme.mustBe(
        "KeySize", "192", "256", "384", "521",
        when: .all([.when("KeyType", is: "ECSECPrimeRandom"), .unless("HardwareBound", is: "true")])
      ),
      acme.mustBe("HardwareBound", "true", when: .when("Attest", is: "true")),
      RelationTable("com.apple.configurationprofile.identification", at: "PayloadIdentification")
        .need("Password", .when("AuthMethod", is: "Password")),
      acme.mustBegin("DirectoryURL", "https://"),
      mdm.mustBegin("Topic", "com.apple.mgmt."),
      mdm.idle("AccessRights", .has("ManagedAppleID")),
      redirect.mustBegin("RedirectURL", "https://"),
    ]
  }()

  /// Single sign-on.
  static let signOnRelations: [KeyRelation] = {
    let sso = RelationTable("com.apple.extensiblesso")
    let platform = RelationTable("com.apple.extensiblesso", at: "PlatformSSO")
    let policies = ["FileVaultPolicy", "LoginPolicy", "UnlockPolicy"]
    let redirect = KeyCondition.when("Type", is: "Redirect")
    let credential = KeyCondition.when("Type", is: "Credential")
    return [
      sso.need("URLs", redirect), sso.need("Hosts", credential),
      sso.idle("Hosts", redirect), sso.idle("Realm", redirect), sso.idle("URLs", credential),
      sso.need("TeamIdentifier").on(.macOS),
      sso.idle(
        "RegistrationToken", .all([.lacks("AuthenticationMethod"), .lacks("PlatformSSO")])),
      platform.idle(
        "EnableCreateUserAtLogin", of: "true", .unless("UseSharedDeviceKeys", is: "true")),
      platform.idle("EnableAuthorization", of: "true", .unless("UseSharedDeviceKeys", is: "true")),
      platform.need(
        "OfflineGracePeriod", .any(policies.map { .lists($0, "AllowOfflineGracePeriod") })),
      platform.need(
        "AuthenticationGracePeriod",
        .any(policies.map { .lists($0, "AllowAuthenticationGracePeriod") })),
    ]
  }()
}
