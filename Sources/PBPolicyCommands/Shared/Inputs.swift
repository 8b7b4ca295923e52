import AuditKit
import DecisionService
import Devices
import Findings
import PolicyKit
import ProfileKit

/// The policies of a command line, read and compiled; findings go to standard error.
struct PolicyInput {
  let set: PolicySet
  private let files: [(path: String, bytes: [UInt8])]

  /// Reads the files at `paths`; where `--policy-key` is given, each must be signed by such a key.
  init(_ paths: [String], _ arguments: Arguments, _ console: Console) throws {
    var files: [(path: String, bytes: [UInt8])] = []
    for path in paths { files.append((path, try console.read(path))) }
    self.files = files
    set = PolicySet(files, keys: try arguments.verificationKeys(.policyKey))
  }

  /// What findings about the files point into.
  var sources: [String: SourceLines] {
    files.reduce(into: [:]) { all, file in
      all.merge(PolicyDocument.lines(file.bytes, path: file.path)) { first, _ in first }
    }
  }

  /// The compiled policy.
  /// - Throws: `InvalidInput` where something is wrong with it.
  func compiled(_ console: Console) throws -> CompiledPolicy {
    if let policy = set.policy { return policy }
    throw InvalidInput(
      message: "the policy cannot be used as it stands",
      findings: set.findings.filter { $0.severity == .error }, sources: sources)
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
    let profiles = Set(validation.profiles.map(\.path))
    let unread = validation.files.filter { !profiles.contains($0.path) }
    guard !unread.isEmpty else { return }
    let paths = Set(unread.map(\.path))
    // Whatever their severity: a signed or binary file is only warned of, and is the reason here.
    let read = unread.flatMap(\.findings)
    // Whichever rule says it again says it with the targets.
    let more = validation.findings.filter { finding in
      paths.contains(finding.location.path) && finding.severity >= .warning
        && !read.contains {
          ($0.rule, $0.location, $0.message) == (finding.rule, finding.location, finding.message)
        }
    }
    throw InvalidInput(
      message: "cannot go on without \(unread.map { "`\($0.path)`" }.joined(separator: ", "))",
      findings: Set(read + more).sorted(), sources: validation.sources)
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
