import Findings
import Foundation
import ProfileKit

extension ReportRow {
  /// Reports 17–28: restrictions, conflicts, managed preferences.
  static let ofSettings: [ReportRow] = ofConflicts + ofStrangers + ofPreferences + ofClipboard

  private static func other(_ payload: String) -> String {
    profile(payload, identifier: "org.pbpolicy.b", uuid: "08")
  }

  private static let ofConflicts: [ReportRow] = [
    .says(
      "17", "two profiles disagree on Handoff",
      profile(restrictions("<key>allowActivityContinuation</key><true/>")),
      other(restrictions("▸<key>allowActivityContinuation</key><false/>", number: "09")),
      expect: .warning("restrictions-disagree", "`true` elsewhere")),
    .near(
      "17", "two payloads of one profile",
      profile(
        restrictions("<key>allowAirDrop</key><true/>"),
        restrictions("▸<key>allowAirDrop</key><false/>", number: "09")),
      expect: .warning("restrictions-disagree")),
    .near(
      "17", "a number",
      profile(restrictions("<key>enforcedFingerprintTimeout</key><integer>60</integer>")),
      other(
        restrictions("▸<key>enforcedFingerprintTimeout</key><integer>90</integer>", number: "09")),
      expect: .warning("restrictions-disagree")),
    .fine(
      "17", "they agree", profile(restrictions("<key>allowAirDrop</key><false/>")),
      other(restrictions("<key>allowAirDrop</key><false/>", number: "09"))),
    .near(
      "17", "a payload of which a device takes one, twice",
      profile(payload("com.apple.homescreenlayout", "<key>Pages</key><array/>")),
      other(payload("com.apple.homescreenlayout", "<key>Pages</key><array/>", number: "09")),
      target: "platform=iOS", expect: .warning("payload-once", "`file1`")),
  ]

  /// Every switch that a console writes out although nobody touched it.
  static let everySwitch: String = {
    let keys = Catalog.standard.payload("com.apple.applicationaccess")?.keys ?? [:]
    return keys.values.filter { $0.type == "boolean" && $0.defaultValue == "true" }
      .map { "<key>\($0.name)</key><true/>" }.sorted().joined(separator: "\n")
  }()

  private static let ofStrangers: [ReportRow] = [
    .says(
      "19", "every switch at its default, many newer than the device",
      profile(restrictions("▸\(everySwitch)")), target: "platform=iOS,version=13.0",
      expect: .notice("value-is-default", "newer than iOS 13.0")),
    .near(
      "19", "one of them", profile(restrictions("▸<key>allowCamera</key><true/>")),
      expect: .notice("value-is-default", "which is its default")),
    .near(
      "19", "a newer one that is not at its default",
      profile(restrictions("▸<key>allowAppClips</key><false/>")),
      target: "platform=iOS,version=13.0",
      expect: .warning("needs-newer-version")),
    .fine(
      "19", "a switch that does something", profile(restrictions("<key>allowCamera</key><false/>"))),
    .fine(
      "21", "Handoff on a Mac",
      macProfile(restrictions("<key>allowActivityContinuation</key><false/>")),
      target: "platform=macOS,version=15.1,enrollment=device"),
    .says(
      "21", "a restriction that no schema knows, with the state of the catalogue",
      macProfile(restrictions("▸<key>allowTeleportation</key><false/>")),
      target: "platform=macOS,version=15.1",
      expect: .notice("unknown-key", "is not in this catalogue")),
    .near(
      "21", "a key of a known payload that no schema knows, elsewhere",
      profile(
        payload(
          "com.apple.wifi.managed", "<key>SSID_STR</key><string>a</string>▸<key>Zz</key><true/>")),
      expect: .notice("unknown-key", "is not in this catalogue")),
    .says(
      "22", "a key that works and is in no schema",
      macProfile(payload("com.apple.MCX", "▸<key>forceInternetSharingOff</key><true/>")),
      expect: .notice("unknown-key", "is not in this catalogue")),
    .fine(
      "22", "the same with a catalogue of the user's own",
      macProfile(payload("com.apple.MCX", "<key>forceInternetSharingOff</key><true/>"))
    ).knowing("payload\tcom.apple.MCX\n forceInternetSharingOff\tboolean\n").silent("unknown-key"),
    .near(
      "22", "a key beside the one that the catalogue allows",
      macProfile(payload("com.apple.MCX", "▸<key>forceInternetSharingOn</key><true/>")),
      expect: .warning("unknown-key", "did you mean `forceInternetSharingOff`?")
    ).knowing("payload\tcom.apple.MCX\n forceInternetSharingOff\tboolean\n"),
    .near(
      "22", "the key of the user's own catalogue with another type",
      macProfile(
        payload("com.apple.MCX", "<key>forceInternetSharingOff</key>▸<string>yes</string>")),
      expect: .error("wrong-type", "expected a boolean")
    ).knowing("payload\tcom.apple.MCX\n forceInternetSharingOff\tboolean\n"),
    .fine(
      "22", "a payload type of the user's own",
      macProfile(payload("org.pbpolicy.strange", "<key>a</key><true/>"))
    ).knowing("payload\torg.pbpolicy.strange\n a\tboolean\n").silent("unknown-payload-type"),
    .near(
      "22", "a whole payload type that is in no schema",
      macProfile(payload("org.pbpolicy.strange", "<key>a</key><true/>")),
      expect: .notice("unknown-payload-type", "is not in this catalogue")),
    .says(
      "23", "a key in capitals", profile(restrictions("▸<key>AllowCamera</key><false/>")),
      expect: .error("unknown-key", "the key is `allowCamera`")),
    .near(
      "23", "in another payload type",
      profile(
        payload(
          "com.apple.mobiledevice.passwordpolicy", "▸<key>MinLength</key><integer>8</integer>")),
      expect: .error("unknown-key", "minLength")),
    .near(
      "23", "a level deeper",
      macProfile(
        payload(
          dns,
          """
          <key>DNSSettings</key><dict>▸<key>DnsProtocol</key><string>TLS</string></dict>
          """)), expect: .error("unknown-key", "DNSProtocol")),
    .near(
      "23", "a letter too few", profile(restrictions("▸<key>allowCamra</key><false/>")),
      expect: .warning("unknown-key", "did you mean `allowCamera`?")),
    .fine("23", "as it is written", profile(restrictions("<key>allowCamera</key><false/>"))),
  ]

  private static let managedType = "com.apple.ManagedClient.preferences"

  private static let ofPreferences: [ReportRow] = [
    .says(
      "25", "a domain directly in the payload",
      macProfile(
        payload(managedType, "▸<key>com.apple.dock</key><dict><key>autohide</key><true/></dict>")),
      expect: .error("managed-preferences-form", "Forced")),
    .near(
      "25", "settings directly under the domain",
      macProfile(managed("▸<key>autohide</key><true/>")),
      expect: .error("managed-preferences-form", "directly under the domain")),
    .near(
      "25", "no array",
      macProfile(
        managed("▸<key>Forced</key><dict><key>mcx_preference_settings</key><dict/></dict>")),
      expect: .error("managed-preferences-form", "expected an array")),
    .near(
      "25", "no mcx_preference_settings",
      macProfile(
        managed("<key>Forced</key><array>▸<dict><key>autohide</key><true/></dict></array>")),
      expect: .error("managed-preferences-form", "applies nothing")),
    .near(
      "25", "a misspelt level",
      macProfile(
        managed(
          forced("<key>a</key><true/>").replacingOccurrences(
            of: "<key>Forced", with: "▸<key>forced"))),
      expect: .error("managed-preferences-form", "the name is `Forced`")),
    .near(
      "25", "the levels in a payload of the domain's type",
      macProfile(payload("com.apple.dock", "▸\(forced("<key>autohide</key><true/>"))")),
      expect: .error("managed-preferences-form", "holds its settings directly")),
    .near(
      "25", "nothing in it", macProfile(managed(forced(""))),
      expect: .warning("managed-preferences-form", "empty")),
    .near(
      "25", "a setting of the wrong type",
      macProfile(managed(forced("<key>autohide</key>▸<string>yes</string>"))),
      expect: .warning("wrong-type", "autohide")),
    .near(
      "25", "a misspelt setting", macProfile(managed(forced("▸<key>autoHide</key><true/>"))),
      expect: .error("unknown-key", "the key is `autohide`")),
    .fine("25", "where it belongs", macProfile(managed(forced("<key>autohide</key><true/>")))),
    .fine(
      "25", "a domain that nobody knows",
      macProfile(
        managed(forced("<key>Whatever</key><integer>1</integer>"), domain: "org.pbpolicy.x"))),
    .fine(
      "25", "the domain's own payload",
      macProfile(payload("com.apple.dock", "<key>autohide</key><true/>"))),
    .says(
      "28", "global preferences that look empty elsewhere",
      macProfile(
        managed(
          forced("<key>MultipleSessionEnabled</key><false/><key>a</key><true/>"),
          domain: ".GlobalPreferences"
        ).replacingOccurrences(of: "<key>PayloadContent", with: "▸<key>PayloadContent")),
      expect: .notice("managed-preferences-listed", "2 managed settings of `.GlobalPreferences`")),
    .near(
      "28", "another domain", macProfile(managed(forced("<key>autohide</key><true/>"))),
      expect: .notice("managed-preferences-listed", "1 managed setting of `com.apple.dock`")),
    .fine(
      "28", "the domain's own payload, whose settings every tool shows",
      macProfile(payload(".GlobalPreferences", "<key>MultipleSessionEnabled</key><false/>"))
    ).silent("managed-preferences-listed"),
    .near(
      "17", "one preference forced to two values",
      macProfile(managed(forced("<key>autohide</key><true/>"))),
      other(managed(forced("▸<key>autohide</key><false/>"))),
      expect: .warning("managed-preferences-disagree", "`true` in `file1`")),
    .near(
      "17", "a preference forced against its domain's own payload",
      macProfile(payload("com.apple.dock", "<key>autohide</key><true/>")),
      other(managed(forced("▸<key>autohide</key><false/>"))),
      expect: .warning("managed-preferences-disagree", "`true` in `file1`")),
    .fine(
      "17", "one preference forced twice to the same",
      macProfile(managed(forced("<key>autohide</key><true/>"))),
      other(
        managed(forced("<key>autohide</key><true/>")).replacingOccurrences(
          of: "7C1A02", with: "7C1A09"))),
  ]

  private static let closed = "<key>allowOpenFromManagedToUnmanaged</key><false/>"
  private static let board = "<key>requireManagedPasteboard</key><true/>"

  private static let ofClipboard: [ReportRow] = [
    .says(
      "traps", "open-in closed and the clipboard not", profile(restrictions("▸\(closed)")),
      expect: .warning("managed-pasteboard-not-required")),
    .near(
      "traps", "the same on visionOS", profile(restrictions("▸\(closed)")),
      target: "platform=visionOS,version=2.0", expect: .warning("managed-pasteboard-not-required")),
    .near(
      "traps", "the pasteboard key alone", profile(restrictions("▸\(board)")),
      expect: .warning("managed-pasteboard-without-direction")),
    .near(
      "traps", "the pasteboard key in managed preferences",
      macProfile(managed(forced("▸\(board)"), domain: "com.apple.applicationaccess")),
      expect: .warning("managed-pasteboard-not-on-platform")),
    .near(
      "traps", "Handoff under User Enrollment",
      profile(restrictions("▸<key>allowActivityContinuation</key><false/>")),
      target: "platform=iOS,version=18.1,enrollment=user", expect: .warning("handoff-not-in-force")),
    .near(
      "traps", "AirDrop as unmanaged, and open-in open",
      profile(restrictions("▸<key>forceAirDropUnmanaged</key><true/>")),
      expect: .warning("key-without-effect")),
    .fine(
      "traps", "both keys", profile(restrictions(closed + board)),
      target: "platform=iOS,version=18.1"),
    .fine(
      "traps", "both keys in two payloads of one profile",
      profile(restrictions(closed), restrictions(board, number: "03"))),
    .fine(
      "traps", "open-in on a Mac, which has none",
      macProfile(restrictions("<key>allowCamera</key><false/>")),
      target: "platform=macOS,version=15.1"),
  ]
}
