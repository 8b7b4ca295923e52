import Devices
import Findings
import ProfileKit
import SchemaImport

extension FuzzTarget {
  /// A catalogue's text above the one that ships, and whatever it says used on a profile.
  static let catalogue = FuzzTarget(name: "catalogue") { bytes in
    let (catalog, problems) = Catalog.standard.adding(bytes, named: "fuzz")
    let lines = bytes.count { $0 == 10 } + 1
    for problem in problems {
      must((1...lines).contains(problem.line), "line \(problem.line) of \(lines)")
      must(!problem.message.isEmpty, "a problem that says nothing")
    }
    let plain = Catalog(bytes: bytes)
    for type in plain.payloadTypes.prefix(20) {
      must(plain.payload(type) != nil, "the type `\(type)` is listed and not there")
      var left = 2000
      if let key = catalog.payload(type)?.dictionary { walk(key, depth: 0, &left) }
    }
    let file = PlistFile(reading: profile, path: "a.mobileconfig")
    let findings = Validation([file], targets: [Device(.iOS, OSVersion(18))], catalog: catalog)
    check(findings.findings, of: profile, path: "a.mobileconfig")
  }

  /// Everything that is known, as far as `left` goes: definitions may contain themselves.
  private static func walk(_ key: KeyDefinition, depth: Int, _ left: inout Int) {
    left -= 1
    guard left > 0, depth < 70 else { return }
    let support = key.support
    for platform in [Platform.iOS, .macOS, .watchOS] {
      must(key.support(on: platform) == support[platform], "two answers about \(platform)")
    }
    for name in key.keyNames {
      guard let inner = key.key(name) else { return must(false, "`\(name)` is not there") }
      walk(inner, depth: depth + 1, &left)
    }
    for inner in [key.wildcard, key.element].compactMap(\.self) {
      walk(inner, depth: depth + 1, &left)
    }
  }

  private static let profile = Array(
    """
    <plist version="1.0"><dict><key>PayloadType</key><string>Configuration</string>
    <key>PayloadContent</key><array>
    <dict><key>PayloadType</key><string>a</string><key>k</key><string>aaaaaaaaaaaaaaaaaaaaaab</string>
    <key>d</key><dict><key>k</key><integer>7</integer><key>x</key><array><dict/></array></dict></dict>
    <dict><key>PayloadType</key><string>com.apple.applicationaccess</string>
    <key>allowCamera</key><integer>0</integer></dict>
    </array></dict></plist>

    """.utf8)

  /// Schema files, parted by lines of `---`: what is made of them is understood.
  static let schema = FuzzTarget(name: "schema") { bytes in
    let files = bytes.split(separator: Array("\n---\n".utf8), maxSplits: 2)
    let result = SchemaImport(
      profiles: files.enumerated().map { .init(path: "\($0).yaml", bytes: Array($1)) },
      source: "fuzz")
    let problems = Catalog(text: "").adding(Array(result.text.utf8), named: "a").1
    must(problems.isEmpty, "line \(problems.first?.line ?? 0): \(problems.first?.message ?? "")")
    for finding in result.findings { must(!finding.message.isEmpty, "a finding that says nothing") }
  }
}
