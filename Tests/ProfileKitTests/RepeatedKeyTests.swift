import ProfileKit
import TestSupport
import Testing

@Suite struct RepeatedKeyTests {
  /// What a dictionary of very few or of many keys counts as, beside a list that is searched.
  @Test func theLastOfEachKeyCounts() throws {
    var random = TestSupport.SeededGenerator("RepeatedKeyTests")
    let names = ["a", "b", "A", "é", "e\u{301}", "K", "\u{212A}", "", "aa"]
    let counts: [Int] = Array(0...30) + [200, 1000]
    for count in counts {
      for spread in [1, 3, 9, 400] {
        let keys = (0..<count).map { _ -> String in
          let number = Int.random(in: 0..<spread, using: &random)
          return number < names.count ? names[number] : "key\(number)"
        }
        let entries = keys.enumerated().map { "<key>\($1)</key><integer>\($0)</integer>" }
        let text = "<plist version=\"1.0\"><dict>\(entries.joined())</dict></plist>"
        let file = PlistFile(reading: Array(text.utf8), path: "test")
        let root = try #require(file.root)
        let naive = keys.indices.filter { place in
          !keys[(place + 1)...].contains { Array($0.utf8) == Array(keys[place].utf8) }
        }
        let found = root.effectiveEntries.map { Int(exactly: $0.value.integer ?? -1) }
        #expect(found == naive, "seed \(random.seed), \(count) keys of \(spread)")
      }
    }
  }
}
