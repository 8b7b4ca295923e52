import CFuzzer
import Glibc

/// `fuzz --target=NAME [libFuzzer's flags] [corpus folders]`
@main
struct Fuzz {
  static func main() {
    let prefix = "--target="
    let name = CommandLine.arguments.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
    guard let target = FuzzTarget.all.first(where: { $0.name == name ?? "" }) else {
      for target in FuzzTarget.all { print(target.name) }
      exit(2)
    }
    FuzzTarget.current = target
    var count = CommandLine.argc
    // libFuzzer passes over flags with two hyphens, and hands them on to processes it starts.
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
        FuzzTarget.current?.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      })
  }
}
