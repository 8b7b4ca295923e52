import Devices
import ProfileKit
import StrictJSON

extension Support {
  /// Such as `8.0, supervised, not under User Enrollment`.
  var words: String { facts.joined(separator: ", ") }

  /// What differs from `outer`, where that takes nothing back; everything else.
  func words(inside outer: Support?) -> String {
    let known = outer?.facts ?? []
    let own = facts
    let isMore = known.dropFirst().allSatisfy(own.contains)
    let new = own.filter { !known.contains($0) }
    return isMore && !new.isEmpty ? new.joined(separator: ", ") : words
  }

  private var facts: [String] {
    var words = introduced == OSVersion(0) ? [] : ["\(introduced)"]
    if let deprecated { words.append("deprecated \(deprecated)") }
    if let removed { words.append("removed \(removed)") }
    if needsSupervision { words.append("supervised") }
    if needsAutomatedEnrollment { words.append("Automated Device Enrollment only") }
    if needsUserApproval { words.append("user-approved") }
    words += [
      Self.situation("under User Enrollment", userEnrollment),
      Self.situation("on Shared iPad", sharedIPad),
    ].compactMap(\.self)
    if !manualInstall { words.append("not by hand") }
    if !deviceChannel { words.append("not by the device channel") }
    if !userChannel { words.append("not by the user channel") }
    if !sharedIPadDeviceChannel { words.append("not by a Shared iPad's device channel") }
    if !sharedIPadUserChannel { words.append("not by a Shared iPad's user channel") }
    if let allowsMultiple { words.append(allowsMultiple ? "several" : "one") }
    return words
  }

  private static func situation(_ name: String, _ allowance: Allowance) -> String? {
    switch allowance {
    case .allowed: nil
    case .required: "only \(name)"
    case .forbidden: "not \(name)"
    case .ignored: "ignored \(name)"
    }
  }

  /// The facts by name; what is as usual is left out.
  var json: JSONValue {
    var members: [JSONValue.Member] = [.init("introduced", .string("\(introduced)"))]
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(.init(name, value)) }
    }
    add("deprecated", deprecated.map { .string("\($0)") })
    add("removed", removed.map { .string("\($0)") })
    add("supervised", needsSupervision ? true : nil)
    add("automatedEnrollment", needsAutomatedEnrollment ? true : nil)
    add("userApproved", needsUserApproval ? true : nil)
    add("userEnrollment", userEnrollment == .allowed ? nil : .string(userEnrollment.rawValue))
    add("sharedIPad", sharedIPad == .allowed ? nil : .string(sharedIPad.rawValue))
    add("manualInstall", manualInstall ? nil : false)
    add("deviceChannel", deviceChannel ? nil : false)
    add("userChannel", userChannel ? nil : false)
    add("sharedIPadDeviceChannel", sharedIPadDeviceChannel ? nil : false)
    add("sharedIPadUserChannel", sharedIPadUserChannel ? nil : false)
    add("multiple", allowsMultiple.map { .bool($0) })
    return .object(members)
  }
}

extension [Platform: Support] {
  /// The platforms in order.
  var ordered: [(platform: Platform, support: Support)] {
    sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The facts by platform.
  var json: JSONValue {
    .object(ordered.map { .init($0.platform.rawValue, $0.support.json) })
  }
}
