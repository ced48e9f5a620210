import Dispatch
import OpenCapturePictures
public import OpenCaptureSession
import OpenCaptureSystem

/// Takes photos of what a camera sees (`AVCapturePhotoOutput`).
///
///     try session.addOutput(output)
///     session.startRunning()
///     let photo = try await output.photo(with: CapturePhotoSettings())
///     try photo.write(to: "photo.jpg")
///
/// Requests may overlap: each gets a frame of its own, in their order, and is told of in the order that
/// ``CapturePhotoCaptureDelegate`` has. Safe from any thread.
public final class CapturePhotoOutput: CaptureOutput {
  /// What the session keeps about the output.
  public let link = CaptureOutputLink()

  private struct State: Lockable {
    var maxPhotoDimensions: VideoDimensions?
    var maxPrioritization = QualityPrioritization.quality
    var prepared: [CapturePhotoSettings] = []
  }

  private let state = Locked(State())
  let shutter: PhotoShutter

  /// Pictures, and sound for Live Photos.
  public var mediaTypes: [MediaType] { [.video, .audio] }

  /// What takes the frames.
  public let receivers: [any SampleReceiver]

  /// Makes an output that nothing leads to yet.
  public init() {
    shutter = PhotoShutter("capture.photo-output", link)
    receivers = [shutter]
  }

  // MARK: How photos are taken

  /// The sizes that the camera has, the smallest first: what ``maxPhotoDimensions`` makes sense of.
  public var supportedMaxPhotoDimensions: [VideoDimensions] {
    let sizes = Set(
      ((connection(with: .video)?.input as? CaptureDeviceInput)?.device.formats ?? []).map(\.dimensions))
    return sizes.sorted { $0.pixelCount < $1.pixelCount }
  }

  /// The largest that photos may be, where their settings don't say; nil, the default, for as large as the stream.
  ///
  /// For a photo larger than the stream the camera is switched to its largest format within the limit, for a moment in
  /// which other outputs get no frames, or those; unless one of the session's outputs records, or says otherwise that it
  /// needs the stream as it is (`CaptureOutputLink.needsSteadyFormat`). A smaller photo is scaled.
  @_disfavoredOverload public var maxPhotoDimensions: VideoDimensions? {
    get { sizeLimit }
    set { sizeLimit = newValue }
  }

  package var sizeLimit: VideoDimensions? {
    get { state.withLock { $0.maxPhotoDimensions } }
    set { state.withLock { $0.maxPhotoDimensions = newValue } }
  }

  /// The most that settings may ask for; default ``QualityPrioritization/quality``.
  public var maxPhotoQualityPrioritization: QualityPrioritization {
    get { state.withLock { $0.maxPrioritization } }
    set { state.withLock { $0.maxPrioritization = newValue } }
  }

  /// True.
  public var isZeroShutterLagSupported: Bool { true }

  /// Whether a photo is the frame that was exposed at the moment of the call, at most a frame from it; default false,
  /// where it is the next one.
  ///
  /// The newest three frames are held for it, in the camera's own memory. Brackets, lamps and other formats need frames
  /// that come after the call all the same.
  public var isZeroShutterLagEnabled: Bool {
    get { shutter.keepsRecentFrames }
    set { shutter.keepsRecentFrames = newValue }
  }

  /// True.
  public var isResponsiveCaptureSupported: Bool { true }

  /// Whether photos are taken while others are still encoded, eight of which may wait; default false.
  ///
  /// With it, requests at a camera's full rate get each of its frames.
  public var isResponsiveCaptureEnabled: Bool {
    get { shutter.isResponsive }
    set { shutter.isResponsive = newValue }
  }

  // MARK: Live Photos

  /// Whether what is seen and heard is kept for Live Photos, from when it is set to true; default false.
  ///
  /// Then the last three seconds are kept in memory, as JPEG files and sound, which takes some time of a processor where
  /// the camera doesn't give JPEG itself, and photos are as large as the stream at most. Set it a moment before the photo. It stays false where
  /// ``isLivePhotoCaptureSupported`` is.
  public var isLivePhotoCaptureEnabled: Bool {
    get { shutter.live.isEnabled && isLivePhotoCaptureSupported }
    set { shutter.live.isEnabled = newValue && isLivePhotoCaptureSupported }
  }

  /// Whether nothing of what is seen is kept for now; default false.
  ///
  /// A Live Photo's movie ends there.
  public var isLivePhotoCaptureSuspended: Bool {
    get { shutter.live.isSuspended }
    set { shutter.live.isSuspended = newValue }
  }

  // MARK: Readiness

  /// Whether a photo would be taken at once, if one were asked for now.
  public var captureReadiness: CaptureReadiness { isAvailable ? shutter.readiness : .sessionNotRunning }

  /// ``captureReadiness`` of a session that runs: now, and whenever it changes.
  public var captureReadinessUpdates: AsyncStream<CaptureReadiness> { shutter.readinessUpdates }

  private var isAvailable: Bool {
    connections.contains { $0.mediaType == .video && $0.isActive && $0.isEnabled }
  }

  /// What was prepared for.
  @_disfavoredOverload public var preparedPhotoSettingsArray: [CapturePhotoSettings] { preparedSettings }

  package var preparedSettings: [CapturePhotoSettings] { state.withLock { $0.prepared } }

  /// Gets ready for photos of such settings: loads libraries, and encodes a picture of the stream's size, which is thrown
  /// away.
  ///
  /// - Parameters:
  ///   - settings: Not used up by this.
  ///   - completionHandler: Called on the output's queue, with what failed if anything did; default nobody.
  @_disfavoredOverload public func setPreparedPhotoSettingsArray(
    _ settings: [CapturePhotoSettings], completionHandler: (@Sendable (Bool, CaptureError?) -> Void)? = nil
  ) {
    state.withLock { $0.prepared = settings }
    let abilities = abilities
    shutter.afterProcessing { [shutter] in
      let failure = abilities.flatMap { PhotoMaker.warmUp(settings, $0) }
      shutter.callbacks.async { completionHandler?(failure == nil, failure) }
    }
  }
}
