public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

/// Finds faces in a stream and follows them: each keeps its number for as long as it is in view.
///
///     var tracker = try FaceTracker()
///     for sample in samples { print(try tracker.track(sample)) }
///
/// A stream costs a tenth of what looking at each frame for itself would. The whole first picture is glanced at, and then
/// searched about once a second, a few sizes of faces in each frame; what may be a face there is looked at closely, in
/// some frames where that leaves a doubt, before it counts. From then on it is looked for where it should be, in a small
/// window that is turned as the head is tilted, and its points are followed from frame to frame, which carries over what
/// the cascades miss. Its place, size and tilt are smoothed.
///
/// A face that isn't seen for half a second is no longer reported. Its number is kept for a second more, and is never
/// given to another: who comes back later is new, as in AVFoundation. Time is the presentation time of the frames; where
/// they have none, 30 a second. After a jump in time, or a cut, everything begins anew, except for the numbers.
public struct FaceTracker: Sendable {
  /// What a tracker looks for, and what it says about it.
  public struct Options: Sendable, Hashable {
    /// The side of the smallest face to look for, as a fraction of the upright picture's height; default 0.1.
    ///
    /// Time goes with the inverse square of it.
    public var minimumFaceSize = 0.1

    /// The part of the picture to look at, in device coordinates; default all of it.
    public var rectOfInterest: Rect = .unit

    /// How roll and yaw are rounded; default not at all.
    public var angles = FaceAngles.continuous

    /// How many frames a face is followed back from where it was found; default 0, which is what a camera needs.
    ///
    /// A face counts once it is sure that it is one; in a file the frames before can show it, too. See
    /// ``FaceTracker/takeLateObjects()``. So many frames are kept in memory. A pipeline asks for what it waits for.
    public var hindsight = 0

    /// Makes the default options.
    public init() {}
  }

  /// What is looked for; a change takes effect with the next frame, and begins anew.
  public var options: Options {
    didSet { if options != oldValue { session = nil } }
  }

  /// The numbers to work with.
  var profile = TrackingProfile()

  private let engine: any FaceEngine
  private var session: TrackingSession?
  private var nextID = 1
  private var lastTime = MediaTime.invalid

  /// Makes a tracker on OpenCV's Haar cascades.
  ///
  /// - Parameters:
  ///   - options: What to look for.
  ///   - cascades: Where they are; default the environment's folder, `Models` beside the program, the system's.
  /// - Throws: ``FaceError`` where a cascade isn't there, or isn't one.
  public init(options: Options = Options(), cascades: CascadeSearch = CascadeSearch()) throws(FaceError) {
    self.init(options: options, engine: try HaarEngine(cascades))
  }

  /// Makes a tracker on an engine of the caller's.
  public init(options: Options = Options(), engine: any FaceEngine) {
    (self.options, self.engine) = (options, engine)
  }

  /// Looks at the next frame.
  ///
  /// - Parameter sampleBuffer: In presentation order.
  /// - Returns: The faces in view, by their numbers, in device coordinates.
  /// - Throws: ``FaceError``, `MediaError`, or what the sample buffer's decoder throws. The frame is left out then, and
  ///   the next can be looked at.
  public mutating func track(_ sampleBuffer: SampleBuffer) throws -> [FaceObject] {
    let luma = try sampleBuffer.luma()
    let timing = sampleBuffer.timing
    let interval = self.interval(to: timing.presentationTimeStamp)
    let layout = TrackingSession.Layout(
      dimensions: luma.dimensions, orientation: sampleBuffer.orientation, options: options, profile: profile)
    if interval == nil || session?.layout != layout {
      session = TrackingSession(layout: layout, engine: engine)
    }
    return try session?.track(luma, after: interval ?? Self.usualInterval, timing: timing, nextID: &nextID) ?? []
  }

  private static let usualInterval = 1.0 / 30
  /// A stream that stops for longer, or goes back, begins anew.
  private static let longestInterval = 1.0

  /// Seconds since the frame before; nil where the stream begins, or jumps.
  private mutating func interval(to time: MediaTime) -> Double? {
    defer { lastTime = time }
    guard session != nil else { return nil }
    let seconds = (time - lastTime).seconds
    guard seconds.isFinite else { return time.isNumeric == lastTime.isNumeric ? Self.usualInterval : nil }
    return seconds >= 0 && seconds <= Self.longestInterval ? seconds : nil
  }
}

extension FaceTracker: FrameProcessor {
  /// What reports call the tracker.
  public var name: String { "faces" }

  /// Refuses a region of interest that doesn't touch the picture, before anything is decoded for it.
  ///
  /// - Throws: ``FaceError``.
  public func prepare(for format: FrameFormat) throws(FaceError) { _ = try options.rectOfInterest.insidePicture() }

  /// Appends the faces in view to the frame's metadata objects; the picture stays.
  ///
  /// - Throws: What ``track(_:)`` throws.
  public mutating func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try track(frame.sampleBuffer) as [any MetadataObject]
  }

  /// Forgets the faces, and lets go of the frames that are kept: another stream begins anew, except for the numbers.
  public mutating func finish() -> [LateObject] {
    session = nil
    return []
  }

  /// How many frames a face is followed back; see ``Options/hindsight``.
  public var hindsight: Int { max(0, options.hindsight) }

  /// The same tracker with another ``Options/hindsight``; where that is a change, faces are searched anew.
  public func lookingBack(_ frames: Int) -> FaceTracker {
    var copy = self
    copy.options.hindsight = frames
    return copy
  }

  /// Where faces that became sure in the last frame were in those before it.
  ///
  /// Their roll and yaw aren't told.
  public mutating func takeLateObjects() -> [LateObject] {
    (session?.takeLateFaces() ?? []).map { LateObject(framesAgo: $0.framesAgo, object: $0.face) }
  }
}
