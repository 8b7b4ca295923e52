import PBPolicyCommands

@main
struct Main {
  static func main() {}
}
