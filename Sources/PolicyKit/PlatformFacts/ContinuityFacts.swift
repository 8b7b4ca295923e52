extension PlatformFact {
  private static let schema = "apple/device-management, com.apple.applicationaccess"

  static let continuity: [PlatformFact] = [
    PlatformFact(
      "C1", "iOS 10+, iPadOS 10+, macOS 10.12+", [.apple],
      "Universal Clipboard needs one Apple Account, Handoff, Bluetooth and Wi-Fi nearby",
      "support.apple.com/102430"),
    PlatformFact(
      "C4", "all", [.decompiled, .thirdParty],
      "nothing is pushed: content leaves when another device pastes, or an app there reads",
      "UserActivity framework; WWDC16"),
    PlatformFact(
      "C7", "all", [.decompiled],
      "with Handoff off (allowActivityContinuation false) the system does not share the "
        + "pasteboard; a user's own switch and Shared iPad turn it off too",
      "useractivityd"),
    PlatformFact(
      "C9", "all", [.thirdParty],
      "the sender's expiry and later clearing do not reach a device that has the content",
      "MacPass/MacPass#651; DocNR/clave#8"),
    PlatformFact(
      "C11", "iOS 18+, macOS 15+", [.thirdParty, .notFound],
      "nothing by Apple was found on what iPhone Mirroring does with the pasteboard",
      "Tenable CIS macOS 15, 2.7.2"),
    PlatformFact(
      "C12", "macOS 13+", [.inferred, .notFound],
      "Universal Control moves drags between devices of one account; no text of Apple's on its "
        + "clipboard was found, and the rules of Universal Clipboard are taken to hold for it",
      schema + " allowUniversalControl"),
    PlatformFact(
      "C13", "visionOS 1+", [.notFound],
      "no sentence of Apple's says whether visionOS takes part in Universal Clipboard",
      "developer.apple.com"),
    PlatformFact(
      "C14", "watchOS, tvOS", [.apple], "there is no pasteboard",
      "developer.apple.com/documentation/uikit/uipasteboard"),
    PlatformFact(
      "C15", "Catalyst 13.1+", [.apple],
      "Catalyst apps have UIKit's options; whether the Mac obeys them was not seen",
      "developer.apple.com/documentation/uikit/uipasteboard/optionskey"),
    PlatformFact(
      "C16", "macOS 11+", [.inferred],
      "an iOS app on a Mac calls UIKit's options; whether the Mac obeys them is inferred",
      "developer.apple.com/documentation/uikit/uipasteboard"),
    PlatformFact(
      "H1", "iOS, iPadOS, visionOS", [.notFound],
      "no clipboard history of the system is known there", "developer.apple.com"),
    PlatformFact(
      "E5", "all", [.notFound],
      "no statement of Apple's on pasteboard content in widgets and Live Activities was found",
      "developer.apple.com"),
    PlatformFact(
      "E7", "all", [.inferred],
      "screen capture, AirDrop, the share sheet and drag and drop are roads of their own",
      "support.apple.com/guide/deployment/depaa73a4973"),
  ]

  static let management: [PlatformFact] = [
    PlatformFact(
      "M1", "iOS 15+, iPadOS 15+, visionOS 2+", [.schema],
      "requireManagedPasteboard holds pastes to the two open-in keys; not on macOS", schema),
    PlatformFact(
      "M2", "iOS 15+, iPadOS 15+, visionOS 2+", [.schema, .decompiled],
      "the pasteboard key alone, or an open-in key alone, does nothing to the pasteboard",
      schema),
    PlatformFact(
      "M3", "iOS 15+, iPadOS 15+", [.decompiled],
      "the block happens when pasting; the copy succeeds", "pasted"),
    PlatformFact(
      "M4", "iOS 8+, iPadOS 8+, macOS 10.15+, visionOS 2+", [.schema],
      "allowActivityContinuation turns Handoff off; it is not available in User Enrollment",
      schema),
    PlatformFact(
      "M5", "iOS, iPadOS", [.thirdParty],
      "ways round Managed Pasteboard are reported (share sheet, Shortcuts), unverified",
      "one public report"),
    PlatformFact(
      "M6", "all", [.apple],
      "what comes of one restriction set differently by several payloads is undefined, or "
        + "unexpected; M7 says otherwise",
      "developer.apple.com/documentation/devicemanagement/restrictions", assurance: .contested),
    PlatformFact(
      "M7", "iOS, iPadOS", [.apple],
      "of conflicting restrictions the more restrictive one wins, says an older page; M6 is what "
        + "the present ones say",
      "support.apple.com/guide/mdm/mdm8hdx05218", assurance: .contested),
  ]
}
