/// An Apple operating system.
public enum Platform: String, Sendable, Hashable, CaseIterable, Comparable {
  /// iPhone.
  case iOS
  /// iPad; carries iOS's version numbers, and counts as iOS in Apple's schema.
  case iPadOS
  /// Mac, native, Catalyst and iOS apps on a Mac alike.
  case macOS
  /// Apple Vision.
  case visionOS
  /// Apple Watch; no pasteboard.
  case watchOS
  /// Apple TV; no pasteboard.
  case tvOS

  /// In the order declared.
  public static func < (left: Platform, right: Platform) -> Bool {
    left.order < right.order
  }

  private var order: Int {
    switch self {
    case .iOS: 0
    case .iPadOS: 1
    case .macOS: 2
    case .visionOS: 3
    case .watchOS: 4
    case .tvOS: 5
    }
  }
}
