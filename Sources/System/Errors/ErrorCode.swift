/// A kind of failure: a value with a name rather than a case, so that a new one breaks nobody's `switch`.
///
/// Every module that fails in a way of its own declares it beside what fails, in an extension:
///
///     extension CaptureError.Code {
///       /// The camera is gone: unplugged, switched off, its driver unbound.
///       public static let deviceDisconnected = Self("deviceDisconnected", remedy: "plug the camera in again")
///     }
///
/// A `switch` names those that it knows, `case .deviceDisconnected:`, and has a `default`.
public protocol ErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The name that it is declared under.
  var name: String { get }

  /// What the person can do about failures of this kind; nil where nothing general is known.
  var remedy: String? { get }
}

extension ErrorCode {
  /// The name.
  public var description: String { name }
}
