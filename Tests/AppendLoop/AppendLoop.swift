import AuditKit
import Glibc
import StrictJSON

/// Appends to a log until it is killed, and prints every receipt: `seq id leaf` on a line.
///
/// `append-loop DIRECTORY KEYFILE THREADS`
@main
struct AppendLoop {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let threads = Int(arguments[3]) else { exit(2) }
    do {
      let key = try SigningKey(contentsOf: arguments[2])
      var options = LogWriterOptions()
      options.lockWait = 2000
      options.columns = [Column("outcome", .text, path: ["outcome"])].compactMap(\.self)
      let writer = try LogWriter.open(directory: arguments[1], key: key, options: options)
      for _ in 1..<max(1, threads) { start(writer) }
      appendForever(writer)
    } catch {
      print(line: "cannot: \(error)", to: 2)
      exit(1)
    }
  }

  private static func start(_ writer: LogWriter) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(writer).toOpaque()
    pthread_create(
      &thread, nil,
      { @Sendable context in
        if let context {
          AppendLoop.appendForever(Unmanaged<LogWriter>.fromOpaque(context).takeRetainedValue())
        }
        return nil
      }, context)
  }

  private static func appendForever(_ writer: LogWriter) {
    var number: Int64 = 0
    while true {
      number += 1
      let isDeny = number.isMultiple(of: 10)
      let draft = RecordDraft(
        .decision, ["outcome": isDeny ? "deny" : "allow", "n": .integer(number)],
        isUrgent: isDeny)
      do {
        let receipt = try writer.append(draft)
        print(line: "\(receipt.seq) \(receipt.id) \(receipt.leaf)", to: 1)
      } catch {
        print(line: "cannot: \(error)", to: 2)
        exit(1)
      }
    }
  }

  /// One `write`, so that a line of a killed process is whole or absent.
  private static func print(line: String, to file: Int32) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(file, bytes, bytes.count)
  }
}
