// What Core Foundation and MacTypes have that capture code can't do without. On Linux Foundation has these types for C
// alone, and nothing is bridged: so a `CFString` is a String, and a `CFDictionary` a dictionary of those, and
// `key as String`, `[key: value] as CFDictionary` and `attributes as CFDictionary` mean what they mean elsewhere.

/// A code of four characters, such as of a format, the first in the highest byte.
public typealias FourCharCode = UInt32

/// A code of four characters that says what something is.
public typealias OSType = FourCharCode

/// What a function says about how it went: ``noErr``, or what was wrong.
public typealias OSStatus = Int32

/// Nothing was wrong.
public let noErr: OSStatus = 0

/// A text.
public typealias CFString = String

/// Values under names.
public typealias CFDictionary = [String: Any]

/// Values in a row.
public typealias CFArray = [Any]

/// Yes or no.
public typealias CFBoolean = Bool

/// Anything; who gets it says as what: `value as? String`.
public typealias CFTypeRef = Any

/// How many things there are, or the place of one.
public typealias CFIndex = Int

/// Seconds.
public typealias CFTimeInterval = Double

/// Seconds since the beginning of 2001, in universal time.
public typealias CFAbsoluteTime = CFTimeInterval

/// What time it is by the clock on the wall, which can be set: durations are better told by sample buffers' times.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

// As on other systems, where C's declarations say nothing about being nil.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Yes.
public let kCFBooleanTrue: CFBoolean! = true
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// No.
public let kCFBooleanFalse: CFBoolean! = false

/// Where memory comes from, and whether it is given back: there is one allocator here, and ``kCFAllocatorNull``.
public struct CFAllocator: Sendable, Hashable {
  fileprivate let givesBack: Bool
}

/// The allocator that there is.
public let kCFAllocatorDefault: CFAllocator? = nil
/// The allocator that there is.
public let kCFAllocatorSystemDefault: CFAllocator? = CFAllocator(givesBack: true)
/// The allocator that there is: memory that it is named for is given back by `free`.
public let kCFAllocatorMalloc: CFAllocator? = CFAllocator(givesBack: true)
/// No allocator: memory that it is named for isn't given back.
public let kCFAllocatorNull: CFAllocator? = CFAllocator(givesBack: false)

package func givesMemoryBack(_ allocator: CFAllocator?) -> Bool { allocator?.givesBack ?? true }

/// Begins at a place, and has so many.
public struct CFRange: Sendable, Hashable {
  /// The first's place.
  public var location: CFIndex
  /// How many there are.
  public var length: CFIndex

  /// Makes a range.
  public init(location: CFIndex = 0, length: CFIndex = 0) { (self.location, self.length) = (location, length) }
}

/// Makes a range.
public func CFRangeMake(_ location: CFIndex, _ length: CFIndex) -> CFRange {
  CFRange(location: location, length: length)
}
