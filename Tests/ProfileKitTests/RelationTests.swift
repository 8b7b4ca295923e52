import Findings
import Foundation
import Testing

@testable import ProfileKit

/// The table of what Apple says in prose, held against what the catalogue knows of the same keys.
@Suite struct RelationTests {
  /// A name that no payload has would make a relation silent for ever.
  @Test func everyNameIsKnown() throws {
    for relation in KeyRelation.all {
      let known = try relation.types.map { type in
        let definition = try #require(Catalog.standard.payload(type), "\(type)")
        return Set(definition.key(at: relation.path)?.keyNames ?? [])
      }
      for name in relation.keys + (relation.condition?.keys ?? []) {
        #expect(
          known.contains { $0.contains(name) },
          "\(relation.types): \(relation.path) has no `\(name)`")
      }
    }
  }

  /// A value that a key cannot have as well.
  @Test func everyValueIsPossible() throws {
    for relation in KeyRelation.all {
      for type in relation.types {
        guard let dictionary = Catalog.standard.payload(type)?.key(at: relation.path) else {
          continue
        }
        for (name, value) in relation.condition?.values ?? [] {
          guard let key = dictionary.keys[name], !key.values.isEmpty else { continue }
          #expect(key.values.contains(value), "\(type): `\(name)` is never `\(value)`")
        }
      }
    }
  }

  /// What a condition takes an absent key for is what the catalogue says it is.
  @Test func defaultsAgree() {
    for relation in KeyRelation.all {
      for (name, value) in relation.condition?.defaults ?? [] {
        for type in relation.types {
          guard let key = Catalog.standard.payload(type)?.key(at: relation.path)?.keys[name] else {
            continue
          }
          #expect(key.defaultValue == value, "\(type): `\(name)`")
        }
      }
    }
  }

  /// A table is only opened for the types it names: it names those of all that is in it, and no
  /// other.
  @Test func tablesNameTheirTypes() {
    for table in KeyRelation.tables {
      #expect(Set(table.relations().flatMap(\.types)) == Set(table.types))
    }
    for type in Set(KeyRelation.all.flatMap(\.types)) {
      let paths = KeyRelation.all.filter { $0.types.contains(type) }.map(\.path)
      #expect(KeyRelation.of(type).map(\.path) == paths, "\(type)")
    }
    #expect(KeyRelation.of("com.example.strange").isEmpty)
  }

  @Test func thereAreSeveralDozen() {
    #expect(KeyRelation.all.count >= 100)
  }

  /// Many payloads that lean on each other are looked at once each.
  @Test func manyPayloads() {
    let keys = """
      <key>enforcedSoftwareUpdateDelay</key><integer>3</integer><key>forceAirDropUnmanaged</key><true/>
      """
    let payloads = (10..<410).map { restrictions(keys, number: "\($0)") }.joined()
    let found = Validation([read(profile(payloads))]).findings.filter {
      $0.rule == "key-without-effect"
    }
    #expect(found.count == 101)
  }

  /// Sentences of Apple's, each with a payload that goes against it, and one beside it that does not.
  @Test(arguments: [
    (
      "com.apple.configurationprofile.identification", "companion-key-missing",
      "<key>PayloadIdentification</key><dict><key>AuthMethod</key><string>Password</string></dict>",
      "<key>PayloadIdentification</key><dict><key>AuthMethod</key><string>UserEnteredPassword</string></dict>"
    ),
    (
      "com.apple.vpn.managed.applayer", "companion-key-missing",
      "<key>VPNType</key><string>IKEv2</string>",
      "<key>VPNType</key><string>IKEv2</string><key>IKEv2</key><dict/>"
    ),
    (
      "com.apple.vpn.managed.applayer", "unknown-key",
      "<key>VPNType</key><string>IKEv2</string><key>IKEv2</key><dict><key>RemoteAdress</key><string>a</string></dict>",
      "<key>VPNType</key><string>IKEv2</string><key>IKEv2</key><dict><key>RemoteAddress</key><string>a</string></dict>"
    ),
    (
      "com.apple.vpn.managed", "key-without-effect",
      "<key>VPNType</key><string>IKEv2</string><key>PPP</key><dict/>",
      "<key>VPNType</key><string>L2TP</string><key>PPP</key><dict/>"
    ),
    (
      "com.apple.vpn.managed", "key-without-effect",
      "<key>IKEv2</key><dict><key>EnforceRoutes</key><integer>1</integer><key>IncludeAllNetworks</key><integer>1</integer></dict>",
      "<key>VPNType</key><string>IKEv2</string><key>IKEv2</key><dict><key>EnforceRoutes</key><integer>1</integer></dict>"
    ),
    (
      "com.apple.wifi.managed", "key-without-effect",
      "<key>EAPClientConfiguration</key><dict><key>AcceptEAPTypes</key><array><integer>13</integer></array><key>OuterIdentity</key><string>a</string></dict>",
      "<key>EAPClientConfiguration</key><dict><key>AcceptEAPTypes</key><array><integer>13</integer><integer>25</integer></array><key>OuterIdentity</key><string>a</string></dict>"
    ),
    (
      "com.apple.wifi.managed", "value-does-not-fit",
      "<key>EAPClientConfiguration</key><dict><key>TLSMinimumVersion</key><string>1.3</string><key>TLSMaximumVersion</key><string>1.2</string></dict>",
      "<key>EAPClientConfiguration</key><dict><key>TLSMinimumVersion</key><string>1.2</string><key>TLSMaximumVersion</key><string>1.2</string></dict>"
    ),
    (
      "com.apple.security.acme", "value-does-not-fit",
      "<key>KeyType</key><string>ECSECPrimeRandom</string><key>KeySize</key><integer>2048</integer>",
      "<key>KeyType</key><string>RSA</string><key>KeySize</key><integer>2048</integer>"
    ),
    (
      "com.apple.security.acme", "value-does-not-fit",
      "<key>Attest</key><true/><key>HardwareBound</key><false/>",
      "<key>Attest</key><false/><key>HardwareBound</key><false/>"
    ),
    (
      "com.apple.security.scep", "value-not-allowed",
      "<key>PayloadContent</key><dict><key>Key Usage</key><integer>3</integer></dict>",
      "<key>PayloadContent</key><dict><key>Key Usage</key><integer>5</integer></dict>"
    ),
    (
      "com.apple.webcontent-filter", "key-without-effect",
      "<key>UserName</key><string>a</string>",
      "<key>FilterType</key><string>Plugin</string><key>UserName</key><string>a</string>"
    ),
    (
      "com.apple.mobiledevice.passwordpolicy", "value-not-allowed",
      "<key>maxInactivity</key><integer>61</integer>",
      "<key>maxInactivity</key><integer>60</integer>"
    ),
  ])
  func sentences(_ type: String, _ rule: String, _ wrong: String, _ right: String) {
    for (keys, isWrong) in [(wrong, true), (right, false)] {
      let found = Validation([read(profile(payload(type, keys)))]).findings
      #expect(
        found.contains { $0.rule.name == rule } == isWrong,
        "\(keys): \(found.map { "\($0.rule) \($0.message)" })")
    }
  }

  /// A value of another type is said to be of another type, and that alone.
  @Test func oneComplaintAPlace() {
    let text = profile(
      payload(
        "com.apple.vpn.managed",
        "<key>VPNType</key><integer>3</integer><key>UserDefinedName</key><string>a</string>"),
      payload(
        "com.apple.mobiledevice.passwordpolicy", "<key>minLength</key><string>99</string>",
        number: "03"))
    let found = Validation([read(text)]).findings
    let places = found.filter { ["wrong-type", "value-not-allowed"].contains($0.rule) }
    #expect(places.map(\.rule) == ["wrong-type", "wrong-type"], "\(places.map(\.message))")
  }

  /// A payload of a strange type without a version: said once.
  @Test func oneMissingKeyOnce() {
    let text = profile(
      payload("org.pbpolicy.strange", "").replacingOccurrences(
        of: "<key>PayloadVersion</key><integer>1</integer>\n", with: ""))
    let found = Validation([read(text)]).findings.filter { $0.rule == "missing-required-key" }
    #expect(found.map(\.severity) == [.warning], "\(found)")
  }

  /// Another payload lifts what it stands in the way of.
  @Test func payloadsJoin() {
    let files = [
      read(profile(restrictions("<key>forceAirDropUnmanaged</key><true/>"))),
      PlistFile(
        reading: Array(
          profile(
            restrictions("<key>allowOpenFromManagedToUnmanaged</key><false/>", number: "07"),
            identifier: "org.pbpolicy.b", uuid: "08"
          ).utf8), path: "q"),
    ]
    #expect(Validation(files).findings.allSatisfy { $0.rule != "key-without-effect" })
    #expect(Validation([files[0]]).findings.contains { $0.rule == "key-without-effect" })
  }
}

extension KeyCondition {
  /// The keys it looks at.
  var keys: [String] {
    switch self {
    case .has(let key), .lacks(let key), .equals(let key, _, _), .differs(let key, _, _),
      .lists(let key, _), .listsNone(let key, _):
      [key]
    case .all(let parts), .any(let parts): parts.flatMap(\.keys)
    }
  }

  /// The values it compares keys with.
  var values: [(String, String)] {
    switch self {
    case .equals(let key, let value, _), .differs(let key, let value, _): [(key, value)]
    case .all(let parts), .any(let parts): parts.flatMap(\.values)
    default: []
    }
  }

  /// The values it takes absent keys for.
  var defaults: [(String, String)] {
    switch self {
    case .equals(let key, let value, true): [(key, value)]
    case .all(let parts), .any(let parts): parts.flatMap(\.defaults)
    default: []
    }
  }
}
