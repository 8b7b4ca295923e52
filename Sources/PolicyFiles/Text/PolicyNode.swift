public import Findings

/// One value of a policy text together with where it stands, whichever encoding it was written in.
public struct PolicyNode: Sendable {
  /// What stands there.
  public indirect enum Content: Sendable {
    /// A single value.
    case scalar(PolicyScalar)
    /// A list.
    case list([PolicyNode])
    /// A map: entries in the order written, no key twice.
    case map([PolicyEntry])
  }

  /// The value.
  public let content: Content
  /// Where its first character stands; columns count Unicode scalars from 1.
  public let location: SourceLocation
  /// The keys that lead to it from the top.
  public let path: PolicyPath

  /// Makes a node.
  public init(_ content: Content, at location: SourceLocation, path: PolicyPath) {
    self.content = content
    self.location = location
    self.path = path
  }
}

extension PolicyNode {
  /// The same value where `place` says that each of its places is.
  public func moved(_ place: (SourceLocation) -> SourceLocation) -> PolicyNode {
    let content: Content =
      switch self.content {
      case .scalar: self.content
      case .list(let elements): .list(elements.map { $0.moved(place) })
      case .map(let entries):
        .map(
          entries.map { PolicyEntry($0.key, at: place($0.keyLocation), $0.value.moved(place)) })
      }
    return PolicyNode(content, at: place(location), path: path)
  }
}

/// One entry of a map.
public struct PolicyEntry: Sendable {
  /// The key as written, without quotes.
  public let key: String
  /// Where the key stands.
  public let keyLocation: SourceLocation
  /// The value.
  public let value: PolicyNode

  /// Makes an entry.
  public init(_ key: String, at keyLocation: SourceLocation, _ value: PolicyNode) {
    self.key = key
    self.keyLocation = keyLocation
    self.value = value
  }
}

/// A single value as it was written; what it means is decided by what its reader expects.
public struct PolicyScalar: Sendable, Hashable {
  /// How it was written.
  public enum Style: Sendable, Hashable {
    /// Without quotes.
    case plain
    /// In single or double quotes; always text.
    case quoted
    /// As a YAML block, `|` or `>`; always text.
    case block
  }

  /// What a plain value is by the core rules of YAML 1.2, which hold for JSON as well.
  public enum Kind: Sendable, Hashable {
    /// `null`, `~` or nothing.
    case null
    /// `true` or `false`.
    case boolean
    /// A whole number.
    case integer
    /// Any other number, such as `15.10`.
    case real
    /// Text, `yes` and `no` included.
    case string
  }

  /// The characters, without quotes and with escapes resolved; numbers as written.
  public let text: String
  /// How it was written.
  public let style: Style
  /// What it is.
  public let kind: Kind

  /// Makes a scalar.
  public init(_ text: String, _ style: Style) {
    self.text = text
    self.style = style
    kind = style == .plain ? Kind(plain: text) : .string
  }
}

/// The keys and list places that lead to a value, such as `rules[0].when.operation`.
public final class PolicyPath: Sendable, CustomStringConvertible {
  private enum Step {
    case key(String)
    case place(Int)
  }

  private let parent: PolicyPath?
  private let step: Step?

  private init(_ parent: PolicyPath?, _ step: Step?) {
    self.parent = parent
    self.step = step
  }

  /// The path of the whole text; its description is empty.
  public static let top = PolicyPath(nil, nil)

  /// The path one key further.
  public func key(_ name: String) -> PolicyPath { PolicyPath(self, .key(name)) }

  /// The path one list place further, from 0.
  public func place(_ index: Int) -> PolicyPath { PolicyPath(self, .place(index)) }

  /// The steps joined by dots, list places in brackets.
  public var description: String {
    var steps: [Step] = []
    var path: PolicyPath? = self
    while let current = path {
      if let step = current.step { steps.append(step) }
      path = current.parent
    }
    var text = ""
    for step in steps.reversed() {
      switch step {
      case .key(let name): text += text.isEmpty ? name : ".\(name)"
      case .place(let index): text += "[\(index)]"
      }
    }
    return text
  }
}

extension PolicyNode {
  /// Whether both hold the same, wherever it stands and however it is quoted.
  ///
  /// Numbers must also be written alike: `1.0` is not `1.00`.
  public func sameContent(as other: PolicyNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let left), .scalar(let right)):
      left.sameContent(as: right)
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.sameContent(as: $1) }
    case (.map(let left), .map(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.key == $1.key && $0.value.sameContent(as: $1.value) }
    default: false
    }
  }
}

extension PolicyScalar {
  fileprivate func sameContent(as other: PolicyScalar) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .null: return true
    case .boolean: return text.lowercased() == other.text.lowercased()
    case .integer, .real, .string: return text.utf8.elementsEqual(other.text.utf8)
    }
  }
}
