import Findings
import Foundation
import SchemaImport
import TestSupport
import Testing

/// The catalogue that ships is what the importer makes of Apple's schema.
@Suite struct ShippedCatalogTests {
  static let schema = Repository.shared + "apple-device-management/"
  static let isThere = FileManager.default.fileExists(atPath: schema + "mdm/profiles")

  static func file(_ path: String, as name: String) throws -> SchemaImport.File {
    let bytes = try #require(FileManager.default.contents(atPath: path))
    return SchemaImport.File(path: name, bytes: [UInt8](bytes))
  }

  static func imported() throws -> SchemaImport {
    let names = try FileManager.default.contentsOfDirectory(atPath: schema + "mdm/profiles")
    return SchemaImport(
      profiles: try names.filter { $0.hasSuffix(".yaml") }.map {
        try file(schema + "mdm/profiles/\($0)", as: $0)
      },
      newer: try ["newer-restrictions.tsv", "newer-payloads.tsv"].map {
        try file(schema + $0, as: $0)
      },
      source: "b6202ca2fbd31286a52eb160b67a4db7b4fe1f1f", newerSource: "2026")
  }

  @Test(.enabled(if: isThere)) func theShippedCatalogueIsWhatTheImporterWrites() throws {
    let result = try Self.imported()
    let shipped = try String(
      contentsOfFile: Repository.root + "Sources/PayloadCatalog/catalog.tsv", encoding: .utf8)
    let (new, old) = (result.text.split(separator: "\n"), shipped.split(separator: "\n"))
    let first = zip(new, old).first { $0 != $1 }
    #expect(first == nil && new.count == old.count, "run `pbpolicy schema import` again")
    #expect(result.payloadTypes == 122)
    #expect(result.findings.map(\.severity) == [.notice], "\(result.findings)")
  }
}
