import Devices
import Testing

@Suite("Versions")
struct OSVersionTests {
  @Test("compare number by number, a missing number being 0")
  func order() throws {
    let ascending = [
      "0", "0.0.1", "9", "15.1", "15.2", "15.2.0.1", "15.4", "15.10", "16", "999999",
    ]
    let versions = ascending.compactMap { OSVersion($0) }
    try #require(versions.count == ascending.count)
    for (left, one) in versions.enumerated() {
      for (right, other) in versions.enumerated() {
        #expect((one < other) == (left < right), "\(one) and \(other)")
        #expect((one == other) == (left == right), "\(one) and \(other)")
      }
    }
  }

  @Test("trailing zeros make no difference, to order, equality or hash")
  func zeros() throws {
    let forms = Set(["15", "15.0", "15.0.0", "15.0.0.0", "015.00"].compactMap { OSVersion($0) })
    #expect(forms == [OSVersion(15)])
    #expect(OSVersion("15.4.0") == OSVersion(15, 4))
    #expect(OSVersion("0.0") == OSVersion(0))
  }

  @Test("agree with comparing padded lists of numbers")
  func naiveTwin() throws {
    let numbers = [0, 1, 2, 9, 10, 15]
    var texts: [String] = []
    for major in numbers {
      texts.append("\(major)")
      for minor in numbers { texts += ["\(major).\(minor)", "\(major).\(minor).0"] }
    }
    func padded(_ text: String) -> [Int] {
      let parts = text.split(separator: ".").compactMap { Int($0) }
      return parts + Array(repeating: 0, count: 4 - parts.count)
    }
    for left in texts {
      for right in texts {
        let one = try #require(OSVersion(left))
        let other = try #require(OSVersion(right))
        #expect((one < other) == padded(left).lexicographicallyPrecedes(padded(right)))
        #expect((one == other) == (padded(left) == padded(right)))
      }
    }
  }

  @Test(
    "are refused unless they are one to four numbers of up to six digits",
    arguments: [
      "", ".", "15.", ".1", "1..2", "1.2.3.4.5", "a", "15b", "-1", "+1", "1e3", " 15", "15 ", "1,2",
      "1234567", "１５", "15.\u{0}", "99999999999999999999999",
    ])
  func refused(text: String) { #expect(OSVersion(text) == nil) }

  @Test(
    "are written so that they are read again as they were",
    arguments: [
      ("15", "15.0"), ("15.10", "15.10"), ("15.1.0", "15.1"), ("15.0.1", "15.0.1"),
      ("1.2.3.4", "1.2.3.4"), ("007.08", "7.8"),
    ])
  func written(text: String, expected: String) throws {
    let version = try #require(OSVersion(text))
    #expect(version.description == expected)
    #expect(OSVersion(expected) == version)
  }
}

@Suite("Platforms")
struct PlatformTests {
  @Test("keep the order in which they are declared")
  func order() { #expect(Platform.allCases.shuffled().sorted() == Platform.allCases) }
}
