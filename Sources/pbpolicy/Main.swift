import Glibc
import PBPolicyCommands

@main
struct Main {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(PBPolicy.run(arguments, on: SystemDevice()).rawValue)
  }
}
