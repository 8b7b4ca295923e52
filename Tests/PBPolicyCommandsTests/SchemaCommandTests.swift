import Foundation
import ProfileKit
import StrictJSON
import TestSupport
import Testing

@testable import PBPolicyCommands

@Suite("schema and --catalog")
struct SchemaCommandTests {
  @Test("every payload type is shown within 80 columns, and as JSON")
  func everyTypeIsShown() throws {
    for type in Catalog.standard.payloadTypes {
      let text = run(["schema", "show", type])
      #expect(text.status == .success && text.error.isEmpty, "\(type)")
      #expect(text.output.hasPrefix(type + "\n"))
      for line in text.output.split(separator: "\n") where line.count > 80 {
        #expect(!line.drop { $0 == " " }.contains(" "), "\(line)")
      }
      let json = run(["schema", "show", type, "--format", "json"]).output
      #expect(try JSONValue(parsing: Array(json.utf8))["type"]?.string == type)
    }
  }

  @Test("a path of keys leads to any depth, dots in keys and all")
  func paths() {
    for path in [
      "com.apple.TCC.configuration-profile-policy.Services.Camera[].Allowed",
      "com.apple.TCC.configuration-profile-policy.Services.Camera.Allowed",
      "com.apple.homescreenlayout.Pages[][].Pages[][].URL",
      "com.apple.MCX.com.apple.EnergySaver.desktop.ACPower.Wake on LAN",
      "com.apple.vpn.managed.IKEv2.IKESecurityAssociationParameters.PostQuantumKeyExchangeMethods[]",
      "com.apple.ManagedClient.preferences.PayloadContent.anything.Forced",
    ] {
      let outcome = run(["schema", "show", path])
      #expect(outcome.status == .success, "\(outcome.error)")
    }
    #expect(run("schema show com.apple.dock.autohide").output.contains("  boolean"))
  }

  @Test("what is not there is answered with the nearest name")
  func nearest() {
    for (wanted, near) in [
      ("com.apple.wifi.manged", "com.apple.wifi.managed"),
      ("com.apple.wifi.managed.EAPClientConfguration", "EAPClientConfiguration"),
      ("com.apple.TCC.configuration-profile-policy.Services.Camera.Alowed", "Allowed"),
    ] {
      let outcome = run("schema show \(wanted)")
      #expect(outcome.status == .usage)
      #expect(outcome.error.contains("did you mean `\(near)`?"), "\(outcome.error)")
    }
    #expect(run("schema show x").status == .usage)
  }

  @Test("types are listed by words and platform")
  func list() throws {
    let all = run("schema list --quiet").output
    for type in Catalog.standard.payloadTypes { #expect(all.contains(type)) }
    #expect(
      run("schema list --platform visionOS VPN managed app --quiet").output.contains("applayer"))
    #expect(run("schema list --platform tvOS dock --quiet").output.isEmpty)
    let json = try JSONValue(parsing: Array(run("schema list dock --format json").output.utf8))
    #expect(json.array?.first?["platforms"]?["macOS"]?["introduced"]?.string == "10.7")
  }

  @Test("a catalogue is imported, used, and silences what it knows")
  func importAndUse() throws {
    try withFolder { folder in
      let schema = """
        payload:
          payloadtype: com.example.app
          supportedOS: {macOS: {introduced: '10.7'}}
        payloadkeys:
        - {key: Level, type: <integer>, range: {min: 1, max: 5}}
        """
      try schema.write(toFile: folder + "/a.yaml", atomically: true, encoding: .utf8)
      let written = run(["schema", "import", folder, "-o", folder + "/own.tsv", "--layer", "mine"])
      #expect(written.status == .success, "\(written.error)")
      let text = try String(contentsOfFile: folder + "/own.tsv", encoding: .utf8)
      #expect(run(["schema", "import", folder, "--layer", "mine"]).output == text)
      let profile = """
        <plist version="1.0"><dict><key>PayloadType</key><string>com.example.app</string>
        <key>Level</key><integer>9</integer></dict></plist>
        """
      try profile.write(toFile: folder + "/a.plist", atomically: true, encoding: .utf8)
      let plain = run(["validate", folder + "/a.plist"]).output
      #expect(plain.contains("com.example.app` is not in this catalogue"))
      let known = run(["validate", folder + "/a.plist", "--catalog", folder + "/own.tsv"])
      #expect(known.output.contains("`Level` is 9, expected 1 to 5"), "\(known.output)")
      #expect(!known.output.contains("not in this catalogue"))
      let shown = run(["schema", "show", "com.example.app", "--catalog", folder + "/own.tsv"])
      #expect(shown.output.contains("known from mine"))
    }
  }

  @Test("a catalogue with a mistake stops the run and names the line")
  func badCatalogue() throws {
    try withFolder { folder in
      let path = folder + "/own.tsv"
      try "payload\ta\n key\tstrnig\n".write(toFile: path, atomically: true, encoding: .utf8)
      let outcome = run(["schema", "list", "--catalog", path])
      #expect(outcome.status == .findings && outcome.output.isEmpty)
      #expect(outcome.error.contains("\(path):2:1: error: `strnig` says nothing of a key"))
      #expect(run(["schema", "list", "--catalog", folder + "/none"]).status == .file)
      #expect(run(["schema", "import", folder + "/none"]).status == .file)
      let empty = run(["schema", "import", folder])
      #expect(empty.status == .file && empty.error.contains("no schema in"))
    }
  }
}
