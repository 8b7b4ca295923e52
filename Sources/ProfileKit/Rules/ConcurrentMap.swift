import Glibc
import Synchronization

/// `transform` of each of `elements`, in their order, worked out on up to four threads.
///
/// Each thread takes the next element that nobody has taken; a thread that cannot be had is done
/// without.
public func concurrentMap<Element: Sendable, Value: Sendable>(
  _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Value
) -> [Value] {
  let helpers = min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 4, elements.count) - 1
  guard helpers > 0, elements.count > 1 else { return elements.map(transform) }
  let work = SharedWork(elements, transform)
  var threads: [pthread_t] = []
  for _ in 0..<helpers {
    let context = Unmanaged.passRetained(work as SharedRun)
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, threadBody, context.toOpaque())
    if status == 0 { threads.append(thread) } else { context.release() }
  }
  work.run()
  for thread in threads { pthread_join(thread, nil) }
  return work.values
}

private func threadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<SharedRun>.fromOpaque(context).takeRetainedValue().run()
  return nil
}

/// What a thread does.
private class SharedRun: @unchecked Sendable {
  func run() {}
}

private final class SharedWork<Element: Sendable, Value: Sendable>: SharedRun, @unchecked Sendable {
  private let elements: [Element]
  private let transform: @Sendable (Element) -> Value
  private let next = Atomic<Int>(0)
  private let done: Mutex<[(index: Int, value: Value)]>

  init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Value) {
    self.elements = elements
    self.transform = transform
    done = Mutex([])
  }

  override func run() {
    var own: [(index: Int, value: Value)] = []
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < elements.count else { break }
      own.append((index, transform(elements[index])))
    }
    done.withLock { $0 += own }
  }

  /// The values in the order of the elements, once every thread is done.
  var values: [Value] { done.withLock { $0.sorted { $0.index < $1.index }.map(\.value) } }
}
