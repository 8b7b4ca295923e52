import Devices
import Findings
import ProfileKit
import StrictJSON

extension FuzzTarget {
  /// The property-list reader, every rule over what it read, and what would be in force.
  static let plist = FuzzTarget(name: "plist") { bytes in
    let path = "fuzz.mobileconfig"
    let file = PlistFile(reading: bytes, path: path)
    must(!file.findings.isEmpty || file.root != nil, "neither a value nor a finding")
    must(
      file.root != nil || file.coreFoundationReads != true || file.kind != .xml,
      "Apple's reader takes it, and there is no value")
    let devices = [
      "platform=iOS,version=17.0,enrollment=device", "platform=macOS,version=15.1,supervised=yes",
    ].compactMap { text in
      attempt { try Device(parsing: text) }
    }
    must(devices.count == 2, "the devices themselves cannot be read")
    let validation = Validation([file], targets: devices)
    // The reader's text is the decoded one; bytes with another encoding have other lines.
    if isUTF8(bytes), file.kind == .xml { check(validation.findings, of: bytes, path: path) }
    _ = TextReporter(sources: validation.sources).text(of: validation.findings)
    for device in devices {
      _ = RestrictionsInForce(validation.profiles, on: device).json.compactText
    }
  }

  /// The reader beside the CoreFoundation that came with Swift: what one takes, both take.
  static let plistAgreement = FuzzTarget(name: "plist-agreement") { bytes in
    let file = PlistFile(reading: bytes, path: "fuzz.plist")
    // CoreFoundation reads almost anything as the name of an encoding: only usual ones count here.
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let usual = /<\?xml[^?]*encoding=["'](UTF-8|ISO-8859-1)["']/
    guard file.coreFoundationReads != nil, !head.contains("encoding=") || head.contains(usual)
    else { return }
    _ = readAlike(file, bytes)
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    !bytes.starts(with: [0xFE, 0xFF]) && !bytes.starts(with: [0xFF, 0xFE])
      && String(validating: bytes, as: UTF8.self) != nil
  }
}
