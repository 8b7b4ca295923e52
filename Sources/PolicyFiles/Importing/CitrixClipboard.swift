import Findings
import PolicyKit

/// Citrix Virtual Apps and Desktops: the clipboard settings among the ICA policies, by the names
/// that its policy export uses.
enum CitrixClipboard {
  private static let redirection = "ClipboardRedirection"
  private static let intoSession = "RestrictSessionClipboardWrite"
  private static let intoSessionTypes = "SessionClipboardWriteAllowedFormats"
  private static let intoSessionSize = "LimitClipboardTransferC2H"
  private static let outOfSession = [
    "RestrictClientClipboardWrite", "ClientClipboardWriteAllowedFormats",
    "LimitClipboardTransferH2C",
  ]
  private static var names: [String] {
    [redirection, intoSession, intoSessionTypes, intoSessionSize] + outOfSession
  }

  static func recognises(_ node: PolicyNode) -> Bool {
    guard let map = try? node.map() else { return false }
    return names.contains { map[$0] != nil }
  }

  static func carryOver(_ node: PolicyNode, _ draft: inout ImportDraft) throws(PolicyNodeError) {
    let map = try node.map()
    draft.passOver(map.entries.filter { !names.contains($0.key) }, beside: node)
    if let value = map[redirection] {
      if try value.word(among: ["Allowed", "Prohibited"], for: "value") == "Prohibited" {
        RemoteSession.close(value, &draft)
        RemoteSession.cannotReturn(value, &draft)
      } else {
        draft.needsNothing(value, "the session shares its clipboard")
      }
    }
    if let value = map[intoSession] {
      try carryOver(write: value, types: map[intoSessionTypes], &draft)
    }
    if let value = map[intoSessionSize] { try limit(value, &draft) }
    for name in outOfSession {
      if let value = map[name] { RemoteSession.cannotReturn(value, &draft) }
    }
  }

  private static func carryOver(
    write value: PolicyNode, types: PolicyNode?, _ draft: inout ImportDraft
  ) throws(PolicyNodeError) {
    guard try value.word(among: ["Enabled", "Disabled"], for: "value") == "Enabled" else {
      return draft.needsNothing(value, "all formats go into the session")
    }
    var allowed: [String] = []
    for format in types?.oneOrMore ?? [] {
      let name = try format.string()
      if let known = formats[name] {
        allowed += known
      } else {
        draft.leaveOut(format, "no uniform type is known for this format, so it stays closed")
      }
    }
    RemoteSession.close(value, &draft, besides: allowed)
  }

  /// Clipboard formats of Windows, by the types that apps on Apple platforms write.
  private static let formats: [String: [String]] = [
    "CF_TEXT": RemoteSession.types[0], "CF_UNICODETEXT": RemoteSession.types[0],
    "CF_OEMTEXT": RemoteSession.types[0], "CF_BITMAP": RemoteSession.types[1],
    "CF_DIB": RemoteSession.types[1], "CF_TIFF": ["public.tiff"],
    "CFX_RICHTEXT": RemoteSession.types[2], "CFX_HTML": RemoteSession.types[3],
    "HTML Format": RemoteSession.types[3],
  ]

  /// A size in kilobytes; 0 turns the transfer off.
  private static func limit(_ value: PolicyNode, _ draft: inout ImportDraft)
    throws(PolicyNodeError)
  {
    let kilobytes = try value.integer(in: 0...4_294_967_295)
    let rule = Rule(
      id: draft.id("only so much into a session"), effect: .deny,
      when: .all([test(.operation, ["paste"]), test(.destinationKind, ["remote-session"])]),
      unless: atMost(kilobytes * 1024, .contentBytes),
      reason: "no more than \(kilobytes) kB are pasted into a remote session")
    draft.add(rule, from: value)
  }
}
