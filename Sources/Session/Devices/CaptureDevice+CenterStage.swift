import OpenCaptureFlow
public import OpenCaptureMediaSamples
import OpenCaptureProcessing
import OpenCaptureSystem

extension CaptureDevice {
  struct CenterStageState {
    /// Whether the camera follows faces.
    var isActive = false
    /// Whether frames are cropped, also while the crop returns to the whole picture.
    var isCropping = false
    var region = Rect.unit
  }

  /// Whether frames are cropped to follow faces (`AVCaptureDevice.isCenterStageActive`).
  ///
  /// True while the camera streams in a format with ``Format/isCenterStageSupported``, Center Stage is enabled, and a
  /// face detector is installed. Detections, regions, photos and movies refer to the visible part, as with
  /// ``zoomFactor``, which magnifies it further.
  public var isCenterStageActive: Bool { state.withLock { $0.centerStage.isActive } }

  /// A stream of ``isCenterStageActive``: the current value, then every change.
  public var isCenterStageActiveUpdates: AsyncStream<Bool> { isCenterStageActiveBroadcast.stream() }

  /// The part of the frames in which faces are placed, in their unit square; default the whole frame.
  ///
  /// Set it if the program cuts a part out of the frames (`AVCaptureDevice.centerStageRectOfInterest`). It can be set
  /// while Center Stage is enabled.
  public var centerStageRegion: Rect {
    get { state.withLock { $0.centerStage.region } }
    set {
      attempt { () throws(CaptureError) in
        guard formats.contains(where: \.isCenterStageSupported) else { throw unsupported("Center Stage") }
        guard centerStageSwitch.isEnabled else {
          throw CaptureError(
            .unsupported, subject: localizedName, reason: "Center Stage is not enabled",
            hint: "set isCenterStageEnabled first")
        }
        let isInside = newValue.minX >= 0 && newValue.minY >= 0 && newValue.maxX <= 1 && newValue.maxY <= 1
        guard isInside, !newValue.isEmpty else {
          throw outOfRange("the region of Center Stage must be a part of the unit square, not \(newValue)")
        }
        state.withLock { $0.centerStage.region = newValue }
      }
    }
  }

  /// Updates ``isCenterStageActive`` after a change of the switch or the stream.
  func updateCenterStage() {
    let isEnabled = centerStageSwitch.isEnabled
    let hasDetector = isEnabled && makeFaceDetector()
    let (isActive, hasChanged) = state.withLock { state in
      let width = state.streaming?.formatDescription.videoDimensions.width ?? 0
      let isActive = hasDetector && width >= Format.smallestCenterStageWidth
      defer {
        state.centerStage.isActive = isActive
        if isActive { state.centerStage.isCropping = true }
      }
      return (isActive, state.centerStage.isActive != isActive)
    }
    if hasChanged { isCenterStageActiveBroadcast.send(isActive) }
    // Another thread may have changed the switch meanwhile.
    if centerStageSwitch.isEnabled != isEnabled { updateCenterStage() }
  }

  /// Makes the face detector if there is none yet, and returns whether there is one.
  private func makeFaceDetector() -> Bool {
    if follower.withLock({ $0.detector != nil }) { return true }
    // The faces of the last second are known until newer ones are.
    let join = MetadataJoin.everyFrame(maximumAge: MediaTime(value: 1, timescale: 1))
    guard let detector = centerStageSwitch.makeDetector()?.detached(joining: join) else { return false }
    follower.withLock { $0.detector = $0.detector ?? detector }
    return true
  }

  /// Crops a frame to its faces, and magnifies the crop by the factor of the digital zoom.
  func followFaces(in sample: inout SampleBuffer, zoomFactor: Double) {
    let settings = state.withLock { $0.centerStage }
    var frame = Frame(sample)
    if settings.isActive { follower.withLock { $0.detector }?.process(&frame) }
    let isCropping = follower.withLock { $0.crop(&frame, settings, zoomFactor: zoomFactor) }
    sample = frame.sampleBuffer
    if !isCropping { state.withLock { $0.centerStage.isCropping = $0.centerStage.isActive } }
  }

  /// Records the start or the end of a stream.
  func centerStageDidStream(_ isStreaming: Bool) {
    guard mediaType == .video else { return }
    centerStageSwitch.setStreaming(isStreaming, self)
    updateCenterStage()
    // The detector must not keep a frame of the driver.
    if !isStreaming { follower.withLock { $0.detector }?.finish() }
  }
}

extension CaptureDevice.Format {
  /// The smallest width of video for Center Stage, in pixels.
  static let smallestCenterStageWidth = 320

  /// Whether Center Stage is supported; true for video at least 320 pixels wide.
  public var isCenterStageSupported: Bool {
    mediaType == .video && dimensions.width >= Self.smallestCenterStageWidth
  }

  /// The frame rates with Center Stage, which are all of the format's; nil if it is not supported or has no rates.
  public var centerStageFrameRates: FrameRateRange? {
    let shortest = frameRateRanges.map(\.minFrameDuration).min()
    let longest = frameRateRanges.map(\.maxFrameDuration).max()
    guard isCenterStageSupported, let shortest, let longest else { return nil }
    return FrameRateRange(minFrameDuration: shortest, maxFrameDuration: longest)
  }
}

/// A crop that follows the faces of a camera, which a detector finds beside the stream.
///
/// The driver's thread uses it. It outlives a stream, so that a change of format does not move the crop.
struct CenterStageFollower: Lockable {
  /// The time between two frames after which the crop begins anew, in seconds.
  private static let longestPause = 2.0

  /// The face detector; nil before the first use.
  var detector: DetachedProcessor?
  private var stage = CenterStage()
  private var lastTime = MediaTime.invalid

  /// Crops a frame, and returns whether the next frame must be cropped too.
  mutating func crop(
    _ frame: inout Frame, _ settings: CaptureDevice.CenterStageState, zoomFactor: Double
  ) -> Bool {
    let time = frame.presentationTimeStamp
    let pause = time - lastTime
    if pause.isNumeric, pause.magnitude.seconds > Self.longestPause { stage = CenterStage() }
    lastTime = time
    stage.isEnabled = settings.isActive
    stage.framingRegion = settings.region
    stage.zoomFactor = zoomFactor
    // A frame that cannot be scaled stays whole, as with zoom.
    try? stage.process(&frame)
    return settings.isActive || stage.crop.width < 1
  }
}
