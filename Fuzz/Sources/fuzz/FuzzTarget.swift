import Glibc

/// One way of feeding any bytes whatever to the project.
struct FuzzTarget: Sendable {
  /// Its name, and its corpus's folder.
  let name: String
  /// Reads the bytes, and ends the process where something does not hold.
  let test: @Sendable ([UInt8]) -> Void

  /// Every target; `run.sh` asks for this list.
  static let all: [FuzzTarget] = [
    .json, .plist, .plistAgreement, .binary, .cms, .catalogue, .schema, .policyYAML, .policyJSON,
    .policyPlist, .policyCompiled, .policyFormat, .policyImport,
    .request, .note, .record,
  ]

  /// The one that runs; libFuzzer's callback can carry nothing of its own.
  nonisolated(unsafe) static var current: FuzzTarget?
}

/// Ends the process, so that libFuzzer keeps the input, where `condition` does not hold.
func must(_ condition: Bool, _ message: @autoclosure () -> String) {
  if condition { return }
  let line = Array("DOES NOT HOLD: \(message())\n".utf8)
  _ = write(2, line, line.count)
  abort()
}

/// What `body` gives; whatever it throws is an answer, too.
func attempt<Value>(_ body: () throws -> Value) -> Value? { try? body() }
