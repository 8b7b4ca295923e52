/// Where the tests find the repository's own examples and, where it stands, material beside it.
public enum Repository {
  /// The repository's top folder, with a final slash.
  public static let root: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/") + "/"
  }()

  /// The folder of shared material beside the repository; tests that read it say "skipped"
  /// where it is not there.
  public static var shared: String {
    root.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
      + "/shared/"
  }
}
