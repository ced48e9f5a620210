import Dispatch
import OpenCapturePictures
public import OpenCaptureSession
public import OpenCaptureSystem

/// An output that takes photos (`AVCapturePhotoOutput`).
///
///     try session.add(output)
///     session.startRunning()
///     let photo = try await output.photo(with: CapturePhotoSettings())
///     try photo.write(to: "photo.jpg")
///
/// Requests may overlap: each gets its own frame, in the order of the requests. Their events are reported in the order
/// of ``CapturePhotoCaptureDelegate``. The output can be used from any thread.
public final class CapturePhotoOutput: CaptureOutput, IdentityHashable {
  /// The session's data about the output.
  public let link = CaptureOutputLink()

  private struct State: Lockable {
    var maxDimensions: VideoDimensions?
    var maxPrioritization = QualityPrioritization.quality
    var prepared: [CapturePhotoSettings] = []
  }

  private let state = Locked(State())
  let captureController: PhotoCaptureController

  /// The media types of the output: video, and audio for Live Photos.
  public var mediaTypes: [MediaType] { [.video, .audio] }

  /// The receivers of frames.
  public let receivers: [any SampleReceiver]

  /// Creates an output without connections.
  public init() {
    captureController = PhotoCaptureController("capture.photo-output", link)
    receivers = [captureController]
  }

  // MARK: Options

  /// The sizes of the camera's formats, the smallest first, as values for ``maxDimensions``.
  public var supportedMaxPhotoDimensions: [VideoDimensions] {
    let sizes = Set(
      ((connection(with: .video)?.input as? CaptureDeviceInput)?.device.formats ?? []).map(\.dimensions))
    return sizes.sorted { $0.pixelCount < $1.pixelCount }
  }

  /// The largest size of photos whose settings don't set one; nil, the default, for the size of the stream.
  ///
  /// For a photo larger than the stream, the camera is switched to its largest format within the limit. Meanwhile,
  /// other outputs receive no frames or larger ones. The camera is not switched if an output of the session records or
  /// needs a steady format (`CaptureOutputLink.needsSteadyFormat`). Smaller photos are scaled.
  public var maxDimensions: VideoDimensions? {
    get { state.withLock { $0.maxDimensions } }
    set { state.withLock { $0.maxDimensions = newValue } }
  }

  /// The highest prioritization that settings may request (default: ``QualityPrioritization/quality``).
  public var maxPhotoQualityPrioritization: QualityPrioritization {
    get { state.withLock { $0.maxPrioritization } }
    set { state.withLock { $0.maxPrioritization = newValue } }
  }

  /// Whether zero shutter lag is supported: always true.
  public var isZeroShutterLagSupported: Bool { true }

  /// Whether a photo is the frame exposed at the time of the call, within one frame (default: false, for the next
  /// frame).
  ///
  /// The output holds the newest three frames in the camera's buffers for it. Brackets, lamps and other formats still
  /// use frames after the call.
  public var isZeroShutterLagEnabled: Bool {
    get { captureController.keepsRecentFrames }
    set { captureController.keepsRecentFrames = newValue }
  }

  /// Whether responsive capture is supported: always true.
  public var isResponsiveCaptureSupported: Bool { true }

  /// Whether photos are taken while up to eight others are encoded (default: false).
  ///
  /// Requests at the full frame rate then get every frame.
  public var isResponsiveCaptureEnabled: Bool {
    get { captureController.isResponsive }
    set { captureController.isResponsive = newValue }
  }

  // MARK: Live Photos

  /// Whether the output keeps recent media for Live Photos (default: false).
  ///
  /// The output keeps the last three seconds in memory, as JPEG and sound. Encoding takes processor time unless the
  /// camera delivers JPEG. Photos are not larger than the stream. Set this some time before the first photo. The value
  /// stays false if ``isLivePhotoCaptureSupported`` is false.
  public var isLivePhotoCaptureEnabled: Bool {
    get { captureController.live.isEnabled && isLivePhotoCaptureSupported }
    set { captureController.live.isEnabled = newValue && isLivePhotoCaptureSupported }
  }

  /// Whether keeping media for Live Photos is suspended (default: false).
  ///
  /// Movies in progress end at that time.
  public var isLivePhotoCaptureSuspended: Bool {
    get { captureController.live.isSuspended }
    set { captureController.live.isSuspended = newValue }
  }

  // MARK: Readiness

  /// The readiness to take a photo now.
  public var captureReadiness: CaptureReadiness { isAvailable ? captureController.readiness : .sessionNotRunning }

  /// The current ``captureReadiness`` of a running session, followed by every change.
  public var captureReadinessUpdates: AsyncStream<CaptureReadiness> { captureController.readinessUpdates }

  private var isAvailable: Bool { connections.contains { $0.mediaType == .video && $0.isActive && $0.isEnabled } }

  /// The settings that the output was prepared for.
  public var preparedSettings: [CapturePhotoSettings] { state.withLock { $0.prepared } }

  /// Prepares for photos with the given settings: loads libraries, and encodes a blank picture of the stream's size.
  ///
  /// - Parameters:
  ///   - settings: The settings, which can still be used for a photo.
  ///   - completionHandler: Called on the output's queue, with the error of a failure (default: nil).
  public func prepare(
    for settings: [CapturePhotoSettings], completionHandler: (@Sendable (Bool, CaptureError?) -> Void)? = nil
  ) {
    state.withLock { $0.prepared = settings }
    let capabilities = capabilities
    captureController.processing.async { [captureController] in
      let failure = capabilities.flatMap { PhotoProcessor.warmUp(settings, $0) }
      captureController.callbacks.async { completionHandler?(failure == nil, failure) }
    }
  }
}

extension CapturePhotoOutput {
  /// The priority of quality or speed (`AVCapturePhotoOutput.QualityPrioritization`).
  public enum QualityPrioritization: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The next frame that arrives, even if it was exposed shortly before the call.
    ///
    /// JPEG at quality 85.
    case speed = 1
    /// The next frame exposed after the call.
    ///
    /// JPEG at quality 90.
    case balanced
    /// The next frame exposed after the call.
    ///
    /// JPEG at quality 95, with full chroma resolution if the camera delivers more than a quarter of it. PNG at the
    /// highest compression level.
    case quality

    /// Returns whether the left value prefers speed.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}
