public import CoreMedia
public import OpenCaptureSession

// Names of iOS 26. The features need Apple's hardware, or, for deferred start, a session that starts in steps. They are
// reported as not supported.

// MARK: Deferred start

/// A delegate for the start of deferred outputs; never called.
public protocol AVCaptureSessionDeferredStartDelegate: AnyObject {
  /// Called before deferred outputs start.
  func sessionWillRunDeferredStart(_ session: AVCaptureSession)
  /// Called after deferred outputs have started.
  func sessionDidRunDeferredStart(_ session: AVCaptureSession)
}

extension CaptureSession {
  /// Whether deferred outputs can be started by the program; always false, because no output is deferred.
  public var isManualDeferredStartSupported: Bool { false }

  /// Whether deferred outputs start automatically; always false.
  public var automaticallyRunsDeferredStart: Bool {
    get { false }
    set { _ = newValue }
  }

  /// The delegate for deferred outputs; always nil.
  public var deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)? { nil }

  /// The queue of the delegate; always nil.
  public var deferredStartDelegateCallbackQueue: DispatchQueue? { nil }

  /// Sets the delegate for deferred outputs; has no effect.
  public func setDeferredStartDelegate(
    _ deferredStartDelegate: (any AVCaptureSessionDeferredStartDelegate)?,
    deferredStartDelegateCallbackQueue: DispatchQueue?
  ) {}

  /// Starts deferred outputs; has no effect, because all outputs start with the session.
  public func runDeferredStartWhenNeeded() {}
}

extension CaptureOutput {
  /// Whether the start of the output can be deferred; always false.
  public var isDeferredStartSupported: Bool { false }

  /// Whether the start of the output is deferred; always false.
  public var isDeferredStartEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }
}

extension AVCaptureVideoPreviewLayer {
  /// Whether the start of the preview can be deferred; always false.
  public var isDeferredStartSupported: Bool { false }

  /// Whether the start of the preview is deferred; always false.
  public var isDeferredStartEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }
}

// MARK: Aspect ratios and framing

extension CaptureDevice {
  /// An aspect ratio of frames.
  public struct AspectRatio: RawRepresentable, Sendable, Hashable {
    /// The name of the aspect ratio.
    public let rawValue: String

    /// Creates an aspect ratio with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// 1:1.
    public static let ratio1x1 = Self(rawValue: "AVCaptureAspectRatio1x1")
    /// 16:9.
    public static let ratio16x9 = Self(rawValue: "AVCaptureAspectRatio16x9")
    /// 9:16.
    public static let ratio9x16 = Self(rawValue: "AVCaptureAspectRatio9x16")
    /// 4:3.
    public static let ratio4x3 = Self(rawValue: "AVCaptureAspectRatio4x3")
    /// 3:4.
    public static let ratio3x4 = Self(rawValue: "AVCaptureAspectRatio3x4")
  }

  /// The aspect ratio that the program chose; always nil.
  public var dynamicAspectRatio: AspectRatio? { nil }

  /// The dimensions of frames with the aspect ratio, which are those of the format.
  public var dynamicDimensions: CMVideoDimensions { CMVideoDimensions(activeFormat.dimensions) }

  /// Sets the aspect ratio; not supported.
  public func setDynamicAspectRatio(
    _ dynamicAspectRatio: AspectRatio, completionHandler handler: (@Sendable (CMTime, (any Error)?) -> Void)? = nil
  ) {
    let error = CaptureError(
      .unsupported, subject: localizedName, reason: "the camera has no selectable aspect ratio")
    guard let handler else { return MisuseReporter.report("\(#function): \(error)") }
    handler(.invalid, error)
  }

  /// The monitor of recommended framings; always nil.
  public var smartFramingMonitor: AVCaptureSmartFramingMonitor? { nil }
}

/// A recommended aspect ratio and zoom factor.
public final class AVCaptureFraming: Sendable {
  /// The aspect ratio.
  public let aspectRatio: AVCaptureDevice.AspectRatio
  /// The zoom factor.
  public let zoomFactor: Float

  /// Creates a framing.
  public init(aspectRatio: AVCaptureDevice.AspectRatio, zoomFactor: Float) {
    self.aspectRatio = aspectRatio
    self.zoomFactor = zoomFactor
  }
}

/// A monitor that recommends framings; not supported, no instances exist.
public final class AVCaptureSmartFramingMonitor: Sendable {
  private init() {}

  /// The supported framings; always empty.
  public var supportedFramings: [AVCaptureFraming] { [] }

  /// The framings to recommend; always empty.
  public var enabledFramings: [AVCaptureFraming] {
    get { [] }
    set { MisuseReporter.reportUnsupported(!newValue.isEmpty) }
  }

  /// The recommended framing; always nil.
  public var recommendedFraming: AVCaptureFraming? { nil }

  /// Whether the monitor is active; always false.
  public var isMonitoring: Bool { false }

  /// Throws an error, because framings are not supported.
  public func startMonitoring() throws {
    throw CaptureError(.unsupported, subject: "AVCaptureSmartFramingMonitor", reason: "no camera supports it")
  }

  /// Stops monitoring; has no effect.
  public func stopMonitoring() {}
}

// MARK: Cinematic video

extension CaptureDevice {
  /// The focus of cinematic video.
  public enum CinematicVideoFocusMode: Int, Sendable {
    /// No focus.
    case none = 0
    /// Strong focus.
    case strong = 1
    /// Weak focus.
    case weak = 2
  }

  /// Focuses on an object and follows it; not supported.
  public func setCinematicVideoTrackingFocus(detectedObjectID: Int, focusMode: CinematicVideoFocusMode) {
    MisuseReporter.report("\(#function): not supported by \(localizedName)")
  }

  /// Focuses on the object at a point and follows it; not supported.
  public func setCinematicVideoTrackingFocus(at point: CGPoint, focusMode: CinematicVideoFocusMode) {
    MisuseReporter.report("\(#function): not supported by \(localizedName)")
  }

  /// Focuses on the distance at a point; not supported.
  public func setCinematicVideoFixedFocus(at point: CGPoint, focusMode: CinematicVideoFocusMode) {
    MisuseReporter.report("\(#function): not supported by \(localizedName)")
  }
}

extension CaptureDeviceInput {
  /// Whether cinematic video is supported; always false.
  public var isCinematicVideoCaptureSupported: Bool { false }

  /// Whether cinematic video is enabled; always false.
  public var isCinematicVideoCaptureEnabled: Bool {
    get { false }
    set { MisuseReporter.reportUnsupported(newValue) }
  }

  /// The simulated aperture, as an f-number; always 0.
  public var simulatedAperture: Float {
    get { 0 }
    set { MisuseReporter.reportUnsupported(newValue != 0) }
  }
}

extension CaptureDevice.Format {
  /// Whether cinematic video is supported; always false.
  public var isCinematicVideoCaptureSupported: Bool { false }

  /// The default simulated aperture, as an f-number; always 0.
  public var defaultSimulatedAperture: Float { 0 }

  /// The minimum simulated aperture, as an f-number; always 0.
  public var minSimulatedAperture: Float { 0 }

  /// The maximum simulated aperture, as an f-number; always 0.
  public var maxSimulatedAperture: Float { 0 }

  /// The minimum zoom factor with cinematic video; always 1.
  public var videoMinZoomFactorForCinematicVideo: CGFloat { 1 }

  /// The maximum zoom factor with cinematic video; always 1.
  public var videoMaxZoomFactorForCinematicVideo: CGFloat { 1 }

  /// The frame rates with cinematic video; always nil.
  public var videoFrameRateRangeForCinematicVideo: AVFrameRateRange? { nil }

  /// The selectable aspect ratios; always empty.
  public var supportedDynamicAspectRatios: [AVCaptureDevice.AspectRatio] { [] }

  /// Whether framings are recommended; always false.
  public var isSmartFramingSupported: Bool { false }

  /// Whether smudges on the lens are detected; always false.
  public var isCameraLensSmudgeDetectionSupported: Bool { false }
}

// MARK: Smudges on the lens

/// The result of looking for smudges on the lens.
public enum AVCaptureCameraLensSmudgeDetectionStatus: Int, Sendable {
  /// The detection is disabled.
  case disabled = 0
  /// No smudge was detected.
  case smudgeNotDetected = 1
  /// A smudge was detected.
  case smudged = 2
  /// Unknown.
  case unknown = 3
}

extension CaptureDevice {
  /// The result of looking for smudges on the lens; always disabled.
  public var cameraLensSmudgeDetectionStatus: AVCaptureCameraLensSmudgeDetectionStatus { .disabled }

  /// Whether smudges on the lens are detected; always false.
  public var isCameraLensSmudgeDetectionEnabled: Bool { false }

  /// The interval of the detection of smudges; always invalid.
  public var cameraLensSmudgeDetectionInterval: CMTime { .invalid }

  /// Enables the detection of smudges on the lens; not supported.
  public func setCameraLensSmudgeDetectionEnabled(
    _ cameraLensSmudgeDetectionEnabled: Bool, detectionInterval: CMTime
  ) { reportUnsupported(cameraLensSmudgeDetectionEnabled) }

  /// The focal length for 35 mm film, in millimeters; always 0, for unknown.
  public var nominalFocalLengthIn35mmFilm: Float { 0 }
}

// MARK: External synchronization

/// A device that synchronizes the frames of several cameras; not supported, no instances exist.
public final class AVExternalSyncDevice: Sendable {
  /// The status of a device.
  public enum Status: Int, Sendable {
    /// Not ready.
    case unavailable = 0
    /// Ready.
    case ready = 1
    /// Calibrating.
    case calibrating = 2
    /// Synchronizing.
    case activeSync = 3
    /// Running without a signal.
    case freeRunSync = 4
  }

  private init() {}

  /// The status; always unavailable.
  public var status: Status { .unavailable }
}

/// A delegate for a synchronizing device; never called.
public protocol AVExternalSyncDeviceDelegate: AnyObject {
  /// Called when the status changes.
  func externalSyncDeviceStatusDidChange(_ device: AVExternalSyncDevice)
}

extension AVExternalSyncDeviceDelegate {
  /// Does nothing.
  public func externalSyncDeviceStatusDidChange(_ device: AVExternalSyncDevice) {}
}

/// A search for synchronizing devices, which finds none.
public final class AVExternalSyncDeviceDiscoverySession: Sendable {
  private init() {}

  /// The search; always nil.
  public static var shared: AVExternalSyncDeviceDiscoverySession? { nil }

  /// Whether synchronizing devices are supported; always false.
  public static var isSupported: Bool { false }

  /// The devices; always empty.
  public var devices: [AVExternalSyncDevice] { [] }
}

extension CaptureDeviceInput {
  /// Whether a synchronizing device can be followed; always false.
  public var isExternalSyncSupported: Bool { false }

  /// The followed device; always nil.
  public var externalSyncDevice: AVExternalSyncDevice? { nil }

  /// The frame duration of the followed device; always invalid.
  public var activeExternalSyncVideoFrameDuration: CMTime { .invalid }

  /// Whether the frame duration can be locked; always false.
  public var isLockedVideoFrameDurationSupported: Bool { false }

  /// The locked frame duration; always invalid.
  public var activeLockedVideoFrameDuration: CMTime {
    get { .invalid }
    set { MisuseReporter.reportUnsupported(newValue.isValid, "set the device's activeVideoMinFrameDuration") }
  }

  /// Follows a synchronizing device; not supported.
  public func follow(
    _ externalSyncDevice: AVExternalSyncDevice, videoFrameDuration frameDuration: CMTime,
    delegate: (any AVExternalSyncDeviceDelegate)? = nil
  ) { MisuseReporter.report("\(#function): not supported") }

  /// Stops following a synchronizing device; has no effect.
  public func unfollowExternalSyncDevice() {}
}
