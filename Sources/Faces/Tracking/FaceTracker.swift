public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

/// A tracker for faces in a stream, which keep their numbers while they are in view.
///
///     var tracker = try FaceTracker()
///     for sample in samples { print(try tracker.track(sample)) }
///
/// Tracking costs a tenth of detection in every frame. The first picture is scanned coarsely. After that, the whole
/// picture is scanned about once per second, a few face sizes per frame. Candidates are verified, in several frames
/// if necessary, before they count as faces. A tracked face is searched for in a small window at its expected
/// position, rotated by the tilt of the head. Its points are tracked from frame to frame, which bridges missed
/// detections. Position, size and tilt are smoothed.
///
/// A face that isn't detected for half a second is no longer reported. Its number is kept for one more second and
/// is never given to another face. A person who returns later gets a new number, as in AVFoundation. Time is the
/// presentation time of the frames; without it, 30 frames per second are assumed. After a jump in time or a scene
/// cut, tracking restarts, but numbers continue.
public struct FaceTracker: Sendable {
  /// The options of a tracker.
  public struct Options: Sendable, Hashable {
    /// The side of the smallest face to detect, as a fraction of the upright picture's height (default: 0.06).
    ///
    /// Time grows with the inverse square of this value. Faces of less than 1.7 times the value are searched for less
    /// often. Cascades find no new faces below 24 pixels.
    public var minimumFaceSize = 0.06

    /// The side from which faces are searched for often, as a fraction of the height.
    var usualFaceSize: Double { minimumFaceSize / Self.minimumOfUsual }

    /// The minimum side as a fraction of the usual one.
    static let minimumOfUsual = 0.6

    /// The part of the picture to search, in device coordinates (default: the whole picture).
    public var rectOfInterest: Rect = .unit

    /// The rounding of roll and yaw (default: none).
    public var angles = FaceAngles.continuous

    /// The number of frames for which a new face is tracked backwards (default: 0, as cameras need).
    ///
    /// A face is reported once it is confirmed. In a file, it can also be reported in preceding frames; see
    /// ``FaceTracker/takeLateObjects()``. This number of frames is kept in memory. A pipeline sets it to the number
    /// of frames that it delays.
    public var hindsight = 0

    /// Creates the default options.
    public init() {}
  }

  /// The options.
  ///
  /// A change takes effect with the next frame and restarts tracking.
  public var options: Options {
    didSet { if options != oldValue { session = nil } }
  }

  /// Returns a session for a stream.
  private let makeSession: @Sendable (FaceTrackingLayout) -> any FaceTrackingSession
  private var session: (any FaceTrackingSession)?
  private var nextID = 1
  private var lastTime = MediaTime.invalid

  /// Creates a tracker that uses OpenCV's Haar cascades.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - cascades: The search for the cascades. Default: the environment's folder, `Models` beside the program, or
  ///     the system's folders.
  /// - Throws: ``FaceError`` if a cascade is missing or invalid.
  public init(options: Options = Options(), cascades: CascadeLocator = CascadeLocator()) throws(FaceError) {
    self.init(options: options, engine: try HaarEngine(cascades))
  }

  /// Creates a tracker that uses another engine with windows, such as cascades of your own.
  public init(options: Options = Options(), engine: any FaceEngine) {
    self.options = options
    makeSession = { TrackingSession(layout: $0, engine: engine) }
  }

  /// Creates a tracker that uses an engine with landmarks, such as ``YuNetEngine``.
  ///
  /// Pictures with a long side of more than 640 pixels are scaled down, but only so far that a face of
  /// 1.7 times ``Options/minimumFaceSize`` has 16 pixels.
  public init(options: Options = Options(), engine: any LandmarkFaceEngine) {
    self.options = options
    makeSession = { LandmarkTrackingSession(layout: $0, engine: engine) }
  }

  /// Processes the next frame.
  ///
  /// - Parameter sampleBuffer: The frame, in presentation order.
  /// - Returns: The faces in view, by their numbers, in device coordinates.
  /// - Throws: ``FaceError``, `MediaError`, or the errors of the sample buffer's decoder. The frame is then
  ///   skipped, and tracking can continue with the next.
  public mutating func track(_ sampleBuffer: SampleBuffer) throws -> [FaceObject] {
    let luma = try sampleBuffer.luma()
    let timing = sampleBuffer.timing
    let interval = self.interval(to: timing.presentationTimeStamp)
    let layout = FaceTrackingLayout(
      dimensions: luma.dimensions, orientation: sampleBuffer.orientation, options: options)
    if interval == nil || session?.layout != layout { session = makeSession(layout) }
    return try session?.track(sampleBuffer, after: interval ?? Self.usualInterval, nextID: &nextID) ?? []
  }

  private static let usualInterval = 1.0 / 30
  /// The interval in seconds after which tracking restarts, as it does if time goes back.
  private static let longestInterval = 1.0

  /// Returns the time since the previous frame, or nil at the start of the stream or after a jump.
  private mutating func interval(to time: MediaTime) -> Double? {
    defer { lastTime = time }
    guard session != nil else { return nil }
    let seconds = (time - lastTime).seconds
    guard seconds.isFinite else { return time.isNumeric == lastTime.isNumeric ? Self.usualInterval : nil }
    return seconds >= 0 && seconds <= Self.longestInterval ? seconds : nil
  }
}

extension FaceTracker: HindsightProcessor {
  /// The name of the tracker in reports.
  public var name: String { "faces" }

  /// Rejects a region of interest outside the picture before any frame is decoded.
  ///
  /// - Throws: ``FaceError``.
  public func prepare(for format: FrameFormat) throws(FaceError) {
    _ = try options.rectOfInterest.clippedToPicture()
  }

  /// Appends the faces in view to the frame's metadata objects and leaves the picture unchanged.
  ///
  /// - Throws: The errors of ``track(_:)``.
  public mutating func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try track(frame.sampleBuffer) as [any MetadataObject]
  }

  /// Resets the tracker at the end of a stream and releases kept frames.
  ///
  /// Numbers continue.
  public mutating func finish() { session = nil }

  /// The number of frames for which a face is tracked backwards; see ``Options/hindsight``.
  public var hindsight: Int { max(0, options.hindsight) }

  /// Returns the tracker with another ``Options/hindsight``.
  ///
  /// A change restarts tracking.
  public func withHindsight(_ frames: Int) -> FaceTracker {
    var copy = self
    copy.options.hindsight = frames
    return copy
  }

  /// Returns the positions in preceding frames of the faces that the last frame confirmed.
  ///
  /// They have no roll and yaw.
  public mutating func takeLateObjects() -> [LateObject] {
    (session?.takeLateFaces() ?? []).map { LateObject(framesAgo: $0.framesAgo, object: $0.face) }
  }
}

extension FaceTracker: MetadataDetector {
  /// The only type, `MetadataObjectType.face`.
  public var availableMetadataObjectTypes: [MetadataObjectType] { [.face] }
}
