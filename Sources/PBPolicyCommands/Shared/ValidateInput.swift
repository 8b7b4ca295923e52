import Findings
import ProfileKit

/// The files of a `validate` command, read.
struct ValidateInput {
  /// What was read, in the order found.
  private(set) var files: [PlistFile] = []
  /// What could not be.
  private(set) var failures: [FileError] = []

  /// - Parameter inputName: what standard input is called.
  init(
    _ paths: [String], inputName: String?, options: ReadingOptions, _ console: Console
  ) throws {
    let walk = FileWalk(paths)
    let chosen = walk.files.filter(\.mayBeProfile)
    let strangers = walk.passedOver.filter {
      if case .notRegular = $0.reason { true } else { false }
    }
    let passedOver = walk.files.count - chosen.count + strangers.count
    if passedOver > 0 {
      console.remark(
        "passed over \(counted(passedOver, "file")) not ending in "
          + FileWalk.profileEndings.joined(separator: ", "))
    }
    if chosen.isEmpty, walk.errors.isEmpty {
      throw NothingToCheck(paths: paths)
    }
    failures = walk.errors
    let progress = Progress("reading", of: chosen.count, on: console)
    defer { progress.end() }
    // Some hundred at once, so that progress can be told.
    for start in stride(from: 0, to: chosen.count, by: 256) {
      let part = Array(chosen[start..<min(start + 256, chosen.count)])
      for (file, result) in zip(part, read(part, inputName, options, console)) {
        progress.step(file.path)
        switch result {
        case .success(let file): files.append(file)
        case .failure(let error): failures.append(error)
        }
      }
    }
  }

  /// The files of one part, in their order, on as many threads as there are processors.
  private func read(
    _ part: [FileWalk.File], _ inputName: String?, _ options: ReadingOptions, _ console: Console
  )
    -> [Result<PlistFile, FileError>]
  {
    var input: Result<PlistFile, FileError>?
    if part.contains(where: { $0.path == "-" }) {
      input = Self.attempt { () throws(FileError) in
        PlistFile(reading: try console.read("-"), path: inputName ?? "-", options: options)
      }
    }
    let results = concurrentMap(part) { file -> Result<PlistFile, FileError>? in
      if file.path == "-" { return nil }
      return Self.attempt { () throws(FileError) in
        let bytes = try readFile(file.path, limit: defaultFileLimit, file.acceptance)
        return PlistFile(reading: bytes, path: file.path, options: options)
      }
    }
    return zip(part, results).map { file, result in
      result ?? input ?? .failure(FileError(path: file.path, reason: .inputReadTwice))
    }
  }

  private static func attempt(_ read: () throws(FileError) -> PlistFile)
    -> Result<PlistFile, FileError>
  {
    do { return .success(try read()) } catch { return .failure(error) }
  }
}

/// Folders without a single profile: a mistyped path must not look like a clean one.
private struct NothingToCheck: CommandFailure {
  var paths: [String]

  var status: ExitStatus { .file }
  var message: String {
    "no profile in \(paths.map { "`\($0)`" }.joined(separator: ", "))"
  }
  var advice: String? {
    "in a directory, files ending in \(FileWalk.profileEndings.joined(separator: ", ")) are read; name others"
  }
}
