import COpenSSL
import Glibc

/// Random bytes of the kernel.
enum Randomness {
  /// `count` bytes, at most 256 (which the kernel gives in one piece once it has any at all).
  static func bytes(_ count: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: min(count, 256))
    while getrandom(&result, result.count, 0) != result.count {
      if errno != EINTR { fatalError("this kernel gives no random bytes (errno \(errno))") }
    }
    return result
  }
}
