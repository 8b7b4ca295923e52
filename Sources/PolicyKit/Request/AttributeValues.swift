/// Values by attribute, in the attributes' own order; a nil value was given as unknown.
///
/// Reads and writes like a dictionary of optional values, and holds them in one array.
public struct AttributeValues: Sendable, Hashable {
  /// The attributes present, a bit each.
  private var present: UInt64 = 0
  /// The values, in the order of the bits.
  private var packed: [AttributeValue?] = []

  /// No values.
  public init() {}

  /// Makes room for so many values.
  public mutating func reserveCapacity(_ count: Int) { packed.reserveCapacity(count) }

  /// How many attributes have a value, or are given as unknown.
  public var count: Int { packed.count }

  /// Whether none has.
  public var isEmpty: Bool { packed.isEmpty }

  /// The value of `attribute`: nil where it is not given, `.some(nil)` where it is given as unknown.
  public subscript(attribute: Attribute) -> AttributeValue?? {
    get {
      let bit = attribute.bit
      guard present & bit != 0 else { return nil }
      return .some(packed[index(of: bit)])
    }
    set {
      let bit = attribute.bit
      let place = index(of: bit)
      switch (newValue, present & bit != 0) {
      case (.some(let value), true): packed[place] = value
      case (.some(let value), false):
        if place == packed.count { packed.append(value) } else { packed.insert(value, at: place) }
        present |= bit
      case (nil, true):
        packed.remove(at: place)
        present &= ~bit
      case (nil, false): break
      }
    }
  }

  /// Puts in what is not there yet; false where it is.
  public mutating func insert(_ value: AttributeValue?, for attribute: Attribute) -> Bool {
    let bit = attribute.bit
    guard present & bit == 0 else { return false }
    present |= bit
    let (place, last) = (index(of: bit), packed.count)
    packed.append(value)
    guard place < last else { return true }
    packed.withUnsafeMutableBufferPointer { values in
      guard let first = values.baseAddress else { return }
      let value = (first + last).move()
      (first + place + 1).moveInitialize(from: first + place, count: last - place)
      (first + place).initialize(to: value)
    }
    return true
  }

  private func index(of bit: UInt64) -> Int { (present & (bit &- 1)).nonzeroBitCount }

  /// These values, with those of `other` in the place of what both give.
  public func merging(_ other: AttributeValues) -> AttributeValues {
    var result = self
    for (attribute, value) in other { result[attribute] = .some(value) }
    return result
  }

  /// The attributes given.
  public var keys: [Attribute] { map(\.key) }

  /// The values, in the order of `keys`.
  public var values: [AttributeValue?] { packed }

  /// Calls `body` with each attribute given, in the attributes' own order.
  @inline(__always)
  func forEachAttribute(_ body: (Attribute) -> Void) {
    var rest = present
    while rest != 0 {
      body(Attribute.all[rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
  }

  /// Calls `body` with each attribute and its value, in the attributes' own order.
  @inline(__always)
  func forEachValue<Failure: Error>(
    _ body: (Attribute, AttributeValue?) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = present
    var index = 0
    while rest != 0 {
      try body(Attribute.all[rest.trailingZeroBitCount], packed[index])
      rest &= rest &- 1
      index += 1
    }
  }
}

extension AttributeValues: Sequence {
  /// An attribute and its value.
  public typealias Element = (key: Attribute, value: AttributeValue?)

  /// Goes through what is given, in the attributes' own order.
  public func makeIterator() -> AnyIterator<Element> {
    var rest = present
    var index = 0
    return AnyIterator {
      guard rest != 0 else { return nil }
      defer {
        rest &= rest &- 1
        index += 1
      }
      return (Attribute.all[rest.trailingZeroBitCount], packed[index])
    }
  }
}

extension AttributeValues: ExpressibleByDictionaryLiteral {
  /// The values written; of two for one attribute the later stands.
  public init(dictionaryLiteral elements: (Attribute, AttributeValue?)...) {
    for (attribute, value) in elements { self[attribute] = .some(value) }
  }

  /// The values of a dictionary.
  public init(_ values: [Attribute: AttributeValue?]) {
    for (attribute, value) in values { self[attribute] = .some(value) }
  }
}

extension Attribute {
  /// Every attribute; `all[attribute.place] == attribute`.
  static let all: [Attribute] = allCases

  /// Its place in `all`. An enumeration without payloads is kept as just that number; a test
  /// holds it to it.
  var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// A bit of its own.
  fileprivate var bit: UInt64 { 1 << UInt64(place) }
}

extension Operation {
  /// Its place among all.
  var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
