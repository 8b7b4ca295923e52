import Findings
import ProfileKit

/// Says which files count as failed whatever rules are left out: nothing about them can be trusted.
struct UncheckedFiles {
  private let files: [PlistFile]

  init(_ validation: Validation) { files = validation.unchecked }

  /// One line for each reason.
  var sentences: [String] {
    let unread = files.filter { $0.root == nil && !$0.isLocked }
    let locked = files.filter(\.isLocked)
    let refused = files.filter { $0.root != nil && !$0.isLocked }
    return [
      sentence(unread) { "\($0) could not be read, so nothing in \($1) was checked" },
      sentence(locked) { "\($0) could not be decrypted, so no payload in \($1) was checked" },
      sentence(refused) { "\($0) would be refused by Apple's reader, whatever else is in \($1)" },
    ].compactMap(\.self)
  }

  private func sentence(_ files: [PlistFile], _ words: (String, String) -> String) -> String? {
    guard !files.isEmpty else { return nil }
    let names = files.prefix(3).map { "`\($0.path)`" }.joined(separator: ", ")
    return words(counted(files.count, "file"), files.count == 1 ? "it" : "them")
      + ": \(names)\(files.count > 3 ? " and \(files.count - 3) more" : "")"
  }
}
