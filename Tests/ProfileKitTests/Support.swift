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
func quietly<Result>(_ body: () -> Result) -> Result {
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
