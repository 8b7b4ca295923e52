extension KeyRelation {
  /// The relations of some payload types, made when one of these is met.
  struct Table: Sendable {
    let types: [String]
    let relations: @Sendable () -> [KeyRelation]

    init(_ types: String..., relations: @autoclosure @escaping @Sendable () -> [KeyRelation]) {
      self.types = types
      self.relations = relations
    }
  }

  /// Every relation that is checked. A new one is a line in one of the tables beside this file; the
  /// types of all that is in a table are named here.
  static let tables: [Table] = [
    Table("com.apple.wifi.managed", relations: wifiRelations),
    Table(
      "com.apple.dnsSettings.managed", "com.apple.proxy.http.global", "com.apple.relay.managed",
      relations: nameServerRelations),
    Table("com.apple.webcontent-filter", relations: filterRelations),
    Table(
      "com.apple.vpn.managed", "com.apple.vpn.managed.applayer", "com.apple.dnsSettings.managed",
      relations: vpnRelations),
    Table(
      "com.apple.eas.account", "com.apple.ews.account", "com.apple.webClip.managed",
      "com.apple.security.acme", "com.apple.mdm", "com.apple.security.FDERecoveryRedirect",
      "com.apple.configurationprofile.identification", relations: accountRelations),
    Table("com.apple.extensiblesso", relations: signOnRelations),
    Table("com.apple.MCX.FileVault2", relations: fileVaultRelations),
    Table(
      "com.apple.AssetCache.managed", "com.apple.MCX", "com.apple.ShareKitHelper",
      "com.apple.screensaver", "com.apple.systempolicy.control", "com.apple.systempreferences",
      "com.apple.familycontrols.contentfilter", "com.apple.xsan", "com.apple.xsan.preferences",
      relations: systemRelations),
    Table(Payload.restrictionsType, relations: restrictionRelations),
    Table(
      "com.apple.homescreenlayout", "com.apple.mobiledevice.passwordpolicy",
      "com.apple.networkusagerules", "com.apple.airplay.security", relations: deviceRelations),
  ]

  /// All of them.
  static var all: [KeyRelation] { tables.flatMap { $0.relations() } }

  /// Those of a payload type.
  static func of(_ type: String) -> [KeyRelation] {
    var result: [KeyRelation] = []
    for table in tables where table.types.contains(type) {
      for relation in table.relations() where relation.types.contains(type) {
        result.append(relation)
      }
    }
    return result
  }
}
