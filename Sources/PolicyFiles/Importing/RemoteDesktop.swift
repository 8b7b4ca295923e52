import Findings
import PolicyKit

/// Remote Desktop: `redirectclipboard` of an `.rdp` file, and the policy values `fDisableClip`,
/// `CSClipLevel` and `SCClipLevel` (0 nothing, 1 text, 2 and images, 3 and rich text, 4 and HTML).
enum RemoteDesktop {
  private static let names = ["redirectclipboard", "fDisableClip", "CSClipLevel", "SCClipLevel"]

  static func recognises(_ node: PolicyNode) -> Bool {
    guard let map = try? node.map() else { return false }
    return map.entries.contains { isName($0.key) }
  }

  /// Whether a setting is about the clipboard; Windows minds no case in names.
  static func isName(_ text: String) -> Bool {
    names.contains { $0.lowercased() == text.lowercased() }
  }

  static func carryOver(_ node: PolicyNode, _ draft: inout ImportDraft) throws(PolicyNodeError) {
    let map = try node.map()
    draft.passOver(map.entries.filter { !isName($0.key) }, beside: node)
    func setting(_ name: String) -> PolicyNode? {
      map.entries.first { $0.key.lowercased() == name.lowercased() }?.value
    }
    if let value = setting("redirectclipboard") {
      if try value.integer(in: 0...1) == 0 {
        RemoteSession.close(
          value, &draft, changed: "holds for every remote session, not only for this connection")
        RemoteSession.cannotReturn(value, &draft)
      } else {
        draft.needsNothing(value, "the session shares its clipboard")
      }
    }
    if let value = setting("fDisableClip") {
      if try value.integer(in: 0...1) == 1 {
        RemoteSession.close(value, &draft)
        RemoteSession.cannotReturn(value, &draft)
      } else {
        draft.needsNothing(value, "the session shares its clipboard")
      }
    }
    if let value = setting("CSClipLevel") {
      let level = Int(try value.integer(in: 0...4))
      RemoteSession.close(value, &draft, besides: Array(RemoteSession.types[..<level].joined()))
    }
    if let value = setting("SCClipLevel"), try value.integer(in: 0...4) >= 0 {
      RemoteSession.cannotReturn(value, &draft)
    }
  }
}

/// What can be said here about a session on another machine.
enum RemoteSession {
  /// What each further level lets through, as uniform type identifiers.
  static let types = [
    ["public.utf8-plain-text", "public.utf16-plain-text", "public.plain-text", "public.text"],
    ["public.image", "public.png", "public.jpeg", "public.tiff"],
    ["public.rtf", "com.apple.flat-rtfd"],
    ["public.html"],
  ]

  /// Nothing goes into a remote session, `types` aside.
  static func close(
    _ node: PolicyNode, _ draft: inout ImportDraft, besides types: [String] = [],
    changed: String? = nil
  ) {
    let rule = Rule(
      id: draft.id(types.isEmpty ? "nothing into a session" : "only some types into a session"),
      effect: .deny,
      when: .all([test(.operation, ["paste"]), test(.destinationKind, ["remote-session"])]),
      unless: types.isEmpty ? nil : test(.contentType, types),
      reason: types.isEmpty
        ? "nothing is pasted into a remote session"
        : "only \(types.count > 4 ? "some types of content are" : "plain text is") pasted into a "
          + "remote session")
    draft.add(rule, from: node, changed: changed)
  }

  /// The other way is not ours to judge.
  static func cannotReturn(_ node: PolicyNode, _ draft: inout ImportDraft) {
    draft.leaveOut(
      node,
      "what leaves a session is copied by the remote desktop app, and no request can say that its "
        + "source is another machine",
      help: "deny pastes whose `source.bundle-id` is that app, where the asker can know it")
  }
}
