/// A folder from which reports name files, whatever way the user named them.
///
/// It works on names alone: links are not followed, nothing need exist.
public struct PathBase: Sendable, Hashable {
  /// The parts of the folder's absolute path.
  private let parts: [Substring]
  /// The parts of the folder that relative paths start from.
  private let start: [Substring]

  /// The folder `folder`, where relative paths start from `working`, an absolute path.
  public init(_ folder: String, working: String) {
    start = Self.joined([], working)
    parts = Self.joined(folder.hasPrefix("/") ? [] : start, folder)
  }

  /// The way from the folder to `path`, without dots and doubled slashes; it begins with `..`
  /// where the file is outside. Standard input stays `-`.
  public func name(_ path: String) -> String {
    if path == "-" { return path }
    let whole = Self.joined(path.hasPrefix("/") ? [] : start, path)
    let shared = zip(whole, parts).prefix { $0 == $1 }.count
    let up = Array(repeating: ".."[...], count: parts.count - shared)
    let way = up + whole.dropFirst(shared)
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  private static func joined(_ start: [Substring], _ path: String) -> [Substring] {
    var parts = start
    for part in path.split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return parts
  }
}

/// A relative path as a URI reference (RFC 3986): everything but letters, digits and `-._~/`
/// percent-encoded by its UTF-8 bytes.
func uriReference(_ path: String) -> String {
  var result = ""
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
      result.unicodeScalars.append(UnicodeScalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
  }
  return result
}
