import OpenCaptureSystem

/// What an observer is told besides that a property changed.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Makes options of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The value that the property has now.
  public static let new = Self(rawValue: 1)
  /// The value that the property had before.
  public static let old = Self(rawValue: 2)
  /// The value that the property has when observing begins, at once.
  public static let initial = Self(rawValue: 4)
  /// A call before each change as well; not made here, where changes are told once they happened.
  public static let prior = Self(rawValue: 8)
}

/// What kind of change an observer is told of.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property has another value.
  case setting = 1
  /// Values were added to those of the property; told as ``setting`` here.
  case insertion = 2
  /// Values were taken out of those of the property; told as ``setting`` here.
  case removal = 3
  /// Values of the property were replaced; told as ``setting`` here.
  case replacement = 4
}

/// A change that an observer is told of.
public struct NSKeyValueObservedChange<Value> {
  /// What kind of change it is.
  public typealias Kind = NSKeyValueChange

  /// What kind of change it is: that the property has another value.
  public let kind: Kind
  /// The value now; nil unless ``NSKeyValueObservingOptions/new`` was asked for.
  public let newValue: Value?
  /// The value before; nil unless ``NSKeyValueObservingOptions/old`` was asked for, and in the first call.
  public let oldValue: Value?
  /// Whether the change is still to come: no.
  public let isPrior: Bool
}

/// An observation, which lasts as long as this object is kept, or until it is invalidated.
public final class NSKeyValueObservation: Sendable {
  private struct State: Lockable {
    var end: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  init(_ end: @escaping @Sendable () -> Void) { state = Locked(State(end: end)) }

  deinit { invalidate() }

  /// Ends the observation.
  public func invalidate() {
    let end = state.withLock { $0.end.take() }
    end?()
  }
}
