import Foundation
import PolicyFiles
import PolicyKit
import StrictJSON
import TestSupport
import Testing

/// The quick way of reading a request accepts nothing that the plain one refuses, and reads the
/// same from what it accepts.
@Suite struct QuickRequestTests {
  private let reader = RequestReader(
    asker: .administrator, mayChooseAsker: true, classes: Set(ContentClass.builtIn))

  private func quick(_ bytes: [UInt8]) -> Request? {
    bytes.withUnsafeBufferPointer { reader.quickRequest($0) }
  }

  private func plain(_ bytes: [UInt8]) -> Request? {
    PolicyText.read(bytes, path: "r", as: .json).node.flatMap { try? reader.request($0) }
  }

  @Test func aPlainRequestIsReadQuickly() {
    let text = """
      {"operation": "copy", "platform":"iOS","os-version":"17.0.1", "content-class":["link","public"],
       "marker":"concealed","content-bytes":120,"supervised":true,"owner":null,"asked-by":"app"}
      """
    let bytes = Array(text.utf8)
    #expect(quick(bytes) != nil)
    #expect(quick(bytes) == plain(bytes))
  }

  static let others = [
    "{}", "[]", "", "{", "{\"operation\":\"copy\"}",
    "{\"operation\":\"copy\",\"platform\":\"ios\"}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"platform\":\"iOS\"}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"content-bytes\":01}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"content-bytes\":1.0}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"content-bytes\":\"1\"}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"expires-after\":0}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"os-version\":17}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"owner\":true}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"content-class\":[]}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"content-class\":\"nothing\"}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"same-app\":\"yes\"}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"owner\":\"own\",}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\"} {}",
    "{\"operation\":\"copy\",\"platform\":\"iOS\",\"source.bundle-id\":\"a b\"}",
  ]

  @Test(arguments: others) func whatIsRefusedIsNotRead(text: String) {
    let bytes = Array(text.utf8)
    #expect(quick(bytes) == nil && plain(bytes) == nil)
  }

  @Test func damagedTextsAreReadAlikeOrNotAtAll() {
    var generator = SeededGenerator("damaged requests")
    let start = Array(
      """
      {"operation":"paste","platform":"macOS","os-version":"15.1","content-class":["link"],\
      "source.bundle-id":"com.a","content-bytes":10,"supervised":false,"marker":["other"]}
      """.utf8)
    let spare = Array("{}[]\",:\\0123.-enulrtaf \n\t\u{7F}".utf8) + [0xC3, 0xA9]
    var read = 0
    for _ in 0..<6000 {
      var bytes = start
      for _ in 0..<Int.random(in: 0..<3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        if generator.percent(50) {
          bytes[place] = generator.pick(spare)
        } else if generator.percent(50) {
          bytes.remove(at: place)
        } else {
          bytes.insert(generator.pick(spare), at: place)
        }
      }
      guard let request = quick(bytes) else { continue }
      read += 1
      #expect(
        request == plain(bytes), "\(String(decoding: bytes, as: UTF8.self)), seed \(generator.seed)"
      )
    }
    #expect(read > 1000)
  }
}
