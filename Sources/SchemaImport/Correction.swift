import ProfileKit

/// A slip of the schema: what is changed, and why. The layer of corrections is written from these
/// where the schema has the key.
struct Correction: Sendable {
  /// The payload type.
  let type: String
  /// The keys down to the one that is changed; `[]` is an array's element, `*` any key.
  let path: [String]
  /// The fields that are changed.
  let fields: [String]
  /// Why.
  let reason: String

  init(_ type: String, _ path: String, _ fields: String..., because reason: String) {
    self.type = type
    self.path = path.split(separator: "/").map(String.init)
    self.fields = fields
    self.reason = reason
  }

  static let all: [Correction] =
    [
      Correction(
        "TopLevel", "ConsentText/ConsentTextItem", "drop",
        because: "the name stands for any language, and its text is not a level deeper"),
      Correction(
        "TopLevel", "ConsentText/*", "string", because: "the text in one language"),
      Correction(
        "com.apple.TCC.configuration-profile-policy", "Services/Accessibility/[]/Allowed",
        "optional",
        because: "the schema requires it, while its text allows Authorization in its place"),
      Correction(
        "com.apple.ManagedClient.preferences", "PayloadContent/*/Set-Once/[]/mcx_data_timestamp",
        "date", because: "says since when a setting is made once; the schema leaves it out"),
      Correction(
        "com.apple.configurationprofile.identification", "PayloadIdentification/Password",
        "optional", because: "its text requires it with one authentication method only"),
      Correction(
        "com.apple.extensiblesso", "ExtensionData/domainRealmMapping/Realm", "any-name",
        because: "the name stands for any realm"),
      Correction(
        "com.apple.mobiledevice.passwordpolicy", "maxInactivity", "range=0..60",
        because: "its text allows up to 60 on Macs; a relation keeps the others at 15"),
      Correction(
        "com.apple.security.scep", "PayloadContent/Key Usage", "values=0|1|4|5",
        because: "its text says that it is made of 1 and 4"),
      Correction(
        "com.apple.security.scep", "PayloadContent/Key Type", "values=RSA",
        because: "its text says that it is always that"),
      Correction(
        "com.apple.security.acme", "UsageFlags", "values=0|1|4|5",
        because: "its text says that it is made of 1 and 4"),
      Correction(
        "com.apple.mcxprinting", "UserPrinterList/Printer", "any-name",
        because: "the name stands for any printer"),
      Correction(
        "com.apple.homescreenlayout", "Dock/[]/Type", "values=App|Application|Folder|WebClip",
        because: "its text calls it Application, as profiles do, while the list says App"),
      Correction(
        "com.apple.system-extension-policy", "AllowedSystemExtensionTypes/*/[]",
        "values=DriverExtension|EndpointSecurityExtension|NetworkExtension",
        because: "its text names these three"),
      Correction(
        "com.apple.vpn.managed", "IKEv2", "as=IKEv2Keys", because: "called so for what follows"),
      Correction(
        "com.apple.vpn.managed", "AlwaysOn/TunnelConfigurations/[]", "also=IKEv2Keys",
        because: "its text says that a tunnel has the keys of IKEv2, too"),
      Correction(
        "com.apple.screensaver", "moduleName", "optional",
        because: "profiles that only lock the screen leave it out and work"),
      Correction(
        "com.apple.vpn.managed.applayer", "", "with=com.apple.vpn.managed",
        because: "its text says that it has the keys of the VPN payload, too"),
      Correction(
        "com.apple.xsan", "sharedSecret", "optional",
        because: "its text requires it beside sanAuthMethod only"),
    ] + stringsOrLists + locations

  /// Texts that are URLs, as only their text says.
  private static let locations: [Correction] = [
    ("com.apple.security.scep", "PayloadContent/URL"),
    ("com.apple.security.acme", "DirectoryURL"),
    ("com.apple.extensiblesso", "URLs/[]"),
    ("com.apple.eas.account", "OAuthSignInURL"), ("com.apple.eas.account", "OAuthTokenRequestURL"),
    ("com.apple.ews.account", "OAuthSignInURL"),
    ("com.apple.wifi.managed", "ProxyPACURL"), ("com.apple.proxy.http.global", "ProxyPACURL"),
  ].map { Correction($0.0, $0.1, "subtype=url", because: "its text says that it is a URL") }

  /// Keys that take one text or a list of them, as only their text says.
  private static let stringsOrLists: [Correction] =
    [
      "cd", "dvd", "bd", "blankcd", "blankdvd", "blankbd", "dvdram", "disk-image",
      "harddisk-internal", "harddisk-external", "networkdisk",
    ].map {
      Correction(
        "com.apple.systemuiserver", "logout-eject/\($0)", "array|string",
        because: "its text allows a single one, too")
    }
    + ["rfc822Name", "dNSName", "uniformResourceIdentifier", "ntPrincipalName"].flatMap { name in
      [
        Correction(
          "com.apple.security.scep", "PayloadContent/SubjectAltName/\(name)", "string|array",
          because: "its text allows a list, too"),
        Correction(
          "com.apple.security.scep", "PayloadContent/SubjectAltName/\(name)/[]", "string",
          because: "of texts"),
      ]
    }

  /// The layer of those that concern `catalog`.
  static func overlay(for catalog: Catalog) -> Overlay {
    var overlay = Overlay()
    for correction in all {
      let whole = [correction.type] + correction.path
      // What stands around it must be there; it may itself be what is missing.
      guard let payload = catalog.payload(correction.type),
        payload.key(at: correction.path.dropLast()) != nil || correction.path.last == "[]"
      else { continue }
      var entry = overlay.root[whole[...]]
      entry.fields = correction.fields
      entry.remark = correction.reason
      overlay.root[whole[...]] = entry
    }
    return overlay
  }
}
