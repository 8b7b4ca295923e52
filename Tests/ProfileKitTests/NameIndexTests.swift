import TestSupport
import Testing

@testable import ProfileKit

/// The index of names beside a dictionary that does the same.
@Suite struct NameIndexTests {
  @Test func findsWhatADictionaryFinds() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(state: seed)
    var index = NameIndex()
    var names: [(name: String, number: Int32)] = []
    var twin: [String: [Int32: Int32]] = [:]
    func find(_ name: String, _ number: Int32) -> Int32? {
      var name = name
      let hash = name.withUTF8 { NameIndex.hash($0, number) }
      return index.first(hash) { names[Int($0)] == (name, number) }
    }
    for _ in 0..<2000 {
      let name = String(
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          "abc".randomElement(using: &generator) ?? "a"
        })
      let number = Int32.random(in: 0...40, using: &generator)
      #expect(find(name, number) == twin[name]?[number], "seed \(seed): \(name) \(number)")
      if twin[name]?[number] == nil {
        let place = Int32(names.count)
        var text = name
        index.insert(text.withUTF8 { NameIndex.hash($0, number) }, place)
        names.append((name, number))
        twin[name, default: [:]][number] = place
      }
    }
    for (place, entry) in names.enumerated() {
      #expect(find(entry.name, entry.number) == Int32(place), "seed \(seed)")
    }
    #expect(find("abcd", 1) == nil)
  }

  @Test func isEmptyAtFirst() {
    #expect(NameIndex().first(0) { _ in true } == nil)
  }
}
