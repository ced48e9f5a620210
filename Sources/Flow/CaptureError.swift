/// What went wrong with cameras, sessions or what was asked of them (`AVError`).
public struct CaptureError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Code: Sendable, Hashable {
    /// There is no such camera.
    case noSuchDevice
    /// Another program streams from the camera.
    case deviceInUse
    /// The system doesn't let this user open the camera.
    case notAuthorized
    /// The camera is gone: unplugged, switched off, its driver unbound.
    case deviceDisconnected
    /// The camera delivered nothing for longer than the time-out.
    case stalled
    /// There isn't enough bandwidth on the bus that the camera shares.
    case outOfBandwidth
    /// The camera or its driver refused a request or broke down.
    case deviceFailed
    /// A format that the camera doesn't have, or that isn't decoded here.
    case unsupportedFormat
    /// A control or mode that the camera doesn't have.
    case unsupported
    /// A value outside the range of a control.
    case outOfRange
    /// A control that can't be set now, such as an exposure time while exposure is automatic.
    case controlLocked
    /// A change without ``CaptureDevice/lockForConfiguration()``.
    case notLocked
    /// A session that can't be as it was configured.
    case invalidConfiguration
    /// A file that an input is made of can't be read, or is damaged.
    case mediaFailed
    /// A file that an input is made of has larger pictures than were allowed.
    case mediaTooLarge
    /// What was captured can't be written.
    case cannotWrite
    /// The system gave no memory.
    case outOfMemory
  }

  /// The kind of failure.
  public let code: Code
  /// The camera, control, input or output it happened to.
  public let subject: String
  /// The number of the system's error; nil where the system had no part in it.
  public let errno: Int32?
  /// What is wrong.
  public let reason: String
  /// What the person can do about it; nil where nothing general is known.
  public let remedy: String?

  /// Makes an error of a kind, about a subject.
  ///
  /// - Parameters:
  ///   - code: The kind.
  ///   - subject: The camera, control, input or output.
  ///   - errno: The number of the system's error.
  ///   - reason: What is wrong.
  ///   - remedy: What the person can do about it; by default what helps against this kind.
  public init(_ code: Code, subject: String, errno: Int32? = nil, reason: String, remedy: String? = nil) {
    (self.code, self.subject, self.errno, self.reason) = (code, subject, errno, reason)
    self.remedy = remedy ?? code.remedy
  }
}

extension CaptureError.Code {
  fileprivate var remedy: String? {
    switch self {
    case .deviceInUse: "end the other program, or choose another camera"
    case .deviceDisconnected: "plug the camera in again"
    case .stalled: "unplug the camera and plug it in again"
    case .outOfBandwidth: "choose a smaller or compressed format, or plug the camera into another USB controller"
    case .unsupportedFormat: "choose one of the camera's formats"
    case .notLocked: "call lockForConfiguration() first"
    case .outOfMemory: "free memory, or choose a smaller format"
    case .controlLocked: "switch the automatic mode off first"
    case .noSuchDevice, .notAuthorized, .deviceFailed, .unsupported, .outOfRange, .invalidConfiguration,
      .mediaFailed, .mediaTooLarge, .cannotWrite:
      nil
    }
  }
}

extension CaptureError: CustomStringConvertible {
  /// Subject, reason and remedy in one line.
  public var description: String { "\(subject): \(reason)" + (remedy.map { "; \($0)" } ?? "") }
}
