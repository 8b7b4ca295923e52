/// Names of keys whose values are secrets.
enum SecretNames {
  /// Keys of Apple's payloads that hold secrets.
  static let ofApple: Set<String> = [
    "Password", "UserPassword", "ProxyPassword", "AuthPassword", "XAuthPassword", "SharedSecret",
    "PPK", "Challenge", "IncomingPassword", "OutgoingPassword", "HTTPProxyPassword",
    "HTTPSProxyPassword", "RemovalPassword", "AutologinPassword", "CalDAVPassword",
    "CardDAVPassword", "LDAPAccountPassword", "SubCalAccountPassword", "JabberPassword",
    "AIMPassword", "sharedSecret", "RegistrationToken", "password", "TokenData",
  ]

  /// Endings of names that other makers give to secrets.
  private static let endings = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "privatekey",
    "private_key", "accesskey", "secretkey", "sharedkey", "preshared_key",
  ]

  /// Whether a key's name says that its value is secret.
  static func contain(_ key: String) -> Bool { ofApple.contains(key) || areEnding(key) }

  /// Whether a key's name ends as other makers name their secrets.
  static func areEnding(_ key: String) -> Bool {
    // Asked of every value of a file: most names are out by their last letter.
    guard let last = key.utf8.last, lastLetters.contains(last | 0x20) else { return false }
    let name = key.lowercased()
    return endings.contains { name.hasSuffix($0) }
  }

  private static let lastLetters: [UInt8] = endings.compactMap { $0.utf8.last }
}
