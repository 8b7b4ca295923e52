import Findings
import PolicyFiles
import PolicyKit
import Testing

/// Somebody else's settings, carried over as far as they go, and never silently less.
@Suite struct PolicyImportTests {
  struct Case: CustomStringConvertible, Sendable {
    let title: String
    let text: String
    let source: PolicyImport.Source
    /// The rules that come out, each `effect id`, watched ones with a question mark.
    let rules: [String]
    /// What is said: `rule path`.
    let says: [String]
    var description: String { title }
  }

  static let cases: [Case] = [
    Case(
      title: "Chrome: nothing out, reports on what comes in, pages that we cannot name",
      text: """
        { "DataControlsRules": [
          { "name": "No copying out", "sources": { "urls": ["*"] },
            "destinations": { "os_clipboard": true },
            "restrictions": [{ "class": "CLIPBOARD", "level": "BLOCK" },
                             { "class": "SCREENSHOT", "level": "BLOCK" }] },
          { "name": "Watch pasting", "sources": { "os_clipboard": true },
            "restrictions": [{ "class": "CLIPBOARD", "level": "REPORT" }] },
          { "name": "Sales", "sources": { "urls": ["sales.example.com"] },
            "restrictions": [{ "class": "CLIPBOARD", "level": "BLOCK" }] } ] }
        """, source: .chrome, rules: ["deny no-copying-out", "deny? watch-pasting"],
      says: [
        "import-changed DataControlsRules[0]",
        "import-left-out DataControlsRules[0].restrictions[1]",
        "import-changed DataControlsRules[1]", "import-left-out DataControlsRules[2]",
      ]),
    Case(
      title: "Chrome: what Allow takes back is not carried over",
      text: """
        [ { "name": "a", "sources": { "urls": ["*"] }, "restrictions": [{ "class": "CLIPBOARD", "level": "BLOCK" }] },
          { "name": "b", "sources": { "urls": ["*"] }, "restrictions": [{ "class": "CLIPBOARD", "level": "ALLOW" }] } ]
        """, source: .chrome, rules: [],
      says: ["import-carried-over [0]", "import-carried-over [1]"]),
    Case(
      title: "Intune: managed apps with paste in, and fifty characters",
      text: """
        { "@odata.type": "#microsoft.graph.iosManagedAppProtection", "displayName": "Clinic",
          "allowedOutboundClipboardSharingLevel": "managedAppsWithPasteIn",
          "allowedOutboundClipboardSharingExceptionLength": 50, "pinRequired": true,
          "saveAsBlocked": true }
        """, source: .intune, rules: ["deny clinic-managed-data-stays-inside"],
      says: [
        "import-unrelated ", "import-changed allowedOutboundClipboardSharingLevel",
        "import-left-out saveAsBlocked",
      ]),
    Case(
      title: "Intune: a collection, everything blocked",
      text: """
        { "value": [ { "displayName": "", "allowedOutboundClipboardSharingLevel": "blocked" },
                     { "allowedOutboundClipboardSharingLevel": "allApps" } ] }
        """, source: .intune,
      rules: [
        "deny managed-data-stays-inside", "deny nothing-comes-in", "deny nothing-between-apps",
      ],
      says: [
        "import-carried-over value[0].allowedOutboundClipboardSharingLevel",
        "import-changed value[0].allowedOutboundClipboardSharingLevel",
        "import-changed value[0].allowedOutboundClipboardSharingLevel",
        "import-carried-over value[1].allowedOutboundClipboardSharingLevel",
      ]),
    Case(
      title: "Android: the default blocks work to personal",
      text:
        #"{ "name": "x", "crossProfilePolicies": { "showWorkContactsInPersonalProfile": "A" } }"#,
      source: .android, rules: ["deny work-stays-at-work"],
      says: [
        "import-unrelated ", "import-changed crossProfilePolicies",
        "import-left-out crossProfilePolicies.showWorkContactsInPersonalProfile",
      ]),
    Case(
      title: "Android: allowed",
      text:
        #"{ "crossProfilePolicies": { "crossProfileCopyPaste": "CROSS_PROFILE_COPY_PASTE_ALLOWED" } }"#,
      source: .android, rules: [],
      says: ["import-carried-over crossProfilePolicies.crossProfileCopyPaste"]),
    Case(
      title: "Remote Desktop: an .rdp file",
      text: "full address:s:host.example.com\nredirectclipboard:i:0\n", source: .remoteDesktop,
      rules: ["deny nothing-into-a-session"],
      says: [
        "import-unrelated ", "import-changed redirectclipboard",
        "import-left-out redirectclipboard",
      ]),
    Case(
      title: "Remote Desktop: a registry export with levels",
      text: """
        Windows Registry Editor Version 5.00

        [HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Microsoft\\Windows NT\\Terminal Services]
        "CSClipLevel"=dword:00000001
        "SCClipLevel"=dword:00000000
        """, source: .remoteDesktop, rules: ["deny only-some-types-into-a-session"],
      says: ["import-carried-over CSClipLevel", "import-left-out SCClipLevel"]),
    Case(
      title: "Citrix: text only, and no more than ten kilobytes",
      text: """
        { "RestrictSessionClipboardWrite": "Enabled",
          "SessionClipboardWriteAllowedFormats": ["CF_UNICODETEXT", "CF_RIFF"],
          "LimitClipboardTransferC2H": 10, "RestrictClientClipboardWrite": "Enabled" }
        """, source: .citrix,
      rules: ["deny only-some-types-into-a-session", "deny only-so-much-into-a-session"],
      says: [
        "import-carried-over RestrictSessionClipboardWrite",
        "import-left-out SessionClipboardWriteAllowedFormats[1]",
        "import-carried-over LimitClipboardTransferC2H",
        "import-left-out RestrictClientClipboardWrite",
      ]),
  ]

  @Test(arguments: [
    "RedirectClipboard:i:0\n", "REDIRECTCLIPBOARD:I:0\n", "\"FDISABLECLIP\"=DWORD:00000001\n",
    "redirectclipboard:i:0\nRedirectClipboard:i:0\n",
  ])
  func windowsAsksForNoCase(text: String) throws {
    let result = try #require(PolicyImport.read(Array(text.utf8), path: "a.rdp").result)
    #expect(result.policy.rules.map(\.effect) == [.deny])
  }

  @Test func aSettingThatContradictsItselfIsRefused() {
    let text = "redirectclipboard:i:1\naudiomode:i:0\naudiomode:i:1\nRedirectClipboard:i:0\n"
    let (result, findings) = PolicyImport.read(Array(text.utf8), path: "a.rdp")
    #expect(result == nil)
    #expect(findings.map(\.rule) == [.policyDuplicateKey])
    #expect(findings.first?.location.line == 4 && findings.first?.related.first?.location.line == 1)
  }

  @Test(arguments: [
    (#"{"fDisableClip":1}"#, PolicyImport.Source.citrix, "`--from remote-desktop`"),
    (#"{"screenCaptureDisabled":true}"#, .android, ""), ("audiomode:i:0\n", .remoteDesktop, ""),
  ])
  func anImportOfNothingIsRefused(text: String, source: PolicyImport.Source, help: String) throws {
    let (result, findings) = PolicyImport.read(Array(text.utf8), path: "a", from: source)
    #expect(result == nil && findings.map(\.rule) == [.importUnknown])
    let told = findings.first?.help ?? ""
    #expect(help.isEmpty ? told.isEmpty : told.contains(help), "\(told)")
  }

  @Test func aLineThatNamesASettingIsNeverPassedOver() throws {
    let line = "    fDisableClip    REG_DWORD    0x1\n"
    let alone = PolicyImport.read(Array(line.utf8), path: "a", from: .remoteDesktop)
    #expect(alone.result == nil && alone.findings.contains { $0.rule == .importLeftOut })
    let both = PolicyImport.read(Array(("redirectclipboard:i:1\n" + line).utf8), path: "a.rdp")
    let told = try #require(both.result).findings.first { $0.rule == .importLeftOut }
    #expect(told?.location.line == 2 && told?.severity == .warning)
  }

  @Test(arguments: cases) func isCarriedOverAsFarAsItGoes(_ given: Case) throws {
    let (result, problems) = PolicyImport.read(Array(given.text.utf8), path: "in")
    let found = try #require(result, "\(problems)")
    #expect(found.source == given.source)
    let rules = found.policy.rules.map {
      "\($0.effect.rawValue)\($0.mode == .auditOnly ? "?" : "") \($0.id)"
    }
    #expect(rules == given.rules)
    #expect(found.findings.map { "\($0.rule) \($0.keyPath)" } == given.says)
    #expect(found.findings.allSatisfy { $0.location.line > 0 })
    let (policy, findings) = PolicyCompiler([found.policy]).compile()
    #expect(policy != nil, "\(findings)")
  }

  private func decide(_ text: String, _ values: [(Attribute, [String])]) throws -> Posture {
    let found = try #require(PolicyImport.read(Array(text.utf8), path: "in").result)
    let policy = try #require(PolicyCompiler([found.policy]).compile().policy)
    var builder = RequestBuilder(askedBy: .app)
    let common: [(Attribute, [String])] = [
      (.operation, ["paste"]), (.platform, ["iOS"]), (.osVersion, ["17.0"]),
      (.pasteboard, ["general"]), (.trigger, ["user"]),
    ]
    for (attribute, texts) in common + values {
      builder.values[attribute] = try attribute.value(of: texts)
    }
    return PolicyKit.decide(try builder.request(), policy: policy).outcome
  }

  @Test func fiftyCharactersMayLeave() throws {
    let text = """
      { "allowedOutboundClipboardSharingLevel": "managedApps",
        "allowedOutboundClipboardSharingExceptionLength": 50 }
      """
    let out: [(Attribute, [String])] = [(.sourceManaged, ["yes"]), (.destinationManaged, ["no"])]
    #expect(try decide(text, out + [(.contentCharacters, ["50"])]) == .allow)
    #expect(try decide(text, out + [(.contentCharacters, ["51"])]) == .deny)
    #expect(try decide(text, out) == .deny)
    let into: [(Attribute, [String])] = [(.sourceManaged, ["no"]), (.destinationManaged, ["yes"])]
    #expect(try decide(text, into + [(.contentCharacters, ["50"])]) == .deny)
    #expect(
      try decide(text, [(.sourceManaged, ["yes"]), (.destinationManaged, ["yes"])]) == .allow)
    #expect(try decide(text, [(.destinationManaged, ["no"])]) == .deny)
  }

  @Test func textMayGoIntoASessionAndImagesMayNot() throws {
    let text = #"{ "CSClipLevel": 1 }"#
    let into: [(Attribute, [String])] = [(.destinationKind, ["remote-session"])]
    #expect(try decide(text, into + [(.contentType, ["public.utf8-plain-text"])]) == .allow)
    #expect(try decide(text, into + [(.contentType, ["public.png"])]) == .deny)
    #expect(
      try decide(text, into + [(.contentType, ["public.utf8-plain-text", "public.png"])]) == .deny)
    #expect(try decide(text, into) == .deny)
  }

  @Test func everythingIntoASessionIsDeniedWhereNothingIsLetThrough() throws {
    let text = #"{ "CSClipLevel": 0 }"#
    #expect(try decide(text, [(.destinationKind, ["remote-session"])]) == .deny)
    #expect(try decide(text, [(.destinationKind, ["app"])]) == .allow)
  }

  @Test(arguments: [
    "{}", "[]", "", "{ \"a\": 1 }", "[{\"restrictions\": 1}]", "{ \"CSClipLevel\": 9 }",
    "{ \"value\": [] }", "\u{FF}\u{FE}", "{ \"DataControlsRules\": { \"value\": 3 } }",
    "{ \"allowedOutboundClipboardSharingLevel\": \"some\" }", "redirectclipboard:i:7",
    "{ \"CSClipLevel\": 1.5 }", "{ \"RestrictSessionClipboardWrite\": true }",
  ])
  func whatIsNoneIsRefusedWithAPlace(_ text: String) {
    let (result, findings) = PolicyImport.read(Array(text.utf8), path: "in")
    #expect(result == nil)
    #expect(findings.count >= 1 && findings.allSatisfy { $0.location.path == "in" })
  }

  /// Lines are counted by line feeds; settings parted by another kind of new line are read all the same.
  @Test func otherNewLinesAreNotCounted() throws {
    let text = "full address:s:h\u{2028}redirectclipboard:i:0\r\nb:i:1\n"
    let found = try #require(PolicyImport.read(Array(text.utf8), path: "a.rdp").result)
    #expect(found.policy.rules.map(\.location.line) == [1])
    #expect(found.findings.allSatisfy { (1...2).contains($0.location.line) })
  }

  @Test func linesMayBeWrittenAsWindowsDoes() throws {
    let units = Array("redirectclipboard:i:0\r\n".utf16)
    let bytes: [UInt8] =
      [0xFF, 0xFE]
      + units.flatMap { unit -> [UInt8] in
        [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
    let found = try #require(PolicyImport.read(bytes, path: "a.rdp").result)
    #expect(found.policy.rules.count == 1)
  }
}
