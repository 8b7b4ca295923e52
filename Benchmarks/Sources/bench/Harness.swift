/// Something that is timed: ours, a peer's, or a limit.
struct Contender {
  /// What it is called in the table.
  let name: String
  /// How many operations one call of `run` performs.
  let operations: Int
  /// Performs them.
  let run: () -> Void

  init(_ name: String, operations: Int = 1, run: @escaping () -> Void) {
    self.name = name
    self.operations = operations
    self.run = run
  }
}

/// The time of one operation, in nanoseconds, over the rounds.
struct Timing {
  let name: String
  let best: Double
  let median: Double
}

/// Times contenders in turns, so that whatever else the machine does meets all of them.
///
/// A sample repeats a contender until `sample` has passed, at least once; the first call of each
/// contender is not counted.
func time(_ contenders: [Contender], rounds: Int = 15, sample: Duration = .milliseconds(20))
  -> [Timing]
{
  let clock = ContinuousClock()
  let repeats = contenders.map { contender in
    contender.run()
    let once = max(clock.measure(contender.run), .nanoseconds(1))
    return max(1, Int((sample / once).rounded(.up)))
  }
  var samples: [[Double]] = contenders.map { _ in [] }
  for _ in 0..<rounds {
    for (index, contender) in contenders.enumerated() {
      let elapsed = clock.measure { for _ in 0..<repeats[index] { contender.run() } }
      let operations = Double(repeats[index] * contender.operations)
      samples[index].append(elapsed / .nanoseconds(1) / operations)
    }
  }
  return zip(contenders, samples).map { contender, samples in
    let sorted = samples.sorted()
    return Timing(name: contender.name, best: sorted[0], median: sorted[sorted.count / 2])
  }
}

/// Keeps a result from being optimised away.
@inline(never) @_optimize(none)
func keep<Value>(_ value: Value) {}
