import AuditKit
import DecisionService
import Devices
import Findings
import PolicyKit
import ProfileKit

/// The policies of a command line, read and compiled; findings go to standard error.
struct PolicyInput {
  let set: PolicySet
  let sources: [String: SourceLines]

  /// Reads the files at `paths`; where `--policy-key` is given, each must be signed by such a key.
  init(_ paths: [String], _ arguments: Arguments, _ console: Console) throws {
    var files: [(path: String, bytes: [UInt8])] = []
    for path in paths { files.append((path, try console.read(path))) }
    set = PolicySet(files, keys: try arguments.verificationKeys(.policyKey))
    sources = Dictionary(files.map { ($0.path, Self.lines($0.bytes, $0.path)) }) { first, _ in
      first
    }
  }

  /// What findings about a file point into.
  static func lines(_ bytes: [UInt8], _ path: String) -> SourceLines {
    PolicyDocument.Encoding(path: path, bytes: bytes) == .plist
      ? PlistFile(reading: bytes, path: path).lines : SourceLines(utf8: bytes)
  }

  /// The compiled policy.
  /// - Throws: `InvalidInput` where something is wrong with it.
  func compiled(_ console: Console) throws -> CompiledPolicy {
    if let policy = set.policy { return policy }
    console.warn(set.findings.filter { $0.severity == .error }, sources: sources)
    throw InvalidInput(message: "the policy cannot be used as it stands")
  }
}

/// The profiles of a command line, read.
struct ProfileInput {
  let validation: Validation
  let bytes: [[UInt8]]

  /// Reads every file and runs `rules` over them.
  init(
    _ paths: [String], targets: [Device], rules: [ProfileKit.Rule], catalog: Catalog = .standard,
    _ console: Console, options: ReadingOptions = ReadingOptions()
  ) throws {
    var bytes: [[UInt8]] = []
    var files: [PlistFile] = []
    for path in paths {
      bytes.append(try console.read(path))
      files.append(PlistFile(reading: bytes[bytes.count - 1], path: path, options: options))
    }
    self.bytes = bytes
    validation = Validation(files, targets: targets, rules: rules, catalog: catalog)
  }

  /// Runs every rule over files that were read.
  init(_ files: [PlistFile], target: Device, catalog: Catalog) {
    bytes = []
    validation = Validation(files, targets: [target], catalog: catalog)
  }

  /// Refuses to go on where a file is no profile: what is not read restricts nothing, and an
  /// answer that left it out would be wrong.
  func requireProfiles(_ console: Console) throws {
    let read = Set(validation.profiles.map(\.path))
    let unread = validation.files.filter { !read.contains($0.path) }
    guard !unread.isEmpty else { return }
    let paths = Set(unread.map(\.path))
    // Whatever their severity: a signed or binary file is only warned of, and is the reason here.
    let reasons =
      unread.flatMap(\.findings)
      + validation.findings.filter { paths.contains($0.location.path) && $0.severity >= .warning }
    console.warn(Set(reasons).sorted(), sources: validation.sources)
    throw InvalidInput(
      message: "cannot go on without \(unread.map { "`\($0.path)`" }.joined(separator: ", "))")
  }
}

extension Arguments {
  /// The public keys in the files that `option` names; nil where it is not given.
  func verificationKeys(_ option: Option) throws -> [VerificationKey]? {
    guard isSet(option) else { return nil }
    do { return try values(option).map { try VerificationKey(contentsOf: $0) } } catch {
      throw LogFailure(message: "\(error)", advice: nil)
    }
  }
}
