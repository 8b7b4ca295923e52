import Devices
import Findings
import ProfileKit
public import StrictJSON

extension FleetReport {
  /// As `fleet --format json` prints it.
  public func json(_ requirements: [FleetRequirement]) -> JSONValue {
    .object([
      .init("inventory", .string(inventory)),
      .init("totals", totals),
      .init("roads", .array(roads.map(road))),
      .init("profiles", .array(library.profiles.indices.map(profile))),
      .init("policy", policy?.json ?? .null),
      .init("classes", .array(classes.enumerated().map { group($1, $0 + 1) })),
      .init("requirements", .array(requirements.map(requirement))),
      .init("findings", .array(findings.map(\.json))),
    ])
  }

  private var totals: JSONValue {
    .object(
      [
        .init("devices", .integer(Int64(devices))), .init("answered", .integer(Int64(answered))),
        .init("wrong", .integer(Int64(wrong))), .init("classes", .integer(Int64(classes.count))),
        .init("finished", .bool(!isUnfinished && !isStopped)),
        .init("uncertain", .integer(Int64(uncertain))),
      ]
        + FleetQuestion.allCases.map { question in
          .init(question.rawValue, states { count(question, $0) })
        })
  }

  private func states(_ count: (ClipboardSummary.State) -> Int) -> JSONValue {
    .object(fleetStates.map { .init($0.rawValue, .integer(Int64(count($0)))) })
  }

  private func road(_ road: (id: String, name: String, counts: [ClipboardSummary.State: Int]))
    -> JSONValue
  {
    [
      "road": .string(road.name), "key": .string(road.id),
      "devices": states { road.counts[$0] ?? 0 },
    ]
  }

  private func profile(_ place: Int) -> JSONValue {
    let profile = library.profiles[place]
    return [
      "name": .string(library.title(place)), "path": .string(profile.path),
      "identifier": profile.identifier.map { .string($0) } ?? .null,
    ]
  }

  private func group(_ group: FleetClass, _ number: Int) -> JSONValue {
    let answers = group.answers
    return .object(
      [
        .init("class", .integer(Int64(number))), .init("devices", .integer(Int64(group.count))),
        .init("examples", .array(group.examples.map { .string($0) })),
        .init("device", .object(group.device.facts.map { .init($0.key, .string($0.value)) })),
        .init("profiles", .array(group.profiles.map { .string(library.title($0)) })),
        .init("unknownProfiles", .array(group.unknown.map { .string($0) })),
      ] + FleetQuestion.allCases.map { .init($0.rawValue, answers[$0].json) }
        + [
          .init("roads", .array(answers.roads.map(\.road))),
          .init("conflicts", .array(answers.conflicts.map { .string($0) })),
          .init("withoutEffect", .array(answers.idle.map { .string(library.title($0)) })),
        ]
        + (policy == nil
          ? []
          : [
            .init(
              "decisions",
              .object(
                FleetQuestion.allCases.compactMap { question in
                  answers.decisions[question].map { .init(question.rawValue, $0.json) }
                }))
          ]))
  }

  private func requirement(_ requirement: FleetRequirement) -> JSONValue {
    let failures = failures(of: requirement)
    return [
      "requirement": .string(requirement.description),
      "met": .bool(isMet(requirement)),
      "devices": .integer(Int64(failures.reduce(0) { $0 + $1.group.count })),
      "classes": .array(
        failures.map { group, answer in
          [
            "class": .integer(Int64((classes.firstIndex { $0.key == group.key } ?? 0) + 1)),
            "devices": .integer(Int64(group.count)),
            "state": .string(answer.state.rawValue), "why": .string(answer.why),
          ]
        }),
    ]
  }
}

extension FleetAnswer {
  /// The answer about a road.
  fileprivate var road: JSONValue {
    [
      "road": .string(name), "key": .string(id), "state": .string(state.rawValue),
      "why": .string(why),
    ]
  }
}

extension Fleet.Row {
  /// One line of `fleet --format json --devices`: the device, its answers, or why there are none.
  public func json() -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("device", .string(device)), .init("line", .integer(Int64(line))),
    ]
    if let group = group?.value {
      members += FleetQuestion.allCases.map { question in
        .init(question.rawValue, .string(group.answers[question].state.rawValue))
      }
      members.append(
        .init("roadsOpen", .array(group.answers.roads(.open).map { .string($0.name) })))
      members += FleetQuestion.allCases.compactMap { question in
        group.answers.decisions[question].map { .init(question.rawValue + ".policy", $0.json) }
      }
    }
    if let problem { members.append(.init("problem", .string(problem.message))) }
    return .object(members)
  }
}
