import AuditKit
import StrictJSON

extension Command {
  private static let file = Positional(
    .file("FILE"), help: "where the signing key goes; the public key goes to FILE.pub")
  private static let name = Option(
    "name", .text("NAME"), required: true,
    help: "the key's name, unique in the world, such as log.example.org")

  /// `pbpolicy log keygen`
  static let logKeygen = Command(
    path: ["log", "keygen"],
    summary: "make a key to sign a log with",
    discussion: """
      Makes an Ed25519 key. FILE is readable by its owner only and must lie outside the log's \
      folder; FILE.pub is for everybody who verifies. Neither file is ever overwritten.
      """,
    positionals: [file],
    options: [name],
    examples: [
      Example("pbpolicy log keygen --name log.example.org log.key", "make log.key and log.key.pub")
    ],
    run: { arguments, console in
      guard let path = arguments.word(file), let name = arguments.value(name) else { return .usage }
      do {
        let key = try SigningKey.generate(name: name)
        try key.write(to: path)
        let publicKey = key.verificationKey.description
        if arguments.format == .json {
          let json: JSONValue = [
            "signingKey": .string(path), "verificationKeyFile": .string(path + ".pub"),
            "verificationKey": .string(publicKey),
          ]
          try console.print(json.prettyText)
        } else {
          try console.print("\(path)       the signing key: keep it to yourself")
          try console.print("\(path).pub   \(publicKey)")
        }
        return .success
      } catch KeyError.name(let name) {
        throw arguments.wrong("\(KeyError.name(name))")
      } catch let error as KeyError {
        throw LogFailure(message: "\(error)", advice: nil)
      }
    })
}
