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
    Finding(
      "secret-in-clear", .warning, at: payload.location(secret.place), keyPath: secret.leaf.keyPath,
      secret.isKey
        ? "a private key stands in clear in this file"
        : "`\(shown(secret.key))` stands in clear in this file",
      help:
        "whoever gets the file has it; leave it out, encrypt the profile, or let the server fill it in"
    )
  }

  private static func wifi(_ keys: String, says message: String = "") -> RuleExample {
    RuleExample(
      RuleExample.profile(
        RuleExample.payload(
          "<key>SSID_STR</key><string>a</string>\(keys)", type: "com.apple.wifi.managed")),
      says: message)
  }

  /// Keys of Apple's payloads that hold secrets.
  fileprivate static let secretKeys: Set<String> = [
    "Password", "UserPassword", "ProxyPassword", "AuthPassword", "XAuthPassword", "SharedSecret",
    "PPK", "Challenge", "IncomingPassword", "OutgoingPassword", "HTTPProxyPassword",
    "HTTPSProxyPassword", "RemovalPassword", "AutologinPassword", "CalDAVPassword",
    "CardDAVPassword", "LDAPAccountPassword", "SubCalAccountPassword", "JabberPassword",
    "AIMPassword", "sharedSecret", "RegistrationToken", "password", "TokenData",
  ]

  /// Endings of names that other makers give to secrets.
  fileprivate static let secretEndings = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "privatekey",
    "private_key", "accesskey", "secretkey", "sharedkey", "preshared_key",
  ]

  /// Whether a key's name says that its value is secret.
  static func isSecretName(_ key: String) -> Bool {
    if secretKeys.contains(key) { return true }
    let name = key.lowercased()
    return secretEndings.contains { name.hasSuffix($0) }
  }
}

/// A value that is a secret.
struct Secret {
  let node: PlistNode
  /// Its key, and the place to show: that of the key where it has one of its own.
  let key: String
  let place: TextPosition
  let leaf: PlistNode.Leaf
  /// Whether it was known by its content, a private key, and not by its name.
  let isKey: Bool
}

/// The secrets of one payload.
struct SecretFinder {
  let payload: Payload
  /// Whether the payload is of a type that the catalogue knows: then names alone do not convict.
  let isKnown: Bool

  init(_ payload: Payload, _ catalog: Catalog) {
    self.payload = payload
    isKnown =
      payload.type != ManagedPreferences.type && catalog.payload(payload.type ?? "") != nil
  }

  /// The places of all secrets.
  var places: [TextPosition] {
    var places: [TextPosition] = []
    each { places.append($0.node.position) }
    return places
  }

  /// Visits each secret.
  func each(_ visit: (Secret) -> Void) {
    payload.node.eachLeaf(payload.keyPath) { node, leaf in
      let isNamed =
        isKnown ? Rule.secretKeys.contains(leaf.key) : Rule.isSecretName(leaf.key)
      let isKey = !isNamed && node.holdsPrivateKey
      // What a server or a person is still to put there is no secret yet.
      guard isKey || isNamed && node.isFilled && node.string?.templatePart == nil else { return }
      visit(
        Secret(
          node: node, key: leaf.key, place: leaf.entry?.keyPosition ?? node.position, leaf: leaf,
          isKey: isKey))
    }
  }
}

extension PlistNode {
  /// Whether it is a text or data with something in it.
  fileprivate var isFilled: Bool {
    switch kind {
    case .string(let text): !text.isEmpty
    case .data(let bytes): !bytes.isEmpty
    default: false
    }
  }

  /// Whether it is a private key as PEM writes it.
  fileprivate var holdsPrivateKey: Bool {
    func isKey(_ bytes: some Sequence<UInt8>) -> Bool {
      let head = Array(bytes.prefix(64))
      guard head.starts(with: "-----BEGIN ".utf8) else { return false }
      return String(decoding: head, as: UTF8.self).contains("PRIVATE KEY-----")
    }
    return switch kind {
    case .string(let text): isKey(text.utf8)
    case .data(let bytes): isKey(bytes)
    default: false
    }
  }
}
