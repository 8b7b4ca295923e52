import Findings
import ProfileKit
import StrictJSON

extension Command {
  private static let file = Positional(
    .file("FILE"), help: "a signed, encrypted or binary profile, or - for standard input")
  private static let output = Option(
    "output", short: "o", .file("OUT"), help: "write the profile to OUT instead of standard output")

  /// `pbpolicy extract`
  static let extract = Command(
    path: ["extract"],
    summary: "print the profile inside a signed, encrypted or binary file",
    discussion: """
      Takes the profile out of a signed message (CMS) as it was signed, byte for byte; out of an \
      encrypted one with the recipient's private key; and writes a binary property list as XML. Who \
      signed it, and whether that holds, is said on standard error.

      Lines and columns that other commands name in such a file are those of what is printed here.
      """,
    positionals: [file],
    options: [output, .trust, .decryptionKey],
    examples: [
      Example("pbpolicy extract signed.mobileconfig", "print the profile that was signed"),
      Example(
        "pbpolicy extract --key device.pem -o plain.mobileconfig sealed.mobileconfig",
        "decrypt one into a file"),
    ],
    statuses: [.success, .findings],
    run: { arguments, console in
      guard let path = arguments.word(file) else { return .usage }
      let options = try console.readingOptions(arguments)
      let bytes = try console.read(path)
      let profile = PlistFile(reading: bytes, path: path, options: options)
      let content = profile.extracted ?? (profile.isWrapped ? nil : bytes)
      let findings = profile.findings.filter(\.isAboutWrapping).sorted()
      if arguments.format == .json {
        try console.deliver(
          Array((json(profile, content, findings).prettyText + "\n").utf8), arguments.value(output),
          isPrivate: profile.encryption != nil)
      } else if let content {
        try console.deliver(content, arguments.value(output), isPrivate: profile.encryption != nil)
      }
      console.warn(findings, sources: [path: profile.lines])
      for signature in profile.signatures { console.remark(signature.sentence(now: nil)) }
      guard content != nil else { throw NothingInside(path: path) }
      if profile.extracted == nil { console.remark("nothing is wrapped round it: \(path)") }
      return findings.contains { $0.severity >= .error } ? .findings : .success
    })

  private static func json(_ profile: PlistFile, _ content: [UInt8]?, _ findings: [Finding])
    -> JSONValue
  {
    [
      "path": .string(profile.path), "kind": .string(profile.kind.publicName),
      "signature": profile.signatureJSON, "encryption": profile.encryption?.json ?? .null,
      "content": content.flatMap { String(validating: $0, as: UTF8.self) }.map { .string($0) }
        ?? .null,
      "findings": .array(findings.map(\.json)),
    ]
  }
}

extension Console {
  /// Writes a result to the file at `path`, or to standard output.
  fileprivate func deliver(_ bytes: [UInt8], _ path: String?, isPrivate: Bool) throws {
    if let path, path != "-" {
      try writeFile(bytes, to: path, isPrivate: isPrivate)
    } else {
      try write(bytes: bytes)
    }
  }
}

extension PlistFile {
  /// Whether it is of a kind that holds another file.
  fileprivate var isWrapped: Bool {
    switch kind {
    case .signed, .encrypted, .binary: true
    default: false
    }
  }
}

extension Finding {
  /// Whether it is about the message round a profile, or about the file where it cannot be opened.
  fileprivate var isAboutWrapping: Bool {
    location.line == 0 || rule == "encrypted-not-checked"
  }
}

/// A file that cannot be opened; why is on standard error already.
private struct NothingInside: CommandFailure {
  var path: String
  var status: ExitStatus { .findings }
  var message: String { "there is nothing to take out of `\(path)`" }
  var advice: String? { nil }
}
