import Devices
import Findings

extension Rule {
  static let managedPasteboardWithoutDirection = Rule(
    "managed-pasteboard-without-direction", .warning,
    "the managed pasteboard is required and no direction is closed",
    explanation: """
      `requireManagedPasteboard` makes copy and paste obey the two open-in restrictions. Where neither
      `allowOpenFromManagedToUnmanaged` nor `allowOpenFromUnmanagedToManaged` is false there is nothing to obey,
      and every paste goes through.
      """,
    accepted: [
      .restrictions(
        "<key>requireManagedPasteboard</key><true/><key>allowOpenFromManagedToUnmanaged</key><false/>"
      ),
      .restrictions("<key>requireManagedPasteboard</key><false/>"),
    ],
    rejected: [
      .restrictions(
        "▸<key>requireManagedPasteboard</key><true/>",
        says:
          "`requireManagedPasteboard` is true and no open-in key is false: every paste is still allowed"
      )
    ],
    check: { context in
      guard context.mayHaveManagedPasteboard else { return [] }
      let others = context.payloads { !$0.closed.isEmpty }
      let besides = Besides(others)
      let elsewhere = Set(context.profiles.filter(context.isElsewhere).map(\.path))
      return context.payloads { $0.requiresBoard && $0.closed.isEmpty }.compactMap { open in
        guard let board = open.board, !elsewhere.contains(open.payload.path),
          !besides.hasOne(open)
        else { return nil }
        let payload = open.payload
        return Finding(
          "managed-pasteboard-without-direction", .warning, at: payload.location(board.keyPosition),
          keyPath: payload.keyPath(board.key),
          "`requireManagedPasteboard` is true and no open-in key is false: every paste is still allowed",
          help: help(others))
      }
    })

  private static func help(_ others: [OpenIn]) -> String {
    let advice =
      "set `allowOpenFromManagedToUnmanaged` to false to keep managed content in, or"
      + " `allowOpenFromUnmanagedToManaged` to keep other content out"
    guard let other = others.first, let entry = other.closed.first else { return advice }
    return
      "\(other.payload.location(entry.keyPosition)) sets `\(entry.key)` to false; where both are"
      + " installed the clipboard obeys it, without it \(advice)"
  }
}
