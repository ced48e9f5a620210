import Foundation

// Types of Core Foundation and MacTypes that capture code needs. Foundation on Linux has them for C only and does
// not bridge them. Here a `CFString` is a String, and a `CFDictionary` is a dictionary with String keys.
// `key as String`, `[key: value] as CFDictionary` and `attributes as CFDictionary` therefore compile as on Apple's
// systems.

/// A four-character code with the first character in the highest byte.
public typealias FourCharCode = UInt32

/// A four-character code that identifies a type or format.
public typealias OSType = FourCharCode

/// A result code: ``noErr`` or an error.
public typealias OSStatus = Int32

/// The operation succeeded.
public let noErr: OSStatus = 0

/// A string.
public typealias CFString = String

/// A dictionary with String keys.
public typealias CFDictionary = [String: Any]

/// An array.
public typealias CFArray = [Any]

/// A Boolean.
public typealias CFBoolean = Bool

/// A value of any type; cast it before use, as in `value as? String`.
public typealias CFTypeRef = Any

/// A number of elements, or an index.
public typealias CFIndex = Int

/// A duration, in seconds.
public typealias CFTimeInterval = Double

/// A point in time, in seconds since the beginning of 2001 UTC.
public typealias CFAbsoluteTime = CFTimeInterval

/// Returns the current time of the system clock.
///
/// The system clock can be set. Use the times of sample buffers to measure durations.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

// Implicitly unwrapped as on Apple's systems, where the C declarations have no nullability.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The value true.
public let kCFBooleanTrue: CFBoolean! = true
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The value false.
public let kCFBooleanFalse: CFBoolean! = false

/// A memory allocator: the default allocator, or ``kCFAllocatorNull``, which releases no memory.
public struct CFAllocator: Sendable, Hashable {
  package let releasesMemory: Bool
}

/// The default allocator.
public let kCFAllocatorDefault: CFAllocator? = nil
/// The default allocator.
public let kCFAllocatorSystemDefault: CFAllocator? = CFAllocator(releasesMemory: true)
/// The default allocator; releases memory with `free`.
public let kCFAllocatorMalloc: CFAllocator? = CFAllocator(releasesMemory: true)
/// An allocator that does not release memory.
public let kCFAllocatorNull: CFAllocator? = CFAllocator(releasesMemory: false)

/// A range of indices.
public struct CFRange: Sendable, Hashable {
  /// The first index.
  public var location: CFIndex
  /// The number of elements.
  public var length: CFIndex

  /// Creates a range.
  public init(location: CFIndex = 0, length: CFIndex = 0) {
    self.location = location
    self.length = length
  }
}

/// Creates a range.
public func CFRangeMake(_ location: CFIndex, _ length: CFIndex) -> CFRange {
  CFRange(location: location, length: length)
}

extension [String: Any] {
  /// Returns the integer for a key, from any numeric type; nil if the value is not an integer.
  package func integer(_ key: String) -> Int? { wholeNumber(self[key]) }

  /// Returns the number for a key, from any numeric type; nil if the value is not a number.
  package func number(_ key: String) -> Double? {
    switch self[key] {
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }

  /// Returns the Boolean for a key, from a `Bool` or `NSNumber`; nil for any other value.
  package func bool(_ key: String) -> Bool? {
    switch self[key] {
    case let value as Bool: value
    case let value as NSNumber: value.boolValue
    default: nil
    }
  }
}

/// Returns a value as an integer; nil if it is not one.
package func wholeNumber(_ value: Any?) -> Int? {
  switch value {
  case let number as any BinaryInteger: Int(exactly: number)
  case let number as any BinaryFloatingPoint: Int(exactly: Double(number))
  case let number as NSNumber: number.intValue
  default: nil
  }
}
