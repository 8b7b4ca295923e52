import Findings

extension Rule {
  static let secretInClear = Rule(
    "secret-in-clear", .warning, "a password, shared secret or private key that anyone can read",
    explanation: """
      A profile is a readable file: whoever gets it, from a repository, a share or a device, has what is in it.
      Signing does not hide anything. Leave secrets to the person or the server, send an identity by SCEP or
      ACME, or encrypt the profile. The value itself is never shown here.
      """,
    accepted: [
      wifi("<key>Password</key><string>$FLEET_SECRET_WIFI</string>"),
      wifi("<key>Password</key><string></string>"),
      .restrictions("<key>allowPasswordSharing</key><false/>"),
      .payload(
        "com.apple.webClip.managed", "<key>URL</key><string>https://me@example.com/a</string>"),
    ],
    rejected: [
      wifi(
        "▸<key>Password</key><string>hunter2</string>",
        says: "`Password` stands in clear in this file"),
      RuleExample(
        RuleExample.profile(
          RuleExample.payload(
            "▸<key>EnrollmentToken</key><string>8cc0d3</string>", type: "com.example.agent")),
        says: "`EnrollmentToken` stands in clear in this file"),
      wifi(
        "▸<key>Password</key><string>hunter$SECRET2</string>",
        says: "`Password` stands in clear in this file"),
      .payload(
        "com.apple.extensiblesso",
        "<key>ExtensionData</key><dict>▸<key>client_secret</key><string>a1</string></dict>",
        says: "`client_secret` stands in clear in this file"),
      .payload(
        "com.apple.webClip.managed",
        "▸<key>URL</key><string>https://me:hunter2@example.com/</string>",
        says: "a password stands in clear in the URL of `URL`"),
    ],
    check: { context in
      var list = context.list
      // What came out of an encrypted file does not stand in clear.
      let locked = Set(context.files.filter { $0.encryption != nil }.map(\.path))
      for profile in context.profiles where !locked.contains(profile.path) {
        for payload in profile.payloads {
          SecretFinder(payload, context.catalog).each { secret in
            list.add("secret-in-clear", .warning, at: payload.location(secret.place)) {
              finding(secret, payload)
            }
          }
        }
      }
      return list.findings
    })

  private static func finding(_ secret: Secret, _ payload: Payload) -> Finding {
    // Below a key that is a secret's, a key may be the secret itself.
    let holder = secret.leaf.holder(SecretNames.ofApple.contains)
    return Finding(
      "secret-in-clear", .warning, at: payload.location(secret.place),
      keyPath: holder?.keyPath ?? secret.leaf.keyPath,
      message(secret.kind, shown(holder?.key ?? secret.key)),
      help:
        "whoever gets the file has it; leave it out, encrypt the profile, or let the server fill it in"
    )
  }

  private static func message(_ kind: Secret.Kind, _ key: String) -> String {
    switch kind {
    case .privateKey: "a private key stands in clear in this file"
    case .inURL: "a password stands in clear in the URL of `\(key)`"
    case .named: "`\(key)` stands in clear in this file"
    }
  }

  private static func wifi(_ keys: String, says message: String = "") -> RuleExample {
    RuleExample(
      RuleExample.profile(
        RuleExample.payload(
          "<key>SSID_STR</key><string>a</string>\(keys)", type: "com.apple.wifi.managed")),
      says: message)
  }
}
