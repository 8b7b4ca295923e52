import StrictJSON

/// What a saved policy is made of: one way to write it, and one to read it again.
protocol Saved: Equatable, Sendable {
  /// The value that `node` holds, checked as a reader of texts checks it.
  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Self
  /// The value as JSON; places are short where they lie in `file`.
  func written(in file: SavedFile) -> JSONValue
}

/// A structure whose one list of fields drives both writing and reading, so that a field added to
/// it is either in both or, which a test notices, in neither.
protocol SavedStructure: Saved {
  /// A value whose fields are as they are where nothing is said of them.
  static var blank: Self { get }
  /// Every stored property, by the name it has in Swift and in JSON.
  static var fields: [SavedField<Self>] { get }
  /// What is wrong with the whole, beyond its fields; nil where nothing is.
  func problem(in file: SavedFile) -> String?
}

extension SavedStructure {
  func problem(in file: SavedFile) -> String? { nil }

  func written(in file: SavedFile) -> JSONValue {
    .object(
      Self.fields.compactMap { field in
        field.write(self, file).map { JSONValue.Member(field.name, $0) }
      })
  }

  static func read(_ node: SavedNode) throws(SavedPolicyError) -> Self {
    let fields = Self.fields
    var value = blank
    var seen: UInt64 = 0
    guard case .object(let members) = node.json.kind else { throw node.expected("an object") }
    for member in members {
      let inner = SavedNode(member.value, in: node.file)
      guard let place = fields.firstIndex(where: { $0.name == member.key }) else {
        throw SavedMember(key: member.key, value: inner).unknown(among: fields.map(\.name))
      }
      seen |= 1 << UInt64(place)
      try fields[place].read(&value, inner)
    }
    for (place, field) in fields.enumerated() where field.isRequired && seen & 1 << place == 0 {
      throw node.error("expected the key `\(field.name)`, found none")
    }
    if let problem = value.problem(in: node.file) { throw node.error(problem) }
    return value
  }
}

/// One field of a structure.
struct SavedField<Root: Sendable>: Sendable {
  let name: String
  let isRequired: Bool
  let write: @Sendable (Root, SavedFile) -> JSONValue?
  let read: @Sendable (inout Root, SavedNode) throws(SavedPolicyError) -> Void

  /// A field that must be there.
  init<Value: Saved>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ check: SavedCheck<Value> = .any
  ) {
    self.name = name
    isRequired = true
    write = { root, file in root[keyPath: path].written(in: file) }
    read = { root, node throws(SavedPolicyError) in
      root[keyPath: path] = try check.read(node)
    }
  }

  /// A field that is left out where it is `usual`.
  init<Value: Saved>(
    _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, unless usual: Value,
    _ check: SavedCheck<Value> = .any
  ) {
    self.name = name
    isRequired = false
    write = { root, file in
      let value = root[keyPath: path]
      return value == usual ? .none : .some(value.written(in: file))
    }
    read = { root, node throws(SavedPolicyError) in
      root[keyPath: path] = try check.read(node)
    }
  }
}

/// What a value must be beyond its type.
struct SavedCheck<Value: Saved>: Sendable {
  let expected: String
  let holds: @Sendable (Value) -> Bool

  init(_ expected: String, _ holds: @escaping @Sendable (Value) -> Bool) {
    self.expected = expected
    self.holds = holds
  }

  static var any: SavedCheck { SavedCheck("") { _ in true } }

  func read(_ node: SavedNode) throws(SavedPolicyError) -> Value {
    let value = try Value.read(node)
    guard holds(value) else { throw node.expected(expected) }
    return value
  }
}

extension SavedCheck<String> {
  /// A text of at most so many characters.
  static func text(_ most: Int) -> SavedCheck {
    SavedCheck("a text of at most \(most) characters") { $0.unicodeScalars.count <= most }
  }

  /// Such a text that is not empty.
  static func filled(_ most: Int) -> SavedCheck {
    SavedCheck("a text of 1 to \(most) characters") {
      !$0.isEmpty && $0.unicodeScalars.count <= most
    }
  }

  static let identifier = SavedCheck(
    "an id of at most \(PolicyBounds.identifier) lower-case letters, digits, hyphens and dots",
    PolicyBounds.isIdentifier)

  static let path = SavedCheck("a path of at most 4096 bytes") { $0.utf8.count <= 4096 }

  static let digest = SavedCheck("64 digits of lower-case hexadecimal, or an empty text") {
    $0.isEmpty
      || $0.utf8.count == 64
        && $0.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

extension SavedCheck {
  /// The same of a value that may be missing.
  static func optional<Wrapped>(_ check: SavedCheck<Wrapped>) -> SavedCheck<Wrapped?> {
    SavedCheck<Wrapped?>(check.expected) { $0.map(check.holds) ?? true }
  }

  /// The same of every element.
  static func every<Element>(_ check: SavedCheck<Element>) -> SavedCheck<[Element]> {
    SavedCheck<[Element]>("each to be \(check.expected)") { $0.allSatisfy(check.holds) }
  }
}
