extension PlatformFact {
  private static let uikit = "developer.apple.com/documentation/uikit/uipasteboard"
  private static let appkit = "developer.apple.com/documentation/appkit/nspasteboard"

  static let writingOnUIKit: [PlatformFact] = [
    PlatformFact(
      "U2", "iOS 10+, iPadOS 10+", [.apple],
      "the general pasteboard takes part in Universal Clipboard; sharing is the default", uikit),
    PlatformFact(
      "U3", "iOS 10+, iPadOS 10+, Catalyst 13.1+, visionOS 1+", [.apple],
      "setItems(_:options:) takes localOnly (kept from other devices) and expirationDate "
        + "(removed by the system)", uikit + "/optionskey"),
    PlatformFact(
      "U5", "iOS 10+, iPadOS 10+", [.apple],
      "the options hold for every item that the call sets; an item has no posture of its own",
      uikit + "/optionskey"),
    PlatformFact(
      "U8", "all", [.apple],
      "one sentence of the overview turns the meaning of localOnly round; the parameter's own "
        + "page says true keeps content on the device", uikit),
    PlatformFact(
      "U9", "all", [.apple, .inferred],
      "every plain setter writes without options: shareable, no expiry", uikit),
    PlatformFact(
      "U14", "iOS 10+, iPadOS 10+", [.apple],
      "a named pasteboard is visible to apps of the same team", uikit),
    PlatformFact(
      "U15", "iOS 10+, iPadOS 10+", [.apple],
      "there is no find pasteboard", uikit),
    PlatformFact(
      "U17", "iOS, iPadOS, visionOS", [.apple, .thirdParty],
      "pasteboard changes reach only a running app; there is no background clipboard event",
      uikit + "/changednotification"),
    PlatformFact(
      "U18", "iOS 9+, iPadOS 9+", [.thirdParty],
      "an app in the background cannot read the general pasteboard", "OWASP MASTG-KNOW-0083"),
  ]

  static let readingOnUIKit: [PlatformFact] = [
    PlatformFact(
      "R1", "iOS 14–15, iPadOS 14–15", [.apple],
      "reading what another app wrote shows a banner", uikit),
    PlatformFact(
      "R2", "iOS 15+, iPadOS 15+", [.apple, .thirdParty],
      "no banner where the system recognises that the user pasted", "WWDC21"),
    PlatformFact(
      "R3", "iOS 16+, iPadOS 16+", [.apple],
      "a read without user intent asks the user before data is given", uikit),
    PlatformFact(
      "R5", "iOS 14+, iPadOS 14+", [.apple],
      "counts, types and detected patterns are given without notice", uikit),
    PlatformFact(
      "R6", "iOS 14+, iPadOS 14+", [.apple],
      "everything that pulls data notifies, detected values included", uikit),
    PlatformFact(
      "R7", "iOS 14+, iPadOS 14+", [.apple],
      "detection patterns: three kinds from iOS 14, more from iOS 15",
      uikit + "/detectionpattern"),
    PlatformFact(
      "R8", "iOS 16+, iPadOS 16+, Catalyst 16+, visionOS 1+, macOS 10.15+", [.apple],
      "the system's paste button counts as the user's intent",
      "developer.apple.com/documentation/uikit/uipastecontrol"),
    PlatformFact(
      "R10", "iOS, iPadOS", [.decompiled],
      "a managed block is decided before consent, so it wins over the paste button", "pasted"),
  ]

  static let onAppKit: [PlatformFact] = [
    PlatformFact(
      "N1", "macOS 10.12+", [.apple],
      "the general pasteboard takes part in Universal Clipboard, and the overview says that no "
        + "API interacts with it", appkit),
    PlatformFact(
      "N2", "macOS 10.12+", [.apple],
      "prepareForNewContents(with: .currentHostOnly) keeps the contents on this Mac; the overview "
        + "(N1) denies that there is such an API",
      appkit + "/contentsoptions/currenthostonly", assurance: .contested),
    PlatformFact(
      "N4", "macOS 10.12+", [.apple],
      "the options hold until the next prepare or clearContents, which sets none",
      "NSPasteboard.h"),
    PlatformFact(
      "N5", "macOS", [.apple, .inferred],
      "declareTypes(_:owner:) clears first, and so drops the options",
      appkit + "/declaretypes(_:owner:)"),
    PlatformFact(
      "N10", "macOS", [.thirdParty, .notFound],
      "there is no public expiry and no public way out of the system history", "WebKit, Chromium"),
    PlatformFact(
      "N11", "macOS", [.apple],
      "of the pasteboards only the general one is documented to take part in Universal Clipboard",
      appkit + "/name-swift.struct"),
    PlatformFact(
      "N12", "macOS", [.apple, .inferred],
      "any process can open a named pasteboard whose name it knows", appkit),
    PlatformFact(
      "N13", "macOS 15.4+", [.apple],
      "patterns and metadata can be detected without notice; a paste that the user chose is "
        + "always allowed", "developer.apple.com/documentation/updates/appkit"),
    PlatformFact(
      "N14", "macOS 15.4–27.2", [.apple, .thirdParty],
      "asking before a programmatic read exists but was not enforced by default up to 27.0.1; "
        + "what 27.2 does is not clear", "macOS 27.2 release notes"),
    PlatformFact(
      "N17", "macOS 26+", [.apple],
      "Spotlight keeps a clipboard history, off unless the user turns it on",
      "support.apple.com/guide/mac-help/mchl40d5b86b"),
    PlatformFact(
      "N18", "macOS 26+", [.thirdParty],
      "the concealed marker seems to keep an item out of that history", "gopasspw/gopass#3435"),
    PlatformFact(
      "N19", "macOS", [.apple, .thirdParty],
      "no API names the app that a clip came from", "feedback-assistant/reports#294"),
    PlatformFact(
      "N20", "macOS", [.apple, .thirdParty],
      "any app can watch the pasteboard by polling its change count", "Maccy"),
  ]

  static let markers: [PlatformFact] = [
    PlatformFact(
      "P1", "macOS", [.decompiled],
      "content fetched from another device carries com.apple.is-remote-clipboard",
      "UserActivity framework"),
    PlatformFact(
      "P4", "macOS", [.thirdParty, .inferred],
      "that type does not say which device, and any process can write it", "shipping apps"),
    PlatformFact(
      "P5", "iOS, iPadOS", [.decompiled],
      "the system knows that a clip is remote and has no public way to tell an app", "pasted"),
    PlatformFact(
      "P6", "macOS", [.thirdParty],
      "the nspasteboard.org markers are voluntary: histories that choose to read them obey",
      "nspasteboard.org"),
    PlatformFact(
      "P7", "macOS", [.thirdParty],
      "reports disagree on what a marker does to Universal Clipboard, so it counts as no opt-out",
      "keepassxreboot/keepassxc#8928"),
  ]
}
