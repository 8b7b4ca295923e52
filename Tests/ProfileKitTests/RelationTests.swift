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
      .lists(let key, _):
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
