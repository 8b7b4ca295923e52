import Findings

/// Where secrets stand in the files of a run, so that no excerpt shows one.
struct HiddenSecrets {
  private var places: [String: [TextPosition]] = [:]

  init(_ profiles: [Profile], _ catalog: Catalog) {
    for profile in profiles {
      let found = profile.payloads.flatMap { SecretFinder($0, catalog).places }
      if !found.isEmpty { places[profile.path, default: []] += found }
    }
  }

  /// The lines of a file, with a `*` for each character of a secret.
  func lines(of file: PlistFile) -> SourceLines {
    guard let positions = places[file.path] else { return file.lines }
    let text = TextPlaces(file.text)
    let starts = positions.compactMap { text.offset(line: $0.line, column: $0.column) }.sorted()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.text.count)
    var copied = 0
    for start in starts where start >= copied {
      guard let tagEnd = file.text[start...].firstIndex(of: UInt8(ascii: ">")) else { continue }
      let end =
        file.text[tagEnd...].firstRange(of: Array("</".utf8))?.lowerBound ?? file.text.count
      bytes += file.text[copied...tagEnd]
      for byte in file.text[(tagEnd + 1)..<end] {
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          bytes.append(byte)
        } else if byte & 0xC0 != 0x80 {
          bytes.append(UInt8(ascii: "*"))
        }
      }
      copied = end
    }
    return SourceLines(utf8: bytes + file.text[copied...])
  }
}
