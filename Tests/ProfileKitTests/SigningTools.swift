import Foundation

/// Keys, certificates and messages made by OpenSSL's command line in a folder of their own.
struct SigningTools: Sendable {
  static let isThere = run(["version"], in: NSTemporaryDirectory()) != nil

  /// One set for all tests: made once, when first asked for.
  static let shared = SigningTools()

  let folder: String

  /// The profile that is signed.
  static let profile = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>PayloadType</key><string>Configuration</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>com.example.signed</string>
      <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A01</string>
      <key>PayloadContent</key>
      <array>
        <dict>
          <key>PayloadType</key><string>com.apple.applicationaccess</string>
          <key>PayloadVersion</key><integer>1</integer>
          <key>PayloadIdentifier</key><string>com.example.signed.a</string>
          <key>PayloadUUID</key><string>6A5A6E0B-3C53-4B0C-9C0B-0C5E5A7C1A02</string>
          <key>allowOpenFromManagedToUnmanaged</key><false/>
        </dict>
      </array>
    </dict>
    </plist>

    """.utf8)

  init() {
    folder = NSTemporaryDirectory() + "pbpolicy-signing-\(UUID().uuidString)/"
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: nil)
    write("profile", Self.profile)
    write("leaf.ext", Array("basicConstraints=CA:FALSE\nextendedKeyUsage=codeSigning\n".utf8))
    write("ca.ext", Array("basicConstraints=critical,CA:TRUE\n".utf8))
    root("ca", "/CN=Test Root", "ec:P-256")
    root("stranger", "/CN=Stranger", "ec:P-256")
    issue("middle", "/CN=Test Middle", by: "ca", "ca.ext", "ec:P-256")
    issue("leaf", "/O=Example/CN=Leaf, Inc.", by: "middle", "leaf.ext", "ec:P-256")
    issue("rsa", "/CN=RSA Device", by: "middle", "leaf.ext", "rsa:2048")
    issue("weak", "/CN=Weak", by: "middle", "leaf.ext", "rsa:1024")
  }

  private func key(_ name: String, _ kind: String) {
    let parts = kind.split(separator: ":").map(String.init)
    let option = parts[0] == "ec" ? "ec_paramgen_curve:\(parts[1])" : "rsa_keygen_bits:\(parts[1])"
    openssl([
      "genpkey", "-algorithm", parts[0].uppercased(), "-pkeyopt", option, "-out", name + ".key",
    ])
  }

  private func root(_ name: String, _ subject: String, _ kind: String) {
    key(name, kind)
    openssl([
      "req", "-x509", "-new", "-key", name + ".key", "-subj", subject, "-days", "365", "-out",
      name + ".pem",
    ])
  }

  private func issue(
    _ name: String, _ subject: String, by issuer: String, _ extensions: String, _ kind: String
  ) {
    key(name, kind)
    openssl(["req", "-new", "-key", name + ".key", "-subj", subject, "-out", name + ".csr"])
    openssl([
      "x509", "-req", "-in", name + ".csr", "-CA", issuer + ".pem", "-CAkey", issuer + ".key",
      "-set_serial", "\(abs(name.hashValue % 100_000) + 1)", "-days", "365", "-extfile", extensions,
      "-out", name + ".pem",
    ])
  }

  /// A signed message; further options of `openssl cms -sign`.
  func signed(
    _ content: [UInt8] = profile, by signer: String = "leaf", _ options: [String] = ["-nodetach"]
  ) -> [UInt8] {
    // Tests run side by side: each message has files of its own.
    let name = UUID().uuidString
    write(name, content)
    openssl(
      [
        "cms", "-sign", "-binary", "-nosmimecap", "-in", name, "-signer", signer + ".pem",
        "-inkey", signer + ".key", "-out", name + ".cms",
      ] + (options.contains("-outform") ? [] : ["-outform", "DER"]) + options)
    return read(name + ".cms")
  }

  /// An encrypted message.
  func encrypted(_ content: [UInt8] = profile, for recipients: [String], _ options: [String] = [])
    -> [UInt8]
  {
    // Tests run side by side: each message has files of its own.
    let name = UUID().uuidString
    write(name, content)
    openssl(
      [
        "cms", "-encrypt", "-binary", "-in", name, "-aes256", "-outform", "DER", "-out",
        name + ".cms",
      ]
        + options + recipients.map { $0 + ".pem" })
    return read(name + ".cms")
  }

  func write(_ name: String, _ bytes: [UInt8]) {
    _ = FileManager.default.createFile(atPath: folder + name, contents: Data(bytes))
  }

  func read(_ name: String) -> [UInt8] { contents(folder + name) ?? [] }

  func openssl(_ arguments: [String]) { _ = Self.run(arguments, in: folder) }

  private static func run(_ arguments: [String], in folder: String) -> Data? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? data : nil
  }
}
