import Glibc

/// Random numbers that a seed brings back, for properties: SplitMix64.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed it began with; to be named where a property fails.
  public let seed: UInt64
  private var state: UInt64

  /// Begins with `seed`; with none, with PBPOLICY_TEST_SEED or else anew each run. The seed is
  /// printed, so that a run that hangs or crashes can be had again.
  public init(_ name: String, seed: UInt64? = nil) {
    let stated = getenv("PBPOLICY_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
    self.seed = seed ?? stated ?? UInt64.random(in: 0...UInt64.max)
    state = self.seed
    print("\(name): PBPOLICY_TEST_SEED=\(self.seed)")
  }

  /// Begins with `seed`, silently: for a caller who names it where a property fails.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Whether an event of `chance` in a hundred happens.
  public mutating func percent(_ chance: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < chance
  }

  /// One of `choices`, which are not empty.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }
}
