import Findings
import ProfileKit

/// The profiles in the files and folders that a user named; what else lies there is left, and told.
struct ProfileFolder {
  /// The files read as property lists.
  private(set) var files: [PlistFile] = []
  /// The profiles among them.
  var profiles: [Profile] { files.compactMap(Profile.init) }
  /// The paths of the others: of what they hold nothing is known but the name, and a lone payload is
  /// no profile.
  var unread: [String] {
    let read = Set(profiles.lazy.filter { !$0.isBarePayload }.map(\.path))
    return files.map(\.path).filter { !read.contains($0) }
  }

  /// Reads every profile under `paths`.
  /// - Throws: `FileError` for the first file that cannot be read.
  init(_ paths: [String], _ options: ReadingOptions, _ console: Console) throws {
    let walk = FileWalk(paths)
    if let error = walk.errors.first { throw error }
    let progress = Progress("reading profiles", on: console)
    defer { progress.end() }
    for file in walk.files where file.mayBeProfile {
      progress.step(file.path)
      files.append(
        PlistFile(
          reading: try console.read(file.path, file.acceptance), path: file.path,
          options: options))
    }
  }

  /// Warnings about the files of which nothing is known but their name, and about what undoes a profile
  /// whole.
  var findings: [Finding] {
    let unread = Set(unread)
    let profiles = profiles
    let bare = Set(profiles.lazy.filter(\.isBarePayload).map(\.path))
    let known = files.filter { !unread.contains($0.path) }
    let rules = allRules.filter { RuleID.undoingWhole.contains($0.id) }
    let doubts = Validation(known, rules: rules).undoing.map { finding in
      var finding = finding
      // What is asked about is the fleet, not whether each file is right.
      finding.severity = min(finding.severity, .warning)
      return finding
    }
    return doubts
      + files.filter { unread.contains($0.path) }.map { file in
        let why =
          bare.contains(file.path)
          ? "it is a payload without a profile around it"
          : file.findings.max { $0.severity < $1.severity }?.message ?? "it is no profile"
        return Finding(
          "profile-not-read", .warning, at: file.location,
          "this is not read as a profile (\(why)): devices that have it are answered as uncertain")
      }
  }
}
