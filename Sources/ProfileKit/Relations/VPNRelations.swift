extension KeyRelation {
  /// Virtual private networks, and the on-demand rules they share with DNS settings.
  static let vpnRelations: [KeyRelation] =
    tunnelRelations + exchangeRelations + routeRelations + tunnelPartRelations + onDemandRelations

  private static let types = ["com.apple.vpn.managed", "com.apple.vpn.managed.applayer"]

  private static let tunnelRelations: [KeyRelation] = {
    let vpn = RelationTable(types)
    return [
      vpn.need("IKEv2", .when("VPNType", is: "IKEv2")),
      vpn.need("IPSec", .when("VPNType", is: "IPSec")),
      vpn.need("PPP", .when("VPNType", is: "L2TP")),
      vpn.need("VPN", .when("VPNType", is: "VPN")),
      vpn.need("AlwaysOn", .when("VPNType", is: "AlwaysOn")),
      vpn.need("TransparentProxy", .when("VPNType", is: "TransparentProxy")),
      vpn.need("VPNSubType", .when("VPNType", is: "VPN")),
      vpn.need("VPNSubType", .when("VPNType", is: "TransparentProxy")),
      vpn.idle("VendorConfig", .lacks("VPNSubType")),
      vpn.idle("IKEv2", .unless("VPNType", is: "IKEv2")),
      vpn.idle(
        "PPP",
        .any(
          ["IPSec", "IKEv2", "VPN", "AlwaysOn", "TransparentProxy"].map { .when("VPNType", is: $0) }
        )),
      vpn.idle("VPN", .unless("VPNType", is: "VPN")),
      vpn.idle("AlwaysOn", .unless("VPNType", is: "AlwaysOn")),
      vpn.idle("TransparentProxy", .unless("VPNType", is: "TransparentProxy")),
    ]
  }()

  private static let exchangeRelations: [KeyRelation] = {
    let ike = RelationTable(types, at: "IKEv2")
    let ipsec = RelationTable(types, at: "IPSec")
    return [
      ike.need("PPKIdentifier", .has("PPK")), ike.need("PPK", .has("PPKIdentifier")),
      ike.notAbove("TLSMinimumVersion", "TLSMaximumVersion"),
      ike.idle("PPKMandatory", .all([.lacks("PPK"), .lacks("PPKIdentifier")])),
      ike.idle("DisconnectOnIdleTimer", .unless("DisconnectOnIdle", is: "1")),
      ike.need("PayloadCertificateUUID", .when("AuthenticationMethod", is: "Certificate")).inferred,
      ike.need(
        "ServerCertificateIssuerCommonName",
        .all([.has("CertificateType"), .when("ExtendedAuthEnabled", is: "1")])),
      ipsec.need("PayloadCertificateUUID", .when("AuthenticationMethod", is: "Certificate"))
        .inferred,
      ipsec.idle("SharedSecret", .when("AuthenticationMethod", is: "Certificate")),
      ipsec.idle("LocalIdentifier", .when("AuthenticationMethod", is: "Certificate")),
      ipsec.idle(
        "PayloadCertificateUUID", .byDefault("AuthenticationMethod", is: "SharedSecret")),
      ipsec.idle("DisconnectOnIdleTimer", .unless("DisconnectOnIdle", is: "1")).inferred,
    ]
  }()

  private static let routeRelations: [KeyRelation] = ["IKEv2", "VPN"].map {
    RelationTable(types, at: $0).idle(
      "EnforceRoutes", of: "1", .when("IncludeAllNetworks", is: "1"))
  }

  private static let tunnelPartRelations: [KeyRelation] = {
    let names = RelationTable(types, at: "DNS")
    let proxies = RelationTable(types, at: "Proxies")
    let always = RelationTable(types, at: "AlwaysOn")
    let transparent = RelationTable(types, at: "TransparentProxy")
    return [
      names.need("ServerURL", .when("DNSProtocol", is: "HTTPS")),
      names.need("ServerName", .when("DNSProtocol", is: "TLS")),
      proxies.need("HTTPPort", .has("HTTPProxy")), proxies.need("HTTPSPort", .has("HTTPSProxy")),
      proxies.idle("ProxyAutoConfigURLString", .unless("ProxyAutoConfigEnable", is: "1")),
      always.idle(
        "AllowedCaptiveNetworkPlugins", .unless("AllowAllCaptiveNetworkPlugins", is: "0")),
      transparent.idle("DisconnectOnIdleTimer", .unless("DisconnectOnIdle", is: "1")),
    ]
  }()

  private static let onDemandRelations: [KeyRelation] =
    ["IKEv2", "IPSec", "VPN", "TransparentProxy"].flatMap { path in
      let action = RelationTable(types, at: "\(path)/OnDemandRules/[]/ActionParameters/[]")
      return [evaluation(types, "\(path)/OnDemandRules/[]")]
        + action.idle(
          ["RequiredDNSServers", "RequiredURLStringProbe"],
          .unless("DomainAction", is: "ConnectIfNeeded"))
    } + [evaluation(["com.apple.dnsSettings.managed"], "OnDemandRules/[]")]

  private static func evaluation(_ types: [String], _ path: String) -> KeyRelation {
    RelationTable(types, at: path).idle(
      "ActionParameters", .unless("Action", is: "EvaluateConnection"))
  }
}
