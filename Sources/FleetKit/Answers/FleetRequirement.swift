public import ProfileKit

/// Something that every device must meet, such as `universal-clipboard=closed`.
public struct FleetRequirement: Sendable, Hashable, CustomStringConvertible {
  /// A question's name, or the restriction key of a road.
  public let name: String
  /// The state that is due.
  public let state: ClipboardSummary.State

  /// Reads `NAME=STATE`; the error is one line that says what is wrong.
  public init(parsing text: String) throws(FleetRequirementError) {
    let pair = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard pair.count == 2 else {
      throw FleetRequirementError(
        description: "expected NAME=STATE, such as universal-clipboard=closed")
    }
    let names = FleetQuestion.allCases.map(\.rawValue) + ClipboardSummary.roadKeys
    guard let name = names.first(where: { $0.lowercased() == pair[0].lowercased() }) else {
      throw FleetRequirementError(
        description: "expected one of \(names.joined(separator: ", ")), found `\(pair[0])`")
    }
    guard let state = Self.words[pair[1].lowercased()] else {
      throw FleetRequirementError(description: "expected open or closed, found `\(pair[1])`")
    }
    self.name = name
    self.state = state
  }

  private static let words: [String: ClipboardSummary.State] = [
    "open": .open, "allowed": .open, "closed": .closed, "blocked": .closed,
  ]

  /// As written.
  public var description: String { "\(name)=\(state.rawValue)" }

  /// The answer that fails it; nil where it is met. What a device does not have at all counts as
  /// closed, a way that it has without a restriction to close it does not; and what is uncertain meets
  /// nothing.
  public func failure(in answers: FleetAnswers) -> FleetAnswer? {
    let question = FleetQuestion(rawValue: name).map { answers[$0] }
    guard let answer = question ?? answers.roads.first(where: { $0.id == name }) else {
      return state == .closed
        ? nil
        : FleetAnswer(
          id: name, name: name, state: .absent, why: "the device does not have it", places: [])
    }
    let isMet = answer.state == state || state == .closed && answer.state == .absent
    return isMet ? nil : answer
  }
}

/// Why a requirement could not be read.
public struct FleetRequirementError: Error, CustomStringConvertible {
  /// One line, lower case, no full stop.
  public let description: String
}
