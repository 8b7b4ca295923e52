/// The head of a log's tree at one size (C2SP tlog-checkpoint), which a signed note carries.
public struct Checkpoint: Sendable, Hashable {
  /// Which log: unique in the world.
  public let origin: String
  /// How many records the tree holds.
  public let size: Int64
  /// The root of the tree over them.
  public let root: Digest

  /// Makes a head; the origin must be one line that is not empty.
  public init(origin: String, size: Int64, root: Digest) {
    self.origin = origin
    self.size = size
    self.root = root
  }

  /// Reads the text of a note, strictly. Lines after the third are passed over, if they are not
  /// empty.
  public init(parsing text: String) throws(NoteError) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 4, lines.last?.isEmpty == true,
      lines.dropLast().allSatisfy({ !$0.isEmpty })
    else { throw .form("a checkpoint is three lines: origin, size, root") }
    let digits = String(decoding: lines[1], as: UTF8.self)
    guard let size = Int64(digits), size >= 0, String(size).isSame(as: digits) else {
      throw .form("the size `\(Shown.text(digits))` in the second line is not a decimal number")
    }
    guard let bytes = Base64.bytes(String(decoding: lines[2], as: UTF8.self)),
      let root = Digest(bytes)
    else { throw .form("the third line is not the base64 text of 32 bytes") }
    self.init(origin: String(decoding: lines[0], as: UTF8.self), size: size, root: root)
  }

  /// Whether both are the same to the byte.
  public static func == (left: Checkpoint, right: Checkpoint) -> Bool {
    left.size == right.size && left.root == right.root && left.origin.isSame(as: right.origin)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: origin)
    hasher.combine(size)
    hasher.combine(root)
  }

  /// The three lines.
  public var text: String { "\(origin)\n\(size)\n\(Base64.text(root.bytes))\n" }

  /// The signed note that holds this head.
  public func signed(by key: SigningKey) throws(NoteError) -> SignedNote {
    try SignedNote(signing: text, by: [key])
  }
}
