import Devices
import Findings
import FleetKit
import Foundation
import ProfileKit
import StrictJSON
import TestSupport
import Testing

/// The answers about a fleet.
@Suite struct FleetTests {
  /// Whatever classes there are, every device is answered as if it stood alone.
  @Test func eachDeviceAsIfAlone() throws {
    var random = SeededGenerator("fleet")
    let names = ["closed", "opened", "managed", "air drop"]
    let words: [[String]] = [
      ["iOS", "iPadOS", "macOS", "visionOS", "watchOS"], ["", "9.3", "14.8", "15.1", "18.1"],
      ["", "yes", "no"], ["", "device", "automated", "user"], ["", "yes", "no"],
    ]
    var text = header
    var alone: [(device: Device, profiles: [Profile])] = []
    for number in 0..<400 {
      let picked = words.map { random.pick($0) }
      let sets = names.filter { _ in random.percent(40) }
      text +=
        (["d\(number)"] + picked + [sets.joined(separator: ";")]).joined(separator: ",") + "\n"
      let facts = zip(["platform", "version", "supervised", "enrollment", "shared-ipad"], picked)
        .filter { !$1.isEmpty }.map { "\($0)=\($1)" }
      alone.append(
        (
          try Device(parsing: facts.joined(separator: ",")),
          sets.compactMap { name in library.profiles.first { $0.path == "p/\(name).mobileconfig" } }
        ))
    }
    let answered = try answer(text)
    #expect(answered.rows.count == alone.count && answered.report.classes.count < alone.count)
    for (row, (device, profiles)) in zip(answered.rows, alone) {
      let group = try #require(row.group?.value)
      let expected = RestrictionsInForce(profiles, on: device).clipboard
      #expect(group.device == device)
      #expect(group.answers[.universalClipboard].state == expected.universalClipboard.state)
      #expect(group.answers[.managedToUnmanaged].state == expected.managedToUnmanaged.state)
      #expect(group.answers[.unmanagedToManaged].state == expected.unmanagedToManaged.state)
      #expect(group.answers[.universalClipboard].why == expected.universalClipboard.why)
      #expect(
        group.answers.roads.map(\.state)
          == expected.roads.filter { $0.state != .absent }.map(\.state))
    }
    for question in FleetQuestion.allCases {
      let sum = fleetStates.reduce(0) { $0 + answered.report.count(question, $1) }
      #expect(sum == alone.count)
    }
  }

  /// A profile that nobody has shown makes uncertain what it can set, and nothing else.
  @Test func anUnknownProfile() throws {
    let report = try answer(
      header + """
        a,iOS,18.1,yes,automated,no,closed;managed;nobody
        b,iOS,18.1,yes,automated,no,nobody
        c,iOS,18.1,no,user,no,nobody
        d,macOS,15.1,no,device,,nobody
        e,watchOS,11.0,no,device,,nobody

        """
    ).report
    let states = Dictionary(
      uniqueKeysWithValues: report.classes.map { group in
        (group.examples[0], FleetQuestion.allCases.map { group.answers[$0].state.rawValue })
      })
    #expect(states["a"] == ["uncertain", "uncertain", "uncertain"])
    #expect(states["b"] == ["uncertain", "uncertain", "uncertain"])
    // Under User Enrollment no profile may switch Handoff off.
    #expect(states["c"] == ["open", "uncertain", "uncertain"])
    #expect(states["d"] == ["uncertain", "open", "open"])
    #expect(states["e"] == ["absent", "absent", "absent"])
    #expect(report.classes.allSatisfy { $0.unknown == ["nobody"] })
    #expect(report.findings.map(\.rule.name) == ["inventory-profile-unknown"])
    #expect(report.findings[0].message.hasSuffix("on 5 devices"))
  }

  @Test func aNameOfSeveralProfiles() throws {
    let one = try #require(profile("x", [("allowActivityContinuation", false)], folder: "a/"))
    let other = try #require(profile("x", [("allowActivityContinuation", true)], folder: "b/"))
    let copy = try #require(profile("x", [("allowActivityContinuation", false)], folder: "c/"))
    let text = Array("device,platform,version,enrollment,profiles\nd,macOS,15.1,device,x\n".utf8)
    let ambiguous = try answer(text, FleetProfiles([one, other])).report
    #expect(ambiguous.classes[0].answers[.universalClipboard].state == .uncertain)
    #expect(ambiguous.findings.map(\.rule.name) == ["inventory-profile-ambiguous"])
    #expect(
      ambiguous.findings[0].related.map(\.location.path) == [
        "a/x.mobileconfig", "b/x.mobileconfig",
      ])
    let same = try answer(text, FleetProfiles([one, copy])).report
    #expect(same.findings.isEmpty && same.classes[0].answers[.universalClipboard].state == .closed)
  }

  /// A file that was not read stands in the way of another of its name, and of no other.
  @Test func aNameOfAFileThatIsNotRead() throws {
    let text = Array(
      "device,platform,version,enrollment,profiles\nd,macOS,15.1,device,closed\n".utf8)
    for unread in ["q/closed.mobileconfig", "q/closed"] {
      let report = try answer(text, FleetProfiles(library.profiles, unread: [unread])).report
      #expect(report.classes[0].answers[.universalClipboard].state == .uncertain)
      #expect(report.findings.map(\.rule.name) == ["inventory-profile-ambiguous"])
    }
    let other = try answer(text, FleetProfiles(library.profiles, unread: ["q/opened"])).report
    #expect(
      other.classes[0].answers[.universalClipboard].state == .closed && other.findings.isEmpty)
    let lone = try answer(text, FleetProfiles([], unread: ["q/closed"])).report
    #expect(lone.findings.map(\.rule.name) == ["inventory-profile-unread"])
  }

  @Test func conflictsAndProfilesWithoutEffect() throws {
    let report = try answer(
      header + "a,iOS,18.1,yes,automated,no,closed;opened\nb,macOS,15.1,no,device,,managed;closed\n"
    ).report
    let byName = Dictionary(
      uniqueKeysWithValues: report.classes.map { ($0.examples[0], $0.answers) })
    #expect(byName["a"]?.conflicts == ["allowActivityContinuation"])
    #expect(byName["a"]?.idle == [])
    #expect(byName["b"]?.conflicts == [])
    #expect(byName["b"]?.idle.map(library.title) == ["managed"])
    let place = try #require(byName["b"]?[.universalClipboard].places.first)
    #expect(place.path == "p/closed.mobileconfig" && place.line > 0)
  }

  @Test func requirements() throws {
    let report = try answer(
      header + """
        a,iOS,18.1,yes,automated,no,closed
        b,iOS,18.1,yes,automated,no,
        c,iOS,18.1,,,,closed
        d,watchOS,11.0,no,device,,

        """
    ).report
    let closed = try FleetRequirement(parsing: "universal-clipboard=closed")
    #expect(Set(report.failures(of: closed).flatMap(\.group.examples)) == ["b", "c"])
    let open = try FleetRequirement(parsing: "Universal-Clipboard=open")
    #expect(Set(report.failures(of: open).flatMap(\.group.examples)) == ["a", "c", "d"])
    let road = try FleetRequirement(parsing: "allowairdrop=blocked")
    #expect(Set(report.failures(of: road).flatMap(\.group.examples)) == ["a", "b", "c"])
    #expect(report.json([closed])["requirements"]?.array?.first?["devices"] == 2)
    for wrong in ["", "universal-clipboard", "x=closed", "universal-clipboard=shut", "a=b=c"] {
      #expect(throws: FleetRequirementError.self) { try FleetRequirement(parsing: wrong) }
    }
  }

  /// Classes beyond the bound are not answered, and counted.
  @Test func tooManyClasses() throws {
    var limits = Fleet.Limits()
    limits.classes = 3
    var text = header
    for number in 0..<9 { text += "d\(number),iOS,\(10 + number % 5).0,,,,\n" }
    let report = try answer(Array(text.utf8), limits: limits).report
    #expect(report.isUnfinished && report.classes.count == 3)
    #expect(report.answered + report.wrong == 9 && report.wrong == 3)
    #expect(report.json([])["totals"]?["finished"] == false)
  }

  @Test func spellingsOfOneClassAreOneClass() throws {
    let report = try answer(
      header + "a,iOS,18.1,yes,,,closed;managed\nb,ios,18.1.0,TRUE,,,managed|closed.mobileconfig\n"
    ).report
    #expect(report.classes.count == 1 && report.classes[0].count == 2)
    #expect(report.classes[0].examples == ["a", "b"])
  }
}
