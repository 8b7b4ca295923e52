import DecisionService
import Devices
import Foundation
import PolicyFiles
import PolicyKit
import ProfileKit

/// The repository's own examples, which the targets ask and are asked with.
enum Shipped {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func bytes(_ path: String) -> [UInt8] {
    let data = try? Data(contentsOf: root.appendingPathComponent(path))
    must(data != nil, "`\(path)` is not where it was")
    return Array(data ?? Data())
  }

  /// `balanced` and `strict`.
  static let policies: [CompiledPolicy] = ["balanced", "strict"].compactMap { name in
    let path = "Policies/\(name)/policy.yaml"
    let policy = PolicySet([(path, bytes(path))]).policy
    must(policy != nil, "`\(path)` is refused")
    return policy
  }

  /// The requests beside `balanced`.
  static let requests: [Request] = {
    let reader = RequestReader(
      asker: .app, mayChooseAsker: true, classes: Set(ContentClass.builtIn))
    let lines = bytes("Policies/balanced/requests.jsonl").split(separator: UInt8(ascii: "\n"))
    let requests = lines.compactMap { line in
      PolicyText.read(Array(line), path: "requests", as: .json).node.flatMap { node in
        attempt { try reader.request(node) }
      }
    }
    must(requests.count == lines.count, "requests of `balanced` are refused")
    return requests
  }()

  /// What a profile with both kinds of clipboard restriction puts on an iPhone.
  static let restrictions: DeviceRestrictions? = {
    let text = """
      <plist version="1.0"><dict><key>PayloadType</key><string>Configuration</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>org.example.fuzz</string>
      <key>PayloadUUID</key><string>00000000-0000-4000-8000-000000000001</string>
      <key>PayloadContent</key><array><dict>
      <key>PayloadType</key><string>com.apple.applicationaccess</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>org.example.fuzz.restrictions</string>
      <key>PayloadUUID</key><string>00000000-0000-4000-8000-000000000002</string>
      <key>allowActivityContinuation</key><false/>
      <key>requireManagedPasteboard</key><true/>
      <key>allowOpenFromManagedToUnmanaged</key><false/>
      </dict></array></dict></plist>
      """
    let file = PlistFile(reading: Array(text.utf8), path: "fuzz.mobileconfig")
    guard let profile = Profile(file),
      let device = attempt({
        try Device(parsing: "platform=iOS,version=17.0,supervised=yes,enrollment=device")
      })
    else {
      must(false, "the profile or its device cannot be read")
      return nil
    }
    return DeviceRestrictions(RestrictionsInForce([profile], on: device))
  }()
}
