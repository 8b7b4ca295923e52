import Synchronization

/// Something that is made when it is first asked for, by whichever thread that is. Of two that ask at
/// once both may make it; the first one's is kept.
final class Lazily<Value: AnyObject & Sendable>: Sendable {
  private let made = AtomicLazyReference<Value>()

  @inline(__always)
  func value(_ make: () -> Value) -> Value {
    made.load() ?? made.storeIfNil(make())
  }
}

/// Something that may turn out not to be there.
final class Perhaps<Value: AnyObject & Sendable>: Sendable {
  let value: Value?

  init(_ value: Value?) { self.value = value }
}
