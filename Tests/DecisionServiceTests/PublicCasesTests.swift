import DecisionService
import Findings
import PolicyKit
import Testing

/// Troubles that people reported in public, each answered as it should have been.
@Suite struct PublicCasesTests {
  private static let copy = "operation: copy, pasteboard: general, trigger: user"
  private static let paste = "operation: paste, pasteboard: general"
  private static let secretsStay = """
    name: secrets
    rules:
      - id: secrets-stay
        effect: local-only
        when: { operation: copy, content-class: credential }
        expires-after: { seconds: 30, scope: here }
    """

  private static let copies: [PublicCase] = [
    PublicCase(
      id: "T1", trouble: "a password copied on a Mac is pasted on a phone and stays there",
      policies: [secretsStay],
      request:
        "\(copy), platform: macOS, os-version: '14.0', content-class: credential.password, owner: own",
      expects: [
        "outcome local-only", "honoured partly", "assurance contested", "rule secrets-stay",
        "mechanism macos.current-host-only", "call prepare-for-new-contents with current-host-only",
        "must clear-after 30", "promise expiry-here not kept by app", "no reaches other-devices",
      ]),
    PublicCase(
      id: "T3", trouble: "a pairing code that may cross is still on the Mac when it has expired",
      policies: [
        """
        name: pairing
        classes: { pairing-code: {} }
        rules:
          - id: pairing-crosses
            effect: allow
            when: { operation: copy, content-class: pairing-code }
            expires-after: { seconds: 120, scope: everywhere }
        """
      ],
      request:
        "\(copy), platform: iOS, os-version: '17.0', content-class: pairing-code, owner: own",
      expects: [
        "outcome allow", "honoured partly", "call set-items with expires-after",
        "promise expiry-here kept by app", "promise expiry-everywhere not kept by nobody",
        "reaches other-devices", "platform C9 said",
      ]),
    PublicCase(
      id: "T4", trouble: "a private key is written to the pasteboard plainly",
      policies: [secretsStay],
      request:
        "\(copy), platform: iOS, os-version: '17.0', content-class: credential.private-key, owner: own",
      expects: [
        "outcome local-only", "honoured yes", "call set-items with local-only",
        "call set-items with expires-after", "must local-only", "must expire-after 30",
      ]),
    PublicCase(
      id: "T7", trouble: "users of a password manager want the clipboard of their other devices",
      policies: [secretsStay],
      request:
        "\(copy), platform: macOS, os-version: '15.1', content-class: credential.password, owner: own, reach: any-device",
      expects: ["outcome local-only", "rule secrets-stay", "no reaches other-devices"]),
    PublicCase(
      id: "T8", trouble: "a one-time code cannot reach the Mac, although it may",
      policies: [
        """
        name: codes
        rules:
          - id: codes-cross
            effect: allow
            when: { operation: copy, content-class: credential.one-time-code }
            expires-after: 30
        """
      ],
      request:
        "\(copy), platform: iOS, os-version: '17.0', content-class: credential.one-time-code, owner: own, reach: any-device",
      expects: [
        "outcome allow", "honoured yes", "rule codes-cross", "must expire-after 30",
        "reaches other-devices", "platform C9 said",
      ]),
    PublicCase(
      id: "T9", trouble: "a timed clear fails once the app is in the background",
      policies: [
        """
        name: clear
        rules:
          - id: gone-soon
            effect: local-only
            when: { operation: copy }
            expires-after: { seconds: 10, scope: here, required: yes }
        """
      ],
      request: "\(copy), platform: iOS, os-version: '17.0', content-class: credential, owner: own",
      expects: [
        "outcome local-only", "honoured yes", "mechanism ios.expiration-date",
        "must expire-after 10", "no must clear-after",
      ]),
    PublicCase(
      id: "T12", trouble: "a concealed marker on a link takes the browser's paste-and-go away",
      policies: [
        "name: links\nrules: [{ id: links-travel, effect: allow, when: { operation: copy, content-class: link } }]"
      ],
      request:
        "\(copy), platform: macOS, os-version: '15.1', content-class: link, owner: own, marker: [concealed]",
      expects: ["outcome allow", "rule links-travel", "no must mark-concealed"]),
    PublicCase(
      id: "T13", trouble: "passwords appear in the history of macOS 26",
      policies: [secretsStay.replacing("expires-after", "keep-out-of: [system-history] #")],
      request:
        "\(copy), platform: macOS, os-version: '26.5', content-class: credential.password, owner: own",
      expects: [
        "outcome local-only", "honoured partly", "must mark-concealed",
        "promise out-of-system-history not kept by app", "reaches system-history",
        "platform N18 said",
      ]),
    PublicCase(
      id: "T42", trouble: "a clip of private browsing must not be kept",
      policies: [
        """
        name: browsing
        classes: { ephemeral: {} }
        rules:
          - id: private-browsing
            effect: local-only
            when: { operation: copy, content-class: ephemeral }
            keep-out-of: [system-history, third-party-history]
        """
      ],
      request: "\(copy), platform: macOS, os-version: '26.0', content-class: ephemeral, owner: own",
      expects: [
        "outcome local-only", "honoured partly",
        "call prepare-for-new-contents with current-host-only",
        "must mark-concealed", "promise out-of-system-history not kept by app",
        "promise out-of-third-party-history not kept by app",
      ]),
    PublicCase(
      id: "T44", trouble: "transcripts stay on the clipboard and spread",
      policies: [
        """
        name: speech
        classes: { transcript: {} }
        rules:
          - id: transcripts-stay
            effect: local-only
            when: { operation: copy, content-class: transcript }
            expires-after: 180
        """
      ],
      request: "\(copy), platform: iOS, os-version: '17.0', content-class: transcript, owner: own",
      expects: ["outcome local-only", "honoured yes", "must expire-after 180", "must local-only"]),
    PublicCase(
      id: "T40", trouble: "a password manager has a switch of its own for the shared clipboard",
      policies: [
        "name: organisation\ndefaults: { copy: allow }",
        "name: manager\nlayer: app\ndefaults: { copy: local-only }",
      ],
      request: "\(copy), platform: iOS, os-version: '17.0', content-class: credential, owner: own",
      expects: ["outcome local-only", "honoured yes", "default default"]),
  ]

  private static let reads: [PublicCase] = [
    PublicCase(
      id: "T13a", trouble: "the system's history keeps what an app would leave out",
      request:
        "operation: capture, platform: macOS, os-version: '26.5', pasteboard: general, trigger: background, by: system, content-class: credential, marker: []",
      expects: [
        "outcome deny", "honoured no", "rule history-leaves-secrets-out", "reaches system-history",
        "promise deny not kept by nobody",
      ]),
    PublicCase(
      id: "T15, T47", trouble: "a history is to ignore what comes from other devices",
      policies: [
        """
        name: history
        defaults: { capture: allow }
        rules: [{ id: no-remote-clips, effect: deny, when: { operation: capture, platform: macOS, remote: yes } }]
        """
      ],
      request:
        "operation: capture, platform: macOS, os-version: '15.1', pasteboard: general, trigger: background, by: own, marker: [], remote: yes",
      expects: [
        "outcome deny", "honoured yes", "rule no-remote-clips", "platform P1 said",
        "platform P4 said",
      ]),
    PublicCase(
      id: "T18", trouble: "a history keeps a password although it is marked",
      policies: ["name: history\ndefaults: { capture: allow }"],
      request:
        "operation: capture, platform: macOS, os-version: '15.1', pasteboard: general, trigger: background, by: own, marker: [concealed]",
      expects: [
        "outcome deny", "honoured yes", "rule history-leaves-secrets-out", "no call read-types",
        "no call keep",
      ]),
    PublicCase(
      id: "T19", trouble: "a history keeps what is marked as transient",
      policies: ["name: history\ndefaults: { capture: allow }"],
      request:
        "operation: capture, platform: macOS, os-version: '15.1', pasteboard: general, trigger: background, by: own, marker: [transient]",
      expects: ["outcome deny", "rule history-leaves-secrets-out"]),
    PublicCase(
      id: "T20, T46", trouble: "an app reads the clipboard at launch to see what is on it",
      request:
        "operation: detect, platform: iOS, os-version: '14.5', pasteboard: general, trigger: foreground, method: data",
      expects: [
        "outcome deny", "rule paste-needs-a-person", "may detect-first", "platform R6 said",
      ]),
    PublicCase(
      id: "T20a", trouble: "and may look at the types without anybody being told",
      request:
        "operation: detect, platform: iOS, os-version: '14.5', pasteboard: general, trigger: foreground, method: types",
      expects: ["outcome allow", "call detect-types", "no shows banner", "no shows alert"]),
    PublicCase(
      id: "T28", trouble: "an app pastes again and again, and the system asks each time",
      request:
        "\(paste), platform: iOS, os-version: '16.0', trigger: programmatic, destination.managed: no",
      expects: [
        "outcome deny", "rule paste-needs-a-person", "may paste-control", "may detect-first",
      ]),
    PublicCase(
      id: "T28a", trouble: "where the organisation lets it, the system still asks",
      policies: ["name: p\nlayer: organisation\nrelax: [paste-needs-a-person]"],
      request:
        "\(paste), platform: iOS, os-version: '16.0', trigger: programmatic, destination.managed: no",
      expects: ["outcome allow", "shows alert", "rule paste-needs-a-person said"]),
    PublicCase(
      id: "T29", trouble: "app protection blocks a paste that the system would let through",
      policies: [
        "name: organisation\norganisation: Example Clinic",
        """
        name: managed apps
        layer: app-protection
        rules:
          - id: managed-data-stays
            effect: deny
            when: { operation: paste, asked-by: administrator, source.managed: yes, destination.managed: no }
        """,
      ],
      request:
        "\(paste), platform: iOS, os-version: '17.0', trigger: user, source.managed: yes, destination.managed: no",
      asker: .administrator,
      expects: [
        "outcome deny", "honoured yes", "rule managed-data-stays", "promise deny kept by app",
        "no shows paste-not-allowed",
      ]),
  ]

  private static let managed: [PublicCase] = [
    PublicCase(
      id: "T32", trouble: "mail of a managed account cannot be pasted into personal notes",
      policies: ["name: p\norganisation: Example Clinic"],
      profiles: [[("requireManagedPasteboard", true), ("allowOpenFromManagedToUnmanaged", false)]],
      request:
        "\(paste), platform: iOS, os-version: '17.0', trigger: user, source.managed: yes, destination.managed: no",
      asker: .administrator,
      expects: [
        "outcome deny", "honoured yes", "assurance documented", "promise deny kept by os",
        "restriction allowOpenFromManagedToUnmanaged", "restriction requireManagedPasteboard",
        "shows paste-not-allowed",
      ]),
    PublicCase(
      id: "T33", trouble: "both ways of opening are blocked, and the clipboard is not",
      profiles: [
        [("allowOpenFromManagedToUnmanaged", false), ("allowOpenFromUnmanagedToManaged", false)]
      ],
      request:
        "\(paste), platform: iOS, os-version: '17.0', trigger: user, source.managed: yes, destination.managed: no",
      asker: .administrator,
      expects: [
        "outcome allow", "restriction allowOpenFromManagedToUnmanaged said",
        "no restriction allowOpenFromManagedToUnmanaged", "no shows paste-not-allowed",
      ]),
    PublicCase(
      id: "T34", trouble: "the managed pasteboard is required, and no direction is blocked",
      profiles: [[("requireManagedPasteboard", true)]],
      request:
        "\(paste), platform: iOS, os-version: '17.0', trigger: user, source.managed: yes, destination.managed: no",
      asker: .administrator,
      expects: [
        "outcome allow", "restriction requireManagedPasteboard said",
        "no restriction requireManagedPasteboard",
      ]),
    PublicCase(
      id: "T36", trouble: "Handoff is off on the Mac: does the clipboard still travel?",
      policies: ["name: p\ndefaults: { transfer: allow }"],
      profiles: [[("allowActivityContinuation", false)]],
      device: "platform=macOS,version=15.1,supervised=yes,enrollment=automated,install=mdm",
      request:
        "operation: transfer, platform: macOS, os-version: '15.1', road: universal-clipboard, content-class: public, owner: own, from-history: no",
      expects: [
        "outcome deny", "honoured yes", "assurance inferred", "promise deny kept by os",
        "restriction allowActivityContinuation",
      ]),
    PublicCase(
      id: "T38", trouble: "a key that some future version keeps for supervised devices",
      policies: ["name: p\ndefaults: { copy: allow }"],
      profiles: [[("allowActivityContinuation", false)]],
      device: "platform=iOS,version=29.0,supervised=no,enrollment=device,install=mdm",
      request: "\(copy), platform: iOS, os-version: '29.0', content-class: public, owner: own",
      expects: [
        "outcome local-only", "request extrapolated said", "restriction allowActivityContinuation",
        "promise local-only kept by app",
      ]),
    PublicCase(
      id: "T39", trouble: "one profile allows Handoff, another does not",
      policies: ["name: p\ndefaults: { transfer: allow }"],
      profiles: [[("allowActivityContinuation", true)], [("allowActivityContinuation", false)]],
      request:
        "operation: transfer, platform: iOS, os-version: '17.0', road: universal-clipboard, content-class: public, owner: own, from-history: no",
      expects: [
        "outcome deny", "honoured no", "reaches other-devices",
        "allowActivityContinuation in org.example.0.mobileconfig",
        "allowActivityContinuation in org.example.1.mobileconfig",
      ]),
  ]

  @Test(arguments: copies + reads + managed) func isAnsweredAsItShouldBe(_ given: PublicCase) throws
  {
    let decision = try given.decision()
    let phrases = decision.phrases
    for expected in given.expects {
      let isAbsent = expected.hasPrefix("no ")
      let phrase = isAbsent ? String(expected.dropFirst(3)) : expected
      #expect(
        phrases.contains(phrase) != isAbsent,
        "\(given.id): expected `\(expected)`, found \(phrases.sorted().joined(separator: "; "))")
    }
    #expect(!decision.reasons.isEmpty)
  }

  /// T16: an iPhone cannot tell which clips are remote, so a policy that asks is refused.
  @Test func whatNobodyCanSeeIsRefused() {
    let text = """
      pasteboard-policy: 1
      name: p
      rules: [{ id: no-remote, effect: deny, when: { operation: paste, platform: [iOS, iPadOS], remote: yes } }]
      """
    let set = PolicySet([("p.yaml", Array(text.utf8))])
    #expect(set.policy == nil)
    #expect(set.findings.map(\.rule) == ["policy-not-observable"])
  }
}

extension String {
  fileprivate func replacing(_ word: String, _ other: String) -> String {
    split(separator: word, omittingEmptySubsequences: false).joined(separator: other)
  }
}
