public import CoreMedia
import OpenCapture
public import OpenCaptureSession

/// A session that connects inputs and outputs; an alias of `CaptureSession`.
public typealias AVCaptureSession = CaptureSession

extension CaptureSession {
  /// Creates a session that resumes after interruptions.
  ///
  /// A camera that is disconnected or in use by another program interrupts the session. When the camera is
  /// available again, the session resumes. The native initializer makes this a runtime error. Notifications of the
  /// session are posted on the main queue.
  public convenience init() {
    self.init(resumesAfterInterruption: true)
    notifiesOnMainQueue = true
  }

  /// Adds an input, and connects it to suitable outputs.
  ///
  /// If `canAddInput(_:)` returns false, the input is not added, and an error is reported on standard error. If the
  /// input fails to start in a running session, `runtimeErrorNotification` is posted.
  public func addInput(_ input: AVCaptureInput) {
    reportingErrors(canAdd: canAddInput(input)) { try add(input, connecting: true) }
  }

  /// Adds an input without connecting it.
  public func addInputWithNoConnections(_ input: AVCaptureInput) {
    reportingErrors(canAdd: canAddInput(input)) { try add(input, connecting: false) }
  }

  /// Adds an output, and connects it to a suitable input.
  ///
  /// If `canAddOutput(_:)` returns false, the output is not added, and an error is reported on standard error. If
  /// the camera fails to start in a running session, `runtimeErrorNotification` is posted.
  public func addOutput(_ output: AVCaptureOutput) {
    reportingErrors(canAdd: canAddOutput(output)) { try add(output, connecting: true) }
  }

  /// Adds an output without connecting it.
  public func addOutputWithNoConnections(_ output: AVCaptureOutput) {
    reportingErrors(canAdd: canAddOutput(output)) { try add(output, connecting: false) }
  }

  /// Adds a connection.
  ///
  /// If `canAddConnection(_:)` returns false, the connection is not added, and an error is reported on standard
  /// error.
  public func addConnection(_ connection: AVCaptureConnection) {
    reportingErrors(canAdd: canAddConnection(connection)) { try add(connection) }
  }

  /// Runs a change and reports its error.
  ///
  /// If `canAdd` is false, the error is one of the caller and goes to standard error. Otherwise the session posts
  /// the error.
  private func reportingErrors(canAdd: Bool, _ name: String = #function, _ change: () throws -> Void) {
    _ = MisuseReporter.rejectionReports
    do { try change() } catch {
      if canAdd, let error = error as? CaptureError {
        reportRuntimeError(error)
      } else {
        MisuseReporter.report("\(name): \(error)")
      }
    }
  }

  /// Applies all changes since `beginConfiguration()` at once.
  ///
  /// If a running session cannot apply them, it keeps its configuration and posts `runtimeErrorNotification`.
  public func commitConfiguration() { commitReportingErrors() }

  /// The clock of the times of frames and sound, which is the system clock.
  public var synchronizationClock: CMClock? { CMClockGetHostTimeClock() }

  /// The older name of ``synchronizationClock``.
  public var masterClock: CMClock? { synchronizationClock }

  // MARK: Properties for phones

  /// Whether the session uses the application's audio session; has no effect.
  public var usesApplicationAudioSession: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether the session configures the application's audio session; has no effect.
  public var automaticallyConfiguresApplicationAudioSession: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether sound of other applications is mixed; has no effect.
  public var configuresApplicationAudioSessionToMixWithOthers: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether cameras are configured for wide color; has no effect.
  public var automaticallyConfiguresCaptureDeviceForWideColor: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether the camera can be used while other applications are in front; always true.
  public var isMultitaskingCameraAccessSupported: Bool { true }

  /// Whether the camera is used while other applications are in front; always true.
  public var isMultitaskingCameraAccessEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// The relative load of the hardware, 0 to 1; always 0, for unknown.
  public var hardwareCost: Float { 0 }

  /// Whether several cameras are supported; always true.
  ///
  /// The bandwidth of their bus limits the number of cameras.
  public static var isMultiCamSupported: Bool { true }

  /// The thermal pressure of the system, 0 to 1, as reported for the cameras; above 0.75 if serious.
  public var systemPressureCost: Float {
    let levels = inputs.compactMap { ($0 as? CaptureDeviceInput)?.device.systemPressureState.level }
    return Float((levels.max() ?? .nominal).severity) / 4
  }
}

/// A session with several cameras; an alias of `CaptureSession`, which always supports them.
public typealias AVCaptureMultiCamSession = CaptureSession

extension CaptureSession.Preset {
  /// 320×240.
  public static let qvga320x240 = Self(rawValue: "AVCaptureSessionPreset320x240")
  /// 352×288.
  public static let cif352x288 = Self(rawValue: "AVCaptureSessionPreset352x288")
  /// 960×540.
  public static let qHD960x540 = Self(rawValue: "AVCaptureSessionPreset960x540")
  /// 960×540 for editing; selects the same format as ``qHD960x540``.
  public static let iFrame960x540 = Self(rawValue: "AVCaptureSessionPresetiFrame960x540")
  /// 1280×720 for editing; selects the same format as `hd1280x720`.
  public static let iFrame1280x720 = Self(rawValue: "AVCaptureSessionPresetiFrame1280x720")
}

/// The `userInfo` key of the ``AVError`` in a notification.
public let AVCaptureSessionErrorKey = CaptureSessionErrorKey

/// The `userInfo` key of the raw value of an `AVCaptureSession.InterruptionReason`, an `NSNumber`.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

/// The `userInfo` key of the system pressure; not used.
public let AVCaptureSessionInterruptionSystemPressureStateKey = "AVCaptureSessionInterruptionSystemPressureStateKey"

extension Notification.Name {
  /// The older spelling of `AVCaptureSession.runtimeErrorNotification`.
  public static var AVCaptureSessionRuntimeError: Self { CaptureSession.runtimeErrorNotification }
  /// The older spelling of `AVCaptureSession.didStartRunningNotification`.
  public static var AVCaptureSessionDidStartRunning: Self { CaptureSession.didStartRunningNotification }
  /// The older spelling of `AVCaptureSession.didStopRunningNotification`.
  public static var AVCaptureSessionDidStopRunning: Self { CaptureSession.didStopRunningNotification }
  /// The older spelling of `AVCaptureSession.wasInterruptedNotification`.
  public static var AVCaptureSessionWasInterrupted: Self { CaptureSession.wasInterruptedNotification }
  /// The older spelling of `AVCaptureSession.interruptionEndedNotification`.
  public static var AVCaptureSessionInterruptionEnded: Self { CaptureSession.interruptionEndedNotification }
  /// The older spelling of `AVCaptureDevice.wasConnectedNotification`.
  public static var AVCaptureDeviceWasConnected: Self { CaptureDevice.wasConnectedNotification }
  /// The older spelling of `AVCaptureDevice.wasDisconnectedNotification`.
  public static var AVCaptureDeviceWasDisconnected: Self { CaptureDevice.wasDisconnectedNotification }
  /// The older spelling of `AVCaptureDevice.subjectAreaDidChangeNotification`.
  public static var AVCaptureDeviceSubjectAreaDidChange: Self { CaptureDevice.subjectAreaDidChangeNotification }
}
