import Devices

extension Fulfilment {
  /// Where the content can end up, every uncertain restriction read permissively.
  ///
  /// An expiry takes no place off the list: it never reaches a device that has the content.
  var exposures: [Exposure] {
    guard outcome != .deny || honoured == .no else { return [] }
    switch request.operation {
    case .copy: return copyExposures
    case .capture:
      guard isPerformedByOthers else { return [] }
      return capturingHistories.map { Exposure(place: $0, via: "a history that does not ask") }
    case .transfer:
      return [Exposure(place: .otherDevices, via: request.text(.road) ?? "an unknown road")]
    case .reveal:
      guard outcome == .allow else { return [] }
      return [Exposure(place: .lockedScreen, via: "the surface it is shown on")]
    case .paste:
      var exposures: [Exposure] = []
      if !isForAnotherMachine {
        exposures.append(Exposure(place: .sameDeviceApps, via: "the app that pastes"))
      }
      return exposures + destinationExposure
    case .detect, .clear: return []
    }
  }

  private var copyExposures: [Exposure] {
    var exposures: [Exposure] = []
    switch request.board {
    case "general", "find", nil:
      exposures.append(Exposure(place: .sameDeviceApps, via: "any app that pastes"))
    case "named":
      exposures.append(
        Exposure(
          place: .sameDeviceApps,
          via: request.platform == .macOS
            ? "any process that knows the pasteboard's name" : "apps of the same team"))
    case "drag":
      exposures.append(Exposure(place: .sameDeviceApps, via: "the app it is dropped on"))
    default: break
    }
    if request.board == "general" || request.board == nil {
      if mayReachByUniversalClipboard {
        exposures.append(Exposure(place: .otherDevices, via: "universal-clipboard"))
      }
      exposures += historyExposures
    }
    exposures += destinationExposure
    if request.board == "drag" || request.board == nil {
      if mayUseUniversalControl {
        exposures.append(Exposure(place: .otherDevices, via: "universal-control"))
      }
      if mayBeMirrored {
        exposures.append(Exposure(place: .otherDevices, via: "iphone-mirroring"))
      }
    }
    return exposures
  }

  /// The road to another device that the destination itself is.
  private var destinationExposure: [Exposure] {
    guard mayBeForAnotherMachine else { return [] }
    return [
      Exposure(
        place: .otherDevices,
        via: isForAnotherMachine
          ? "the destination itself" : "the destination, if it is on another machine")
    ]
  }

  /// Whether a copy may get to another device by any road there is.
  var mayLeaveDevice: Bool {
    let isGeneral = request.board == "general" || request.board == nil
    let isDrag = request.board == "drag" || request.board == nil
    return isGeneral && mayReachByUniversalClipboard || mayBeForAnotherMachine
      || isDrag && (mayUseUniversalControl || mayBeMirrored)
  }

  /// The histories that may be capturing, where somebody else does.
  private var capturingHistories: [Exposure.Place] {
    switch request.text(.by) {
    case "system": [.systemHistory]
    case nil:
      (mayHaveSystemHistory ? [.systemHistory] : []) + [.thirdPartyHistory]
    default: [.thirdPartyHistory]
    }
  }

  private var mayHaveSystemHistory: Bool {
    request.platform == .macOS && request.version.map { $0 >= OSVersion(26) } ?? true
  }

  /// Whether Universal Clipboard may carry the content away, going by what can be relied on.
  private var mayReachByUniversalClipboard: Bool {
    if outcome == .localOnly, honoured != .no || closesPasteboard { return false }
    if let handoff = restrictions?.byKey[RestrictionEffect.handoff], handoff.reliesOn {
      return false
    }
    guard let version = request.version else { return true }
    switch request.platform {
    case .iOS, .iPadOS: return version >= OSVersion(10)
    case .macOS: return version >= OSVersion(10, 12)
    case .visionOS: return true
    case .watchOS, .tvOS: return false
    }
  }

  private var mayUseUniversalControl: Bool {
    guard request.platform == .macOS || request.platform == .iPadOS else { return false }
    return restrictions?.byKey["allowUniversalControl"]?.reliesOn != true
  }

  /// Whether an iPhone may be driven from a Mac; nothing by Apple says what that does with a drag.
  private var mayBeMirrored: Bool {
    request.platform == .iOS && request.version.map { $0 >= OSVersion(18) } ?? true
  }

  private var historyExposures: [Exposure] {
    guard request.platform == .macOS else { return [] }
    var exposures: [Exposure] = []
    if mayHaveSystemHistory {
      exposures.append(Exposure(place: .systemHistory, via: "Spotlight, if the user turned it on"))
    }
    exposures.append(Exposure(place: .thirdPartyHistory, via: "any app that polls the pasteboard"))
    return exposures
  }
}

extension Fulfilment {
  /// The restrictions that may block a paste that an app cannot judge.
  var mayBlock: [RestrictionEffect] {
    guard request.operation == .paste, outcome != .deny, let restrictions,
      request.values[.sourceManaged] == nil, request.board == "general" || request.board == nil
    else { return [] }
    return RestrictionEffect.all.filter { effect in
      guard effect.keys.count == 2, effect.sources(restrictions) != nil else { return false }
      let destination = effect.id == RestrictionEffect.managedOut ? "no" : "yes"
      return request.text(.destinationManaged).map { $0 == destination } ?? true
    }
  }

  /// What the system will show.
  func notices(organisation: String?) -> [Notice] {
    var notices: [Notice] = []
    if enforcing?.keys.contains(RestrictionEffect.pasteboard) == true, outcome == .deny {
      let organisation = organisation.map { ", naming \($0)" } ?? ""
      notices.append(
        Notice(
          kind: .pasteNotAllowed,
          text: "the system says that pasting is not allowed\(organisation)"))
    }
    guard outcome != .deny else { return notices }
    if !mayBlock.isEmpty {
      notices.append(
        Notice(
          kind: .mayBeBlocked,
          text: "the system may block this paste and say that it is not allowed"))
    }
    return notices + readNotices
  }

  private var readNotices: [Notice] {
    guard isRead, request.board == "general" || request.board == nil, !isChosen else { return [] }
    let sameApp = RequestFacts(request, item: nil).state(.sameApp)
    guard sameApp != .known(.text("yes")) else { return [] }
    switch request.platform {
    case .iOS, .iPadOS:
      guard let version = request.version else {
        return [Notice(kind: .mayAsk, text: "the system may tell or ask the user")]
      }
      if version >= OSVersion(16) {
        return [Notice(kind: .alert, text: "the system asks the user before it gives data")]
      }
      return version >= OSVersion(14)
        ? [Notice(kind: .banner, text: "the system shows that the app pasted")] : []
    case .visionOS: return [Notice(kind: .alert, text: "the system asks the user (inferred)")]
    case .macOS:
      guard request.version.map({ $0 >= OSVersion(15, 4) }) ?? true else { return [] }
      return [Notice(kind: .mayAsk, text: "the system may ask the user; by default it does not")]
    case .watchOS, .tvOS: return []
    }
  }

  /// Whether content is read.
  private var isRead: Bool {
    switch request.operation {
    case .paste: return true
    case .detect:
      let method = request.text(.method)
      return method == "values" || method == "data"
    default: return false
    }
  }

  /// Whether a person certainly chose the read, and the system can tell.
  private var isChosen: Bool {
    let trigger = request.text(.trigger)
    return trigger == "paste-control" || trigger == "user" && !tellsOfEveryRead
  }

  /// Whether the system shows a read by another app whoever chose it (facts R1, R2).
  private var tellsOfEveryRead: Bool {
    guard request.platform == .iOS || request.platform == .iPadOS, let version = request.version
    else { return false }
    return version >= OSVersion(14) && version < OSVersion(15)
  }
}
