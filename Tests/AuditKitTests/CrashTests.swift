import AuditKit
import Foundation
import TestSupport
import Testing

/// A process that is killed at any moment loses nothing that it gave a receipt for.
@Suite struct CrashTests {
  /// The helper that appends, beside the running test bundle.
  private static let helper =
    try? FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/self/exe"
    ).split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/append-loop"

  /// Runs the helper, kills it some microseconds after so many receipts, and gives all receipts
  /// that it printed.
  private func killedAppends(
    _ scratch: Scratch, _ key: String, after count: Int, pause microseconds: UInt32
  ) throws -> [[String]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.helper))
    process.arguments = [scratch.log, key, "3"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    var printed = Data()
    while printed.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      printed += more
    }
    usleep(microseconds)
    kill(process.processIdentifier, SIGKILL)
    printed += try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(complaints.isEmpty, "\(String(decoding: complaints, as: UTF8.self))")
    #expect(process.terminationReason == .uncaughtSignal)
    let lines = String(decoding: printed, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map { $0.split(separator: " ").map(String.init) }
  }

  @Test func killedAHundredTimes() throws {
    let scratch = try Scratch()
    let keyPath = scratch.path + "/log.key"
    let key = try SigningKey.generate(name: "example.org/killed")
    try key.write(to: keyPath)
    var verification = VerificationOptions()
    verification.keys = [key.verificationKey]
    var dice = SeededGenerator(#function)
    let seed = dice.seed
    var total = 0
    for round in 0..<100 {
      // Every fourth is killed while it opens the log, or before.
      let count = round % 4 == 0 ? 0 : Int.random(in: 1...30, using: &dice)
      let receipts = try killedAppends(
        scratch, keyPath, after: count, pause: UInt32.random(in: 0...6_000, using: &dice))
      total += receipts.count
      if receipts.isEmpty { continue }
      let reader = try SQLiteLogReader(directory: scratch.log)
      for receipt in receipts {
        try #require(receipt.count == 3, "\(receipt)")
        let stored = try reader.record(try #require(Int64(receipt[0])))
        #expect(stored?.id == receipt[1] && stored?.leaf.hex == receipt[2], "round \(round)")
      }
      guard round % 50 == 49 else { continue }
      let report = LogVerifier.verify(directory: scratch.log, options: verification)
      guard case .verified = report.verdict else {
        Issue.record("round \(round), seed \(seed): \(report.problems)")
        return
      }
    }
    #expect(total >= 75, "the helper gave only \(total) receipts")
  }
}
