import Foundation

/// Where things stand.
enum Files {
  /// The repository's top folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Other engines' material beside the repository; nil where there is none.
  static let peers: URL? = {
    let folder = root.deletingLastPathComponent().appendingPathComponent("shared/peers")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// The bytes of a file, which must be there.
  static func bytes(_ url: URL) -> [UInt8] {
    let data = try? Data(contentsOf: url)
    require(data != nil, "`\(url.path)` cannot be read")
    return Array(data ?? Data())
  }

  /// A new folder on the disk that the build lies on, so that all that is compared lies there.
  static func scratch() -> URL {
    let folder = root.appendingPathComponent("Benchmarks/.build/scratch-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  static func remove(_ url: URL) { try? FileManager.default.removeItem(at: url) }
}

/// Ends the process with a failure.
func leave() { exit(1) }
