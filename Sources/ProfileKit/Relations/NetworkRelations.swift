import Devices

extension KeyRelation {
  /// Wi-Fi.
  static let wifiRelations: [KeyRelation] = {
    let wifi = RelationTable("com.apple.wifi.managed")
    let eap = RelationTable("com.apple.wifi.managed", at: "EAPClientConfiguration")
    return [
      wifi.atLeastOne("SSID_STR", "DomainName"),
      wifi.need("ProxyServer", .when("ProxyType", is: "Manual")),
      wifi.need("ProxyServerPort", .when("ProxyType", is: "Manual")),
      eap.need("OuterIdentity", .when("TLSMinimumVersion", is: "1.3")),
      eap.atMostOne("SystemModeCredentialsSource", "SystemModeUseOpenDirectoryCredentials"),
      eap.notAbove("TLSMinimumVersion", "TLSMaximumVersion"),
      eap.idle("TTLSInnerAuthentication", .listsNone("AcceptEAPTypes", ["21"])).inferred,
      eap.idle(
        "OuterIdentity",
        .all([
          .listsNone("AcceptEAPTypes", ["21", "25", "43"]), .unless("TLSMinimumVersion", is: "1.3"),
        ])),
      eap.idle("EAPSIMNumberOfRANDs", .listsNone("AcceptEAPTypes", ["18"])),
      eap.idle("EAPFASTProvisionPAC", of: "true", .unless("EAPFASTUsePAC", is: "true")),
      eap.idle(
        "EAPFASTProvisionPACAnonymously", of: "true", .unless("EAPFASTProvisionPAC", is: "true")),
    ]
      + wifi.idle(
        ["Password", "EAPClientConfiguration", "PayloadCertificateUUID"],
        .when("EncryptionType", is: "None"))
      + wifi.idle(
        ["ProxyServer", "ProxyServerPort", "ProxyUsername", "ProxyPassword"],
        .unless("ProxyType", is: "Manual"))
      + wifi.idle(["ProxyPACURL", "ProxyPACFallbackAllowed"], .unless("ProxyType", is: "Auto"))
  }()

  /// DNS, proxies and relays.
  static let nameServerRelations: [KeyRelation] = {
    let settings = RelationTable("com.apple.dnsSettings.managed", at: "DNSSettings")
    let proxy = RelationTable("com.apple.proxy.http.global")
    let relay = RelationTable("com.apple.relay.managed", at: "Relays/[]")
    return [
      settings.need("ServerURL", .when("DNSProtocol", is: "HTTPS")),
      settings.need("ServerName", .when("DNSProtocol", is: "TLS")),
      settings.idle("ServerURL", .when("DNSProtocol", is: "TLS")),
      settings.idle("ServerName", .when("DNSProtocol", is: "HTTPS")),
      settings.mustBegin("ServerURL", "https://"),
      proxy.need("ProxyServer", .byDefault("ProxyType", is: "Manual")),
      proxy.need("ProxyServerPort", .byDefault("ProxyType", is: "Manual")),
      proxy.idle("ProxyPACURL", .byDefault("ProxyType", is: "Manual")),
      relay.atLeastOne("HTTP2RelayURL", "HTTP3RelayURL"),
    ]
      + proxy.idle(
        ["ProxyServer", "ProxyServerPort", "ProxyUsername", "ProxyPassword"],
        .when("ProxyType", is: "Auto"))
  }()

  /// Content filters.
  static let filterRelations: [KeyRelation] = {
    let filter = RelationTable("com.apple.webcontent-filter")
    let plugin = KeyCondition.when("FilterType", is: "Plugin")
    let sockets = KeyCondition.all([plugin, .when("FilterSockets", is: "true")])
    let packets = KeyCondition.all([plugin, .when("FilterPackets", is: "true")])
    return [
      filter.need("UserDefinedName", plugin), filter.need("PluginBundleID", plugin),
      filter.oneTrue("FilterBrowsers", "FilterSockets", "FilterPackets", when: plugin),
      filter.need("FilterDataProviderDesignatedRequirement", sockets).on(.macOS),
      filter.need("FilterDataProviderBundleIdentifier", sockets).on(.macOS),
      filter.need("FilterPacketProviderDesignatedRequirement", packets).on(.macOS),
      filter.need("FilterPacketProviderBundleIdentifier", packets).on(.macOS),
      filter.idle("PermittedURLs", .unless("AutoFilterEnabled", is: "true")),
      filter.idle("AutoFilterEnabled", of: "true", plugin),
    ]
      + filter.idle(
        ["DenyListURLs", "BlacklistedURLs", "AllowListBookmarks", "WhitelistedBookmarks"], plugin)
      + filter.idle(
        [
          "PluginBundleID", "ServerAddress", "VendorConfig", "ContentFilterUUID", "UserName",
          "Password", "PayloadCertificateUUID", "Organization",
        ], .byDefault("FilterType", is: "BuiltIn"))
  }()
}
