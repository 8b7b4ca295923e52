/// A value that is a secret.
struct Secret {
  /// How it was known.
  enum Kind {
    /// By the name of its key.
    case named
    /// By what it is.
    case privateKey
    /// A URL with a password in it.
    case inURL
  }

  let node: PlistNode
  /// Its key, and the place to show: that of the key where it has one of its own.
  let key: String
  let place: TextPosition
  let leaf: PlistNode.Leaf
  let kind: Kind
}

/// The secrets of one payload.
struct SecretFinder {
  let payload: Payload
  /// What the catalogue knows of its keys: where it knows a key, the name alone does not convict.
  private let known: PayloadDefinition?

  init(_ payload: Payload, _ catalog: Catalog) {
    self.payload = payload
    known =
      payload.type == ManagedPreferences.type ? nil : payload.type.flatMap { catalog.payload($0) }
  }

  /// Visits each secret.
  func each(_ visit: (Secret) -> Void) {
    payload.node.eachLeaf(payload.keyPath) { node, leaf in
      guard let kind = kind(node, leaf) else { return }
      visit(
        Secret(
          node: node, key: leaf.key, place: leaf.entry?.keyPosition ?? node.position, leaf: leaf,
          kind: kind))
    }
  }

  private func kind(_ node: PlistNode, _ leaf: PlistNode.Leaf) -> Secret.Kind? {
    let isNamed =
      SecretNames.ofApple.contains(leaf.key) || SecretNames.areEnding(leaf.key) && !isKnown(leaf)
    if isNamed, node.isFilledSecret { return .named }
    if node.holdsPrivateKey { return .privateKey }
    return node.string?.holdsURLPassword == true ? .inURL : nil
  }

  /// Whether the catalogue has the key itself, not only that any may stand there.
  private func isKnown(_ leaf: PlistNode.Leaf) -> Bool {
    guard let known, let key = known.key(at: leaf.steps) else { return false }
    return key.name != "*" && !key.layers.isEmpty
  }
}

extension PlistNode {
  /// Whether it is a secret that somebody has put there, where its key says it is one: a switch is
  /// none, and what a server or a person is still to put there is none yet.
  var isFilledSecret: Bool {
    switch kind {
    case .string(let text):
      if text.isEmpty || text.isOnlyVariables { return false }
      if case .placeholder = text.templatePart { return false }
      return true
    case .data(let bytes): return !bytes.isEmpty
    case .integer(let number): return number > 1 || number < 0
    case .largeInteger, .real: return true
    default: return false
    }
  }

  /// Whether it is to be shown nowhere, under the key given: a text that only may be a secret, too.
  func isHidden(under key: String) -> Bool {
    if SecretNames.contain(key) {
      switch kind {
      case .boolean, .dictionary, .array: return false
      case .string(let text): return !text.isEmpty && !text.isOnlyVariables
      default: return isFilledSecret
      }
    }
    return holdsPrivateKey || string?.holdsURLPassword == true
  }

  /// The value in a few words as `shortText`, unless it is a secret under that key.
  func shownText(under key: String) -> String {
    isContainer || !isHidden(under: key) ? shortText : "a value not shown here"
  }

  /// Whether it is a private key as PEM writes it.
  var holdsPrivateKey: Bool {
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

extension String {
  /// Whether it is a URL with a user's password in it.
  var holdsURLPassword: Bool {
    // Most texts are out by what every one of them must hold.
    guard utf8.contains(UInt8(ascii: "@")), let scheme = firstRange(of: "://") else { return false }
    let authority = self[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return false }
    let password = String(authority[authority.index(after: colon)..<at])
    return !password.isEmpty && !password.isOnlyVariables
      && !password.contains(where: \.isWhitespace)
  }

  /// Whether it is made of variables of a management server and signs between them: a secret that
  /// only looks like one in part is none.
  var isOnlyVariables: Bool {
    var rest = self[...]
    var variables = 0
    while let first = rest.first {
      if let end = rest.variableEnd {
        variables += 1
        rest = rest[end...]
      } else if first.isLetter || first.isNumber {
        return false
      } else {
        rest = rest.dropFirst()
      }
    }
    return variables > 0
  }
}

extension Substring {
  /// Where the variable ends that it begins with: `{{name}}`, `${NAME}`, `$NAME`, `%name%`.
  fileprivate var variableEnd: Index? {
    func closed(_ open: String, _ close: String, _ isInner: (Character) -> Bool) -> Index? {
      guard hasPrefix(open) else { return nil }
      let inner = dropFirst(open.count).prefix(while: isInner)
      let rest = self[inner.endIndex...]
      guard !inner.isEmpty, rest.hasPrefix(close) else { return nil }
      return rest.index(rest.startIndex, offsetBy: close.count)
    }
    func isWord(_ sign: Character) -> Bool {
      sign.isASCII && (sign.isLetter || sign.isNumber) || sign == "_"
    }
    let inBraces: (Character) -> Bool = { isWord($0) || " .-".contains($0) }
    if let end = closed("{{", "}}", inBraces) ?? closed("${", "}", inBraces) { return end }
    // Apple's server names them in letters; with a digit in it, it is as likely a password.
    if let end = closed("%", "%", { isWord($0) && !$0.isNumber }) { return end }
    guard first == "$" else { return nil }
    let name = dropFirst().prefix { isWord($0) }
    let isUpper = name.allSatisfy { !$0.isLowercase }
    guard name.count >= 3, name.first?.isLetter == true, isUpper || name.hasPrefix("FLEET_")
    else { return nil }
    return name.endIndex
  }
}
