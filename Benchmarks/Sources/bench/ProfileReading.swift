import CPeers
import Foundation
import ProfileKit

/// Reading configuration profiles, beside what the XML library does for nothing and beside
/// Foundation.
enum ProfileReading {
  static func run() {
    measure("read a profile, 5 MB", Generated.profile(payloads: 7_200), rounds: 11)
    measure("read a profile, 4 KB", Generated.profile(payloads: 6), rounds: 25)
    validate("validate a profile, 4 KB", Generated.profile(payloads: 6))
    memory("validate a profile, 6 MB, whole process", Generated.profile(payloads: 8_700))
  }

  private static func measure(_ what: String, _ bytes: [UInt8], rounds: Int) {
    let data = Data(bytes)
    let file = PlistFile(reading: bytes, path: "p")
    require(file.coreFoundationReads == true && file.findings.isEmpty, "the profile is not read")
    let timings = time(
      [
        Contender("ours") { keep(PlistFile(reading: bytes, path: "p")) },
        Contender("libxml2 SAX, empty callbacks (limit)") { keep(peers_sax(bytes, bytes.count)) },
        Contender("Foundation PropertyListSerialization") {
          keep(try? PropertyListSerialization.propertyList(from: data, format: nil))
        },
      ], rounds: rounds)
    Table.add("\(what) (\(bytes.count) bytes)", timings, unit: .megabytesPerSecond(bytes.count))
  }

  private static func validate(_ what: String, _ bytes: [UInt8]) {
    let file = PlistFile(reading: bytes, path: "p")
    keep(Validation([file]))
    let timings = time(
      [
        Contender("ours") { keep(Validation([PlistFile(reading: bytes, path: "p")])) },
        Contender("reading it only") { keep(PlistFile(reading: bytes, path: "p")) },
      ], rounds: 25)
    Table.add(what, timings, unit: .microseconds)
  }
}

extension ProfileReading {
  /// The most memory that `pbpolicy validate` holds, beside the size of the file.
  private static func memory(_ what: String, _ bytes: [UInt8]) {
    let limit = "8 times the file (limit)"
    guard let tool = ProcessInfo.processInfo.environment["BENCH_PBPOLICY"],
      access(tool, X_OK) == 0
    else {
      return Table.skip(what, against: limit, "pbpolicy is not built; see run.sh")
    }
    let folder = Files.scratch()
    defer { Files.remove(folder) }
    let file = folder.appendingPathComponent("big.mobileconfig")
    require((try? Data(bytes).write(to: file)) != nil, "no room for a profile")
    let peak = ProcessStart.peakMemory([tool, "validate", file.path])
    Table.addSize("\(what) (\(bytes.count) bytes)", peak, against: limit, 8 * bytes.count)
  }
}

/// Profiles of any size, the same in every run.
enum Generated {
  static func profile(payloads: Int, certificates: Bool = true) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>PayloadContent</key>
      \t<array>\n
      """
    for number in 0..<payloads {
      text += payload(certificates ? number : number * 2)
    }
    text += """
      \t</array>
      \t<key>PayloadDisplayName</key>
      \t<string>Clipboard &amp; Handoff</string>
      \t<key>PayloadIdentifier</key>
      \t<string>org.example.bench</string>
      \t<key>PayloadType</key>
      \t<string>Configuration</string>
      \t<key>PayloadUUID</key>
      \t<string>\(uuid(payloads * 2))</string>
      \t<key>PayloadVersion</key>
      \t<integer>1</integer>
      </dict>
      </plist>\n
      """
    return Array(text.utf8)
  }

  private static func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    let tail = String(repeating: "0", count: 12 - digits.count) + digits
    return "6E2A1F00-0000-4000-8000-\(tail)"
  }

  /// Restrictions and a certificate in turns.
  private static func payload(_ number: Int) -> String {
    let isCertificate = !number.isMultiple(of: 2)
    return """
      \t\t<dict>
      \t\t\t<key>PayloadDisplayName</key>
      \t\t\t<string>Payload &lt;\(number)&gt;</string>
      \t\t\t<key>PayloadIdentifier</key>
      \t\t\t<string>org.example.bench.\(number)</string>
      \t\t\t<key>PayloadType</key>
      \t\t\t<string>com.apple.\(isCertificate ? "security.root" : "applicationaccess")</string>
      \t\t\t<key>PayloadUUID</key>
      \t\t\t<string>\(uuid(number))</string>
      \t\t\t<key>PayloadVersion</key>
      \t\t\t<integer>1</integer>
      \(isCertificate ? certificate : restrictions(number))
      \t\t</dict>\n
      """
  }

  private static func restrictions(_ number: Int) -> String {
    """
    \t\t\t<key>allowActivityContinuation</key>
    \t\t\t<false/>
    \t\t\t<key>allowOpenFromManagedToUnmanaged</key>
    \t\t\t<false/>
    \t\t\t<key>requireManagedPasteboard</key>
    \t\t\t<true/>
    \t\t\t<key>ratingApps</key>
    \t\t\t<integer>300</integer>
    \t\t\t<key>autonomousSingleAppModePermittedAppIDs</key>
    \t\t\t<array>
    \t\t\t\t<string>org.example.app\(number % 97)</string>
    \t\t\t\t<string>org.example.other\(number % 89)</string>
    \t\t\t</array>
    \t\t\t<key>safariAcceptCookies</key>
    \t\t\t<real>2</real>
    """
  }

  private static let certificate = """
    \t\t\t<key>PayloadCertificateFileName</key>
    \t\t\t<string>root.cer</string>
    \t\t\t<key>PayloadContent</key>
    \t\t\t<data>
    \t\t\tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v
    \t\t\tMDEyMzQ1Njc4OTo7PD0+Pw==
    \t\t\t</data>
    """
}
