/// Answers classified requests where an expiry must be kept, and those of policies whose conditions
/// are too entangled for `QuickTable`.
final class LongDecider {
  private let policy: CompiledPolicy

  init(_ policy: CompiledPolicy) { self.policy = policy }

  /// What becomes of a request, and what policy wants of it; the rules that match go to `matching`
  /// and `certainly`.
  func outcome(
    of request: ClassifiedRequest, _ matching: UnsafeMutablePointer<UInt64>,
    _ certainly: UnsafeMutablePointer<UInt64>
  ) -> (required: Posture, outcome: Posture) {
    let verdict = verdict(request) { hearing in
      let words = hearing.table.words
      for word in 0..<words {
        let asAllow =
          hearing.certain[words + word] & hearing.voices.tiers[MaskTiers.Tier.allow, word]
        matching[word] = hearing.possible[word] | asAllow
        certainly[word] = hearing.certain[word] | asAllow
      }
    }
    guard let verdict else { return (.deny, .deny) }
    return (verdict.required, outcome(of: request, verdict))
  }

  /// The outcome, for the values that stand for the classes: where an expiry must be kept, all that
  /// can keep it has to be gone through.
  func fulfilled(_ request: ClassifiedRequest) -> Posture {
    verdict(request) { _ in }.map { outcome(of: request, $0) } ?? .deny
  }

  private func outcome(of request: ClassifiedRequest, _ verdict: Verdict) -> Posture {
    Fulfilment(
      request.representative, verdict.need, minimum: policy.minimumAssurance, nil,
      mechanisms: verdict.mechanisms, expects: policy.expects[request.operation] ?? []
    ).outcome
  }

  /// Nil where there is no program, which `QuickDecider` has made sure of.
  private func verdict(_ request: ClassifiedRequest, _ body: (Hearing) -> Void) -> Verdict? {
    let voices = policy.masks.voices(request.operation)
    guard let program = voices.program else { return nil }
    var scratch = program.scratch
    return scratch.found.withUnsafeMutableBufferPointer { found in
      scratch.joined.withUnsafeMutableBufferPointer { joined -> Verdict? in
        guard let found = found.baseAddress else { return nil }
        let hearing = Hearing(
          voices: voices, program: program, table: program.table, restrictions: nil,
          layers: voices.layers, found: found, joined: joined.baseAddress ?? found)
        var verdict = Verdict()
        request.withTokens(profilesGiven: false) { tokens in
          hearing.evaluate(tokens)
          body(hearing)
          hearing.hear(tokens, item: nil, into: &verdict)
        }
        verdict.join(voices)
        return verdict
      }
    }
  }
}

extension ClassifiedRequest {
  /// A request with the values that stand for its classes, of what mechanisms depend on.
  fileprivate var representative: Request {
    var values = AttributeValues()
    for attribute in [
      Attribute.osVersion, .framework, .pasteboard, .destinationKind, .by, .road, .expiresAfter,
    ] {
      let token = token(attribute)
      if token >= Token.first {
        let classes = vocabulary.domains[attribute.place].partition.classes
        values[attribute] = .some(classes[Int(token - Token.first)].representative)
      } else if token == Token.unknown {
        values[attribute] = .some(nil)
      }
    }
    return Request(
      operation: operation, platform: platform, askedBy: askedBy, values: values, items: [],
      attested: [], can: nil, copyID: nil)
  }
}
