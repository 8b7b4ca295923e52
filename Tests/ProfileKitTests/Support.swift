import Findings
import Foundation
import ProfileKit
import TestSupport

/// The bytes of a file, or nil.
func contents(_ path: String) -> [UInt8]? {
  FileManager.default.contents(atPath: path).map { [UInt8]($0) }
}

let edgeFolder = Repository.shared + "edge/"
let corpusFolder = Repository.shared + "corpus/"
let hasEdge = FileManager.default.fileExists(atPath: edgeFolder + "MATRIX.tsv")
let hasCorpus = FileManager.default.fileExists(atPath: corpusFolder + "INDEX.tsv")

/// One row of the corpus's index.
struct CorpusFile: Sendable {
  var path: String
  var kind: String

  var bytes: [UInt8] { contents(corpusFolder + path) ?? [] }

  static let all: [CorpusFile] = {
    guard let bytes = contents(corpusFolder + "INDEX.tsv") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().compactMap {
      let fields = $0.split(separator: "\t", omittingEmptySubsequences: false)
      return fields.count > 4 ? CorpusFile(path: String(fields[0]), kind: String(fields[4])) : nil
    }
  }()

  static var xml: [CorpusFile] { all.filter { $0.kind == "xml" } }
}

/// SplitMix64, so that a printed seed repeats a run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// `body` as the value of a plist with Apple's usual first lines.
func plist(_ body: String) -> [UInt8] {
  Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(body)
    </plist>
    """.utf8)
}

func read(_ bytes: [UInt8]) -> PlistFile { PlistFile(reading: bytes, path: "p") }
func read(_ text: String) -> PlistFile { read(Array(text.utf8)) }

/// What CoreFoundation itself makes of `bytes`; nil where it refuses.
func coreFoundation(_ bytes: [UInt8]) -> Any? {
  // It writes what it misses in OpenStep text to standard error.
  let isLoud = bytes.contains(UInt8(ascii: ";")) && bytes.first != UInt8(ascii: "<")
  return isLoud ? quietly { parsed(bytes) } : parsed(bytes)
}

private func parsed(_ bytes: [UInt8]) -> Any? {
  try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
}

private let quietLock = NSLock()

/// What `body` gives, its words to standard error unheard.
private func quietly<Result>(_ body: () -> Result) -> Result {
  quietLock.withLock {
    let kept = dup(2)
    let nowhere = open("/dev/null", O_WRONLY)
    defer {
      dup2(kept, 2)
      close(kept)
      close(nowhere)
    }
    dup2(nowhere, 2)
    return body()
  }
}

/// Whether our value is the one that CoreFoundation read, to the byte.
func same(_ node: PlistNode, _ value: Any) -> Bool {
  switch node.kind {
  case .dictionary:
    // CoreFoundation makes an object of its own of `{ CF$UID = n }`.
    if node["CF$UID"]?.number != nil, node.effectiveEntries.count == 1 {
      return !(value is [String: Any])
    }
    guard let other = value as? [String: Any] else { return false }
    let entries = node.effectiveEntries
    // Swift takes keys for the same that look the same.
    guard Set(entries.map(\.key)).count == entries.count else { return true }
    guard entries.count == other.count else { return false }
    return entries.allSatisfy { entry in
      other[entry.key].map { same(entry.value, $0) } ?? false
    }
  case .array(let elements):
    guard let other = value as? [Any], other.count == elements.count else { return false }
    return zip(elements, other).allSatisfy { same($0, $1) }
  case .string(let text):
    return (value as? String).map { Array($0.utf8) == Array(text.utf8) } ?? false
  case .boolean(let flag): return (value as? Bool) == flag
  case .integer(let number):
    return (value as? NSNumber)?.int64Value == number || (value as? Int).map(Int64.init) == number
  case .largeInteger(let number): return (value as? NSNumber)?.uint64Value == number
  case .real(let number):
    guard let other = (value as? Double) ?? (value as? NSNumber)?.doubleValue else { return false }
    return other == number || other.isNaN && number.isNaN
  case .date(let seconds):
    // Binary property lists have fractions of seconds, XML does not.
    return (value as? Date)?.timeIntervalSince1970.rounded(.down) == Double(seconds)
  case .data(let bytes): return (value as? Data).map { [UInt8]($0) } == bytes
  }
}

/// A value in one line, for messages of tests.
func described(_ node: PlistNode) -> String {
  switch node.kind {
  case .dictionary(let entries):
    "{"
      + entries.map { "\($0.key.debugDescription): \(described($0.value))" }.joined(separator: ", ")
      + "}"
  case .array(let elements): "[" + elements.map(described).joined(separator: ", ") + "]"
  case .string(let text): text.debugDescription
  default: "\(node.kind)"
  }
}
