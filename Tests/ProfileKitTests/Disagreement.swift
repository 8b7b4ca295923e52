import Findings
import ProfileKit

/// A file that our reader and CoreFoundation take differently.
struct Disagreement {
  /// A known reason to differ.
  struct Excuse: Sendable {
    /// Its name in `Docs/readers.md`.
    let name: String
    /// Whether it explains a file.
    let explains: @Sendable ([UInt8]) -> Bool
  }

  /// What is known and stays; each is told in `Docs/readers.md`.
  static let excuses = [
    Excuse(name: "old-encodings") { bytes in
      guard bytes.starts(with: "<?xml".utf8) else { return false }
      let head = String(decoding: bytes.prefix(400), as: UTF8.self).lowercased()
      let rest = head.split(separator: "encoding=", maxSplits: 1).dropFirst().first ?? ""
      let letters = rest.prefix(60).dropFirst().filter { $0.isLetter || $0.isNumber }
      return oldEncodings.contains { letters.hasPrefix($0) }
    }
  ]

  /// Encodings that two conversion libraries read differently, by the letters of their names.
  static let oldEncodings = [
    "iso885912", "xmac", "cp437", "cp852", "cp86", "cp874", "cp9", "cp1361", "windows1361", "ibm",
    "dos", "viscii", "tis620", "shiftjis", "sjis", "euc", "gb", "big5", "iso2022", "hzgb2312",
    "utf7",
    "xnextstep", "ks",
  ]

  let bytes: [UInt8]
  let text: String

  /// nil where both read the same, or neither reads anything, or CoreFoundation cannot be asked.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    // CoreFoundation's open-source build crashes on sets.
    if bytes.starts(with: "bplist".utf8), bytes.count > 40, BinaryMaker.mayHoldSet(bytes) {
      return nil
    }
    let ours = PlistFile(reading: bytes, path: "mutation")
    // Of a message it says what is true of the profile inside.
    guard let reads = ours.coreFoundationReads, ours.kind != .signed, ours.kind != .encrypted else {
      return nil
    }
    // What we give up on as too much, it might follow for hours.
    if ours.kind == .binary, ours.findings.contains(where: { $0.rule == "plist-limits" }) {
      return nil
    }
    let theirs = CoreFoundationValue(bytes)
    if let text = Self.difference(ours, reads, theirs) {
      let shown = String(decoding: bytes.prefix(400), as: UTF8.self).debugDescription
      self.text = "\(text): \(ours.kind == .binary ? "\(bytes.prefix(400))" : shown)"
    } else {
      return nil
    }
  }

  private static func difference(
    _ ours: PlistFile, _ reads: Bool, _ theirs: CoreFoundationValue?
  ) -> String? {
    if reads != (theirs != nil) {
      return "CoreFoundation \(theirs == nil ? "refuses" : "takes"), we say"
        + " \(ours.findings.first?.message ?? "nothing")"
    }
    guard let theirs else { return nil }
    // What XML cannot say is left out, and said to be.
    let isWhole =
      ours.kind != .binary
      || !ours.findings.contains {
        $0.rule == "plist-silently-changed" && !$0.message.contains("Latin-1")
      }
    guard isWhole else { return nil }
    guard let root = ours.root else { return "read by both, without a value" }
    return theirs.isSame(as: root) ? nil : "\(described(root)) is not \(theirs)"
  }

  /// Why it may be.
  var excuse: Excuse? { Self.excuses.first { $0.explains(bytes) } }

  /// The same disagreement without what does not matter to it.
  var smallest: Disagreement {
    var best = self
    var length = max(1, bytes.count / 2)
    while length > 0 {
      var place = 0
      while place < best.bytes.count {
        var shorter = best.bytes
        shorter.removeSubrange(place..<min(place + length, shorter.count))
        if let smaller = Disagreement(shorter), smaller.excuse == nil {
          best = smaller
        } else {
          place += length
        }
      }
      length /= 2
    }
    return best
  }
}
