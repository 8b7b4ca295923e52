import CoreFoundation
import Foundation
import ProfileKit

/// A property list as CoreFoundation read it, in its own objects: bridged to Swift, an integer and
/// a real of the same value could not be told apart, nor two keys that Swift takes for one.
struct CoreFoundationValue: CustomStringConvertible {
  private let object: AnyObject

  /// nil where CoreFoundation refuses the bytes.
  init?(_ bytes: [UInt8]) {
    // It writes what it misses in OpenStep text to standard error.
    let isLoud = bytes.contains(UInt8(ascii: ";")) && bytes.first != UInt8(ascii: "<")
    guard let value = isLoud ? quietly({ Self.read(bytes) }) : Self.read(bytes) else { return nil }
    object = value
  }

  private init(_ object: AnyObject) { self.object = object }

  private static func read(_ bytes: [UInt8]) -> AnyObject? {
    let data = bytes.withUnsafeBufferPointer { CFDataCreate(nil, $0.baseAddress, $0.count) }
    return data.flatMap { CFPropertyListCreateWithData(nil, $0, 0, nil, nil)?.takeRetainedValue() }
  }

  var description: String {
    CFCopyDescription(object).map { "\(unsafeBitCast($0, to: NSString.self))" } ?? "?"
  }

  /// Whether it is the value that stands at `node`: of the same type, the same to the byte.
  func isSame(as node: PlistNode) -> Bool {
    switch node.kind {
    case .dictionary: uid(node).map { $0 == uid } ?? hasEntries(of: node)
    case .array(let elements): hasElements(elements)
    case .string(let text): string.map { $0.utf16.elementsEqual(text.utf16) } ?? false
    case .boolean(let flag): isA(CFBooleanGetTypeID()) && CFBooleanGetValue(cast()) == flag
    case .integer(let number): integer.map { $0 == (Int128(number)) } ?? false
    case .largeInteger(let number): integer.map { $0 == Int128(number) } ?? false
    case .real(let number): real.map { $0 == number || $0.isNaN && number.isNaN } ?? false
    case .date(let seconds): date == Double(seconds)
    case .data(let bytes): data == bytes
    }
  }

  // MARK: Types

  private func isA(_ type: CFTypeID) -> Bool { CFGetTypeID(object) == type }
  private func cast<Type>() -> Type { unsafeBitCast(object, to: Type.self) }

  private var string: String? { isA(CFStringGetTypeID()) ? Self.text(cast()) : nil }

  /// Half a character (an unpaired surrogate) is U+FFFD, as it must be in our texts.
  private static func text(_ text: CFString) -> String {
    let count = CFStringGetLength(text)
    let units = [UInt16](unsafeUninitializedCapacity: count) { buffer, filled in
      CFStringGetCharacters(text, CFRange(location: 0, length: count), buffer.baseAddress)
      filled = count
    }
    return String(decoding: units, as: UTF16.self)
  }

  private var real: Double? {
    guard isA(CFNumberGetTypeID()), CFNumberIsFloatType(cast()) else { return nil }
    let number: NSNumber = cast()
    return number.doubleValue
  }

  private var integer: Int128? {
    guard isA(CFNumberGetTypeID()), !CFNumberIsFloatType(cast()) else { return nil }
    let number: NSNumber = cast()
    return number.objCType.pointee == UInt8(ascii: "Q")
      ? Int128(number.uint64Value) : Int128(number.int64Value)
  }

  /// Seconds since 1970, fractions left out as XML leaves them out.
  private var date: Double? {
    guard isA(CFDateGetTypeID()) else { return nil }
    return (CFDateGetAbsoluteTime(cast()) + kCFAbsoluteTimeIntervalSince1970).rounded(.down)
  }

  private var data: [UInt8]? {
    guard isA(CFDataGetTypeID()) else { return nil }
    return Array(
      UnsafeBufferPointer(start: CFDataGetBytePtr(cast()), count: CFDataGetLength(cast())))
  }

  // MARK: Containers

  private func hasElements(_ elements: [PlistNode]) -> Bool {
    guard isA(CFArrayGetTypeID()), CFArrayGetCount(cast()) == elements.count else { return false }
    return elements.indices.allSatisfy { index in
      guard let pointer = CFArrayGetValueAtIndex(cast(), index) else { return false }
      return Self(Self.object(pointer)).isSame(as: elements[index])
    }
  }

  private func hasEntries(of node: PlistNode) -> Bool {
    guard isA(CFDictionaryGetTypeID()) else { return false }
    let count = CFDictionaryGetCount(cast())
    var keys = [UnsafeRawPointer?](repeating: nil, count: count)
    var values = keys
    CFDictionaryGetKeysAndValues(cast(), &keys, &values)
    var theirs: [[UInt16]: AnyObject] = [:]
    for (key, value) in zip(keys, values) {
      guard let key, let value else { return false }
      theirs[Array(Self.text(unsafeBitCast(key, to: CFString.self)).utf16)] = Self.object(value)
    }
    let ours = node.effectiveEntries
    guard ours.count == count else { return false }
    return ours.allSatisfy { entry in
      theirs[Array(entry.key.utf16)].map { Self($0).isSame(as: entry.value) } ?? false
    }
  }

  private static func object(_ pointer: UnsafeRawPointer) -> AnyObject {
    Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  // MARK: UIDs

  /// The number of a dictionary that CoreFoundation makes an object of its own of: `{ CF$UID = n }`.
  private func uid(_ node: PlistNode) -> UInt32? {
    guard node.effectiveEntries.count == 1, let value = node["CF$UID"] else { return nil }
    switch value.kind {
    case .integer(let number): return UInt32(truncatingIfNeeded: number)
    case .largeInteger(let number): return UInt32(truncatingIfNeeded: number)
    case .real(let number): return UInt32(truncatingIfNeeded: Int64(number))
    default: return nil
    }
  }

  /// The number of such an object.
  private var uid: UInt32? {
    isA(_CFKeyedArchiverUIDGetTypeID()) ? _CFKeyedArchiverUIDGetValue(cast()) : nil
  }
}
