public import CoreVideo

// Animations exist so that code compiles. A layer shows the values of its properties at once; an animation changes
// nothing. Code that animates a property also sets it, because an animation ends with the property's own value.

/// A response to a change of a layer's property.
public protocol CAAction {}

extension NSNull: CAAction {}

/// An animation of a layer; it has no effect.
open class CAAnimation: NSObject, CAAction {
  /// The duration, in seconds; default 0.
  open var duration: CFTimeInterval = 0
  /// The time of the beginning, in seconds of ``CACurrentMediaTime()``; default 0, at once.
  open var beginTime: CFTimeInterval = 0
  /// The number of repetitions; default 0.
  open var repeatCount: Float = 0
  /// Whether the animation also runs backwards; default false.
  open var autoreverses = false
  /// Whether the animation ends with the value of the property; default true.
  open var isRemovedOnCompletion = true
  /// The values before and after the animation; default `removed`.
  open var fillMode = CAMediaTimingFillMode.removed
  /// The pace; default nil, constant.
  open var timingFunction: CAMediaTimingFunction?
}

/// An animation of a property; it has no effect.
open class CAPropertyAnimation: CAAnimation {
  /// The path of the property, such as "opacity".
  open var keyPath: String?

  /// Creates an animation of a property.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }
}

/// An animation from one value to another; it has no effect.
open class CABasicAnimation: CAPropertyAnimation {
  /// The first value.
  open var fromValue: Any?
  /// The last value.
  open var toValue: Any?
  /// The difference of both values.
  open var byValue: Any?
}

/// The values that an animation shows before and after it runs.
public struct CAMediaTimingFillMode: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a mode with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The first value before, the last value after.
  public static let both = Self(rawValue: "both")
  /// The last value after.
  public static let forwards = Self(rawValue: "forwards")
  /// The first value before.
  public static let backwards = Self(rawValue: "backwards")
  /// The property's own value.
  public static let removed = Self(rawValue: "removed")
}

/// A pace of animations.
public final class CAMediaTimingFunction: NSObject, Sendable {
  /// The name of the pace.
  private let name: CAMediaTimingFunctionName

  /// Creates a pace with a name.
  public init(name: CAMediaTimingFunctionName) { self.name = name }

  /// The name of the pace.
  public override var description: String { name.rawValue }
}

/// The name of a pace of animations.
public struct CAMediaTimingFunctionName: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Constant.
  public static let linear = Self(rawValue: "linear")
  /// Slow at the beginning.
  public static let easeIn = Self(rawValue: "easeIn")
  /// Slow at the end.
  public static let easeOut = Self(rawValue: "easeOut")
  /// Slow at the beginning and at the end.
  public static let easeInEaseOut = Self(rawValue: "easeInEaseOut")
  /// The system's usual pace.
  public static let `default` = Self(rawValue: "default")
}
