import Synchronization

/// What was worked out for the grounds that requests stood on, to be shared by the next ones.
///
/// It never changes an answer: what is remembered is what would be worked out again. It holds so
/// many grounds and no more, those that came first; whoever reads waits for nobody.
final class GroundMemory: Sendable {
  private final class Known: Sendable {
    let ground: Ground
    let fulfilled: Fulfilled

    init(_ ground: Ground, _ fulfilled: Fulfilled) {
      self.ground = ground
      self.fulfilled = fulfilled
    }
  }

  /// References to `Known`, as numbers; 0 where there is none.
  private struct Slots: ~Copyable, @unchecked Sendable {
    let first: UnsafeMutablePointer<Atomic<UInt>>

    init() {
      first = .allocate(capacity: GroundMemory.capacity)
      for place in 0..<GroundMemory.capacity { (first + place).initialize(to: Atomic(0)) }
    }

    deinit {
      for place in 0..<GroundMemory.capacity {
        GroundMemory.known(at: first[place].load(ordering: .acquiring))?.release()
      }
      first.deinitialize(count: GroundMemory.capacity)
      first.deallocate()
    }
  }

  private static let capacity = 2048
  /// How many places a ground may stand at.
  private static let reach = 8
  private let slots = Slots()

  /// What becomes of `ground`: what is known, or what `make` gives.
  func fulfilled(_ ground: Ground, _ make: () -> Fulfilled) -> Fulfilled {
    var place = ground.hash & (Self.capacity - 1)
    for _ in 0..<Self.reach {
      let found = slots.first[place].load(ordering: .acquiring)
      guard let known = Self.known(at: found) else { return keep(ground, make(), at: place) }
      let fulfilled: Fulfilled? = known._withUnsafeGuaranteedRef {
        $0.ground == ground ? $0.fulfilled : nil
      }
      if let fulfilled { return fulfilled }
      place = (place + 1) & (Self.capacity - 1)
    }
    return make()
  }

  /// Of several who come at the same time one is kept; the others go without.
  private func keep(_ ground: Ground, _ fulfilled: Fulfilled, at place: Int) -> Fulfilled {
    let made = Unmanaged.passRetained(Known(ground, fulfilled))
    let (isKept, _) = slots.first[place].compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    if !isKept { made.release() }
    return fulfilled
  }

  private static func known(at place: UInt) -> Unmanaged<Known>? {
    UnsafeRawPointer(bitPattern: place).map(Unmanaged.fromOpaque)
  }
}
