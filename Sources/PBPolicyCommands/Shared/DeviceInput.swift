import Devices
import Findings
import ProfileKit

/// Everything that a command line says of one device: profiles, declarations that carry profiles, a
/// list of installed profiles, the device's own word.
struct DeviceInput {
  /// The rules' word on the profiles that count.
  let validation: Validation
  /// The profiles on the device, or to be put there.
  let profiles: [Profile]
  /// What else is known.
  let evidence: Evidence
  /// What the list and the declarations have to say.
  let findings: [Finding]
  /// The lines of all files, for excerpts.
  let sources: [String: SourceLines]

  /// Reads `paths`, whatever each of them is.
  /// - Parameters:
  ///   - pool: files and folders in which profiles that a list or a declaration names are looked up.
  ///   - response: the device's own word, if it was given.
  init(
    _ paths: [String], pool: [String], response: (file: PlistFile, word: RestrictionsResponse)?,
    on device: Device, options: ReadingOptions, catalog: Catalog, _ arguments: Arguments,
    _ console: Console
  ) throws {
    let given = try GivenFiles(paths, device, options, arguments, console)
    if !pool.isEmpty, given.list == nil, given.declarations.isEmpty,
      given.unreadDeclarations.isEmpty
    {
      throw arguments.wrong(
        "`--profiles` is where the profiles of a ProfileList response or of a declaration are looked"
          + " up, and none is given")
    }
    let pool = try ProfileFolder(pool, options, console)
    var input = ProfileInput(given.files, target: device, catalog: catalog)
    try input.requireProfiles(console)
    var profiles = input.validation.profiles
    var evidence = Evidence()
    var findings = given.findings
    for path in given.unreadDeclarations { evidence.unknown.append(UnknownProfile(path)) }
    for declaration in given.declarations {
      if let problem = declaration.addressProblem { findings.append(problem) }
      switch declaration.content(among: profiles + pool.profiles, unread: pool.unread) {
      case .profile(let profile):
        evidence.carriers[profile.path, default: []].append(declaration)
        if !profiles.contains(where: { $0.path == profile.path }) { profiles.append(profile) }
      case .unknown(let finding):
        evidence.unknown.append(UnknownProfile(declaration.profileURL))
        findings.append(finding)
      }
    }
    if let list = given.list {
      let choice = list.choose(from: profiles, pool: pool.profiles)
      profiles = choice.installed
      evidence.unknown += choice.unknown
      findings += choice.findings + list.caveats(on: device)
      if list.isUsable {
        evidence.listed = SourceLocation(path: list.path)
        // What is installed got there, whoever carried it.
        evidence.carriers = [:]
      }
    }
    evidence.response = given.list.map { response?.word.held(against: $0) } ?? response?.word
    let chosen = Set(profiles.map(\.path))
    let known = given.files + pool.files.filter { chosen.contains($0.path) }
    if known.count > given.files.count {
      input = ProfileInput(known, target: device, catalog: catalog)
    }
    validation = input.validation
    self.profiles = profiles
    self.evidence = evidence
    self.findings = findings
    sources = validation.everySource.merging(given.sources) { first, _ in first }
      .merging(response.map { [$0.file.path: $0.file.lines] } ?? [:]) { first, _ in first }
  }
}

/// The files of a command line, told apart by what stands in them.
private struct GivenFiles {
  var files: [PlistFile] = []
  var declarations: [LegacyDeclaration] = []
  /// Those that cannot be read: what they carry is not known.
  var unreadDeclarations: [String] = []
  var list: ProfileListResponse?
  var findings: [Finding] = []
  var sources: [String: SourceLines] = [:]

  init(
    _ paths: [String], _ device: Device, _ options: ReadingOptions, _ arguments: Arguments,
    _ console: Console
  ) throws {
    for path in paths {
      let bytes = try console.read(path)
      switch LegacyDeclaration.read(bytes, path: path) {
      case .declaration(let declaration): declarations.append(declaration)
      case .withoutProfile(_, let finding): findings.append(finding)
      case .wrong(let finding):
        findings.append(finding)
        unreadDeclarations.append(path)
      case .other:
        try take(PlistFile(reading: bytes, path: path, options: options), device, arguments)
        continue
      }
      sources[path] = SourceLines(utf8: bytes)
    }
  }

  private mutating func take(_ file: PlistFile, _ device: Device, _ arguments: Arguments) throws {
    if let found = ProfileListResponse(file) {
      if let list {
        throw arguments.wrong(
          "two lists of installed profiles are given, `\(list.path)` and `\(file.path)`")
      }
      list = found
      sources[file.path] = file.lines
    } else if RestrictionsResponse(file, from: device) != nil {
      throw arguments.wrong("`\(file.path)` is a Restrictions response: give it with `--compare`")
    } else {
      files.append(file)
    }
  }
}
