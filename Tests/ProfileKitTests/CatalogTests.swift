import Devices
import Findings
import Foundation
import ProfileKit
import TestSupport
import Testing

private func read(_ text: String) -> (catalog: Catalog, problems: [Catalog.Problem]) {
  Catalog(text: "").adding(Array(text.utf8), named: "test")
}

private let shippedText = try? String(
  contentsOfFile: Repository.root + "Sources/PayloadCatalog/catalog.tsv", encoding: .utf8)

@Suite struct CatalogTests {
  @Test func keysAreFoundToAnyDepth() throws {
    let tcc = try #require(Catalog.standard.payload("com.apple.TCC.configuration-profile-policy"))
    for service in ["SystemPolicyAllFiles", "Camera", "SystemPolicyAppBundles"] {
      let key = try #require(tcc.key(at: ["Services", service, "[]", "Authorization"]))
      #expect(key.type == "string" && key.values.contains("AllowStandardUserToSetSystemService"))
      #expect(key.support(on: .macOS)?.introduced == OSVersion(11))
      #expect(key.support(on: .iOS) == nil)
      #expect(tcc.key(at: ["Services", service, "[]", "Allowed"])?.isRequired == false)
    }
    let home = try #require(Catalog.standard.payload("com.apple.homescreenlayout"))
    var path = ["Pages", "[]", "[]"]
    for _ in 0..<50 { path += ["Pages", "[]", "[]"] }
    #expect(home.key(at: path + ["Type"])?.values == ["App", "Application", "Folder", "WebClip"])
    let forced = ["PayloadContent", "com.example.app", "Forced", "[]", "mcx_preference_settings"]
    let managed = try #require(Catalog.standard.payload("com.apple.ManagedClient.preferences"))
    #expect(managed.key(at: forced)?.isRequired == true)
    #expect(managed.key(at: forced + ["anything"])?.type == "any")
  }

  @Test func filesThatShareATypeAreJoined() throws {
    let mcx = try #require(Catalog.standard.payload("com.apple.MCX"))
    for key in [
      "DisableGuestAccount", "com.apple.EnergySaver.portable.ACPower", "dontAllowFDEDisable",
      "cachedaccounts.expiry.delete.disusedSeconds", "timeServer", "RequireAdminForIBSS",
    ] { #expect(mcx.keys[key] != nil, "\(key)") }
    let sso = try #require(Catalog.standard.payload("com.apple.extensiblesso"))
    #expect(sso.keys["Type"]?.values == ["Credential", "Redirect"])
    #expect(sso.keys["Type"]?.isRequired == true && sso.keys["Realm"]?.isRequired == false)
    let data = try #require(sso.keys["ExtensionData"])
    #expect(data.key("cacheName")?.type == "string" && data.key("whatever")?.type == "any")
    #expect(!data.listsKeys)
  }

  @Test func aKeyInheritsAndSaysWhatDiffers() throws {
    let text = """
      payload\ta\ton=iOS:8.0;supervised;no-manual-install macOS:10.7;multiple
       one\tdictionary\ton=iOS:9.0 macOS:none
        two\tstring\ton=iOS:;no-supervised;deprecated=12.0
        three\tstring\ton=macOS:11.0;user-enrollment=forbidden
       four\tstring
      """
    let (catalog, problems) = read(text)
    #expect(problems == [])
    let payload = try #require(catalog.payload("a"))
    let one = try #require(payload.keys["one"])
    #expect(one.support(on: .iPadOS)?.needsSupervision == true && one.support[.macOS] == nil)
    let two = try #require(one.key("two")?.support(on: .iOS))
    #expect(two.introduced == OSVersion(9) && two.deprecated == OSVersion(12))
    #expect(!two.needsSupervision && !two.manualInstall)
    #expect(one.key("two")?.support(on: .macOS) == nil)
    let three = try #require(one.key("three")?.support(on: .macOS))
    #expect(three.introduced == OSVersion(11) && three.userEnrollment == .forbidden)
    #expect(three.allowsMultiple == nil)
    #expect(payload.keys["four"]?.support == payload.support)
    #expect(payload.support[.macOS]?.allowsMultiple == true)
  }

  @Test func aLaterLayerChangesTheOneBelow() throws {
    let text = """
      layer\told
      payload\ta\ton=iOS:8.0
       list\tarray\trequired\tas=List
        []\tdictionary
         name\tstring\tvalues=a|b
       other\tarray\tlike=List
       Anyone\tdictionary
        inside\tboolean\trequired
       gone\tstring
      layer\tnew
      payload\ta
       list\toptional\ton=iOS:;deprecated=20.0
        []
         name\tvalues=a|b|c
         more\tinteger\trange=1..
       gone\tdrop
       Anyone\tany-name
      payload\tb\tnames
      """
    let (catalog, problems) = read(text)
    #expect(problems == [])
    let payload = try #require(catalog.payload("a"))
    #expect(payload.keys["list"]?.isRequired == false)
    #expect(payload.keys["list"]?.layers == ["old", "new"])
    #expect(payload.keys["list"]?.support[.iOS]?.deprecated == OSVersion(20))
    for list in ["list", "other"] {
      #expect(payload.key(at: [list, "[]", "name"])?.values == ["a", "b", "c"])
      #expect(payload.key(at: [list, "[]", "more"])?.minimum == 1)
      #expect(payload.key(at: [list, "[]", "more"])?.layers == ["new"])
    }
    #expect(payload.keys["other"]?.support[.iOS]?.deprecated == nil)
    #expect(payload.keys["gone"] == nil && payload.keys["Anyone"] == nil)
    #expect(payload.key(at: ["whoever", "inside"])?.isRequired == true)
    #expect(catalog.payload("b")?.listsKeys == false && payload.listsKeys)
  }

  @Test func aKeyThatWasTakenAwayComesBackAsAnother() throws {
    let text = """
      payload\ta
       shared\tdictionary\tas=S
        x\tstring\trequired
        y\tstring
       other\tdictionary\talso=S
        y\toptional
      payload\ta
       shared
        x\tdrop
        x\tinteger
      """
    let (catalog, problems) = read(text)
    #expect(problems == [])
    let payload = try #require(catalog.payload("a"))
    let shared = try #require(payload.keys["shared"])
    #expect(shared.keyNames == ["y", "x"] && shared.key("x")?.types == ["integer"])
    #expect(shared.key("x")?.isRequired == false && shared.requiredKeys.isEmpty)
    // What was shared before stays with the other.
    let other = try #require(payload.keys["other"])
    #expect(other.keyNames == ["x", "y"] && other.key("x")?.types == ["string"])
    #expect(other.requiredKeys.map(\.name) == ["x"])
    #expect(shared.key("y")?.types == other.key("y")?.types)
    #expect(other.key("z") == nil && payload.key(at: ["nothing"]) == nil)
  }

  @Test func aNewerSchemaTakesTheOldOnesPlace() throws {
    let base = Catalog(
      text: "layer\tschema\ta\npayload\ta\ton=iOS:8.0;supervised\n x\tstring\n y\tstring")
    let newer = "layer\tschema\tb\tiOS:30.0\npayload\ta\ton=iOS:8.0\n x\tinteger"
    let (catalog, problems) = base.adding(Array(newer.utf8), named: "newer")
    let payload = try #require(catalog.payload("a"))
    #expect(problems == [] && payload.keys.keys.sorted() == ["x"])
    #expect(payload.keys["x"]?.types == ["integer"])
    #expect(payload.support[.iOS]?.needsSupervision == false)
    #expect(catalog.newestVersion(.iPadOS) == OSVersion(30))
  }

  @Test func escapedNamesAndValuesAreThemselves() throws {
    let names = ["*", "[]", " lead", "tab\tin", "back\\slash", "a|b", "line\nfeed", "ä\u{301}"]
    for name in names {
      let field = Catalog.name(name)
      let values = names.map { Catalog.field($0, inList: true) }.joined(separator: "|")
      let text = "payload\ta\n \(field)\tstring\tvalues=\(values)\tdefault=\(Catalog.field(name))"
      let (catalog, problems) = read(text)
      let key = try #require(catalog.payload("a")?.keys[name], "\(name)")
      #expect(problems == [] && key.values == names && key.defaultValue == name)
    }
  }

  @Test(arguments: [
    ("payload", 1, "before any key"), ("x\ty", 1, "expected `layer` or `payload`"),
    ("payload\ta\nkey", 2, "a key after a space"), ("payload\ta\n  k\tstring", 2, "nothing 1 deep"),
    ("payload\ta\n k\tstrnig", 2, "`strnig` says nothing"),
    ("payload\ta\n k\tlike=b", 2, "nothing before this line is called `b`"),
    ("payload\ta\n k\ton=iSO:1.0", 2, "expected a platform"),
    ("payload\ta\n\n#\n k\ton=iOS:1.x", 4, "`1.x` says nothing of iOS"),
    ("payload\ta\n k\ton=iOS:1.0;supervizd", 2, "`supervizd`"),
    ("payload\ta\tkeys", 1, "expected `names`"), ("layer", 1, "before any key"),
    ("layer\ta\tb\tiOS", 1, "a layer's name"), ("payload\ta\n k\tany-name", 2, "no key `k`"),
  ])
  func whatIsNotUnderstoodIsSaidWithItsLine(_ text: String, _ line: Int, _ words: String) {
    let problems = read(text).problems
    #expect(problems.first?.line == line, "\(problems)")
    #expect(problems.first?.message.contains(words) == true, "\(problems)")
  }

  @Test func onlyTheAddedTextIsFoundFaultWith() {
    let base = Catalog(text: "payload\ta\n k\tstrnig")
    #expect(base.adding(Array("payload\ta\n l\tstring".utf8), named: "x").1 == [])
  }

  /// A twin that reads the shipped text by lines alone: every key of it is there.
  @Test func everyLineOfTheShippedTextIsAKey() throws {
    let text = try #require(shippedText)
    let (catalog, problems) = read(text)
    #expect(problems == [])
    var counts: [String: Int] = [:]
    var type = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("layer\tdocumentation") { break }
      let fields = line.split(separator: "\t")
      if fields[0] == "payload" { type = String(fields[1]) }
      if line.hasPrefix(" ") { counts[type, default: 0] += 1 }
    }
    #expect(counts.count == 122)
    let schema = Catalog(
      text: String(text[..<(try #require(text.firstRange(of: "\nlayer\tdocum")).lowerBound)]))
    for (type, count) in counts {
      let payload = try #require(schema.payload(type))
      var seen: Set<Int> = []
      #expect(keys(in: payload.dictionary, &seen).count == count, "\(type)")
      #expect(catalog.payload(type) != nil)
    }
  }

  /// The keys inside, each once.
  private func keys(in key: KeyDefinition, _ seen: inout Set<Int>) -> [KeyDefinition] {
    guard seen.insert(key.insideIdentity).inserted else { return [] }
    let inside =
      key.keyNames.compactMap { key.key($0) } + [key.wildcard, key.element].compactMap(\.self)
    return inside + inside.flatMap { keys(in: $0, &seen) }
  }

  /// Both ways of asking for support agree, for every key of every type.
  @Test func supportIsOneThing() throws {
    for type in Catalog.standard.payloadTypes {
      let payload = try #require(Catalog.standard.payload(type))
      var seen: Set<Int> = []
      for key in keys(in: payload.dictionary, &seen) {
        let all = key.support
        for platform in [Platform.iOS, .macOS, .tvOS, .visionOS, .watchOS] {
          #expect(key.support(on: platform) == all[platform], "\(type) \(key.name)")
        }
      }
    }
  }

  /// Damaged text: nothing traps, and whatever is read stays within its bounds.
  @Test func aNameThatIsNoUTF8IsFoundAsItIsListed() {
    let catalog = Catalog(bytes: Array("payload\tcom.ex".utf8) + [0xFF, 0xC3, UInt8(ascii: "\n")])
    #expect(catalog.payloadTypes.count == 1)
    #expect(catalog.payloadTypes.allSatisfy { catalog.payload($0) != nil })
  }

  @Test func damagedTextNeverTraps() throws {
    let text = Array(try #require(shippedText).utf8)
    var generator = SeededGenerator(state: 31)
    for _ in 0..<25 {
      var bytes = text
      let start = Int.random(in: 0..<bytes.count, using: &generator)
      bytes = Array(bytes[start..<min(bytes.count, start + 6000)])
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let words = [
          "\n", "\t", " ", "payload\t", "like=a", "as=a", "*", "[]", "=", "|", "\\", "\u{0}",
        ]
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
        default:
          bytes.insert(
            contentsOf: Array((words.randomElement(using: &generator) ?? "").utf8), at: place)
        }
      }
      let (catalog, problems) = Catalog.standard.adding(bytes, named: "damaged")
      #expect(problems.allSatisfy { $0.line > 0 && !$0.message.contains("\n") })
      for type in catalog.payloadTypes.prefix(200) {
        var seen: Set<Int> = []
        _ = keys(
          in: catalog.payload(type)?.dictionary
            ?? Catalog.standard.payload("com.apple.dock")!.dictionary, &seen
        ).map(\.support)
      }
    }
  }
}
