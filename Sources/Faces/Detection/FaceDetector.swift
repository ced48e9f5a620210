public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing
public import OpenCaptureSystem

/// A detector for faces in single pictures.
///
///     let faces = try FaceDetector().detect(sampleBuffer)
///     print(faces.map(\.bounds))
///
/// Faces are detected in the upright picture and, like all metadata objects, reported in device coordinates. The
/// result depends on the picture and the options alone. Several threads can use a detector at the same time, but
/// they take turns. For parallel work, create one detector per thread. For streams, use ``FaceTracker``, which
/// keeps the numbers of faces from frame to frame. Within a `WorkLimit`, detection stops between sizes and
/// candidates with a `WorkLimitError`. Asynchronous code can call ``faces(in:cpuTime:)``.
public struct FaceDetector: Sendable {
  /// The side of the smallest face to detect, as a fraction of the upright picture's height (default: 0.03).
  ///
  /// A face extends from the brows to the chin. The picture is scaled down until such a face is 20 pixels large, so
  /// time grows with the inverse square of this value. Values below 20 pixels count as 20 pixels.
  public var minimumFaceSize = 0.03

  /// The effort to find difficult faces (default: ``DetectionEffort/balanced``).
  public var effort = DetectionEffort.balanced

  /// Whether to detect profiles, too; nil, the default, leaves the choice to ``effort``.
  ///
  /// Each of the two sides takes as long as the frontal scan.
  public var findsProfiles: Bool?

  /// The part of the picture to search, in device coordinates (default: the whole picture).
  public var rectOfInterest: Rect = .unit

  /// The kind of engine.
  private enum Method: Sendable {
    case windows(any FaceEngine)
    case landmarks(any LandmarkFaceEngine)
  }

  private let method: Method

  /// Creates a detector that uses OpenCV's Haar cascades.
  ///
  /// - Parameter cascades: The search for the cascades. Default: the environment's folder, `Models` beside the
  ///   program, or the system's folders.
  /// - Throws: ``FaceError`` if a cascade is missing or invalid.
  public init(cascades: CascadeLocator = CascadeLocator()) throws(FaceError) {
    self.init(engine: try HaarEngine(cascades))
  }

  /// Creates a detector that uses another engine with windows, such as cascades of your own.
  public init(engine: any FaceEngine) { method = .windows(engine) }

  /// Creates a detector that uses an engine with landmarks, such as ``YuNetEngine``.
  ///
  /// ``findsProfiles`` has no effect, because such engines find profiles anyway.
  public init(engine: any LandmarkFaceEngine) { method = .landmarks(engine) }

  /// Detects faces in a sample buffer and returns them with its time and duration.
  ///
  /// - Returns: The faces, numbered from 1, the most certain first, in device coordinates.
  /// - Throws: ``FaceError``, `MediaError`, or the errors of the sample buffer's decoder.
  public func detect(_ sampleBuffer: SampleBuffer) throws -> [FaceObject] {
    let timing = sampleBuffer.timing
    var faces =
      switch method {
      case .windows(let engine):
        try detect(luma: sampleBuffer.luma(), orientation: sampleBuffer.orientation, engine)
      case .landmarks(let engine):
        try LandmarkFinder(engine: engine, minimumFaceSize: minimumFaceSize, effort: effort)
          .faces(in: sampleBuffer, region: rectOfInterest)
      }
    for index in faces.indices {
      faces[index].time = timing.presentationTimeStamp
      faces[index].duration = timing.duration
    }
    return faces
  }

  /// Detects faces in a picture without a time.
  ///
  /// - Parameters:
  ///   - picture: The picture, in any format.
  ///   - orientation: The rotation that makes the picture upright (default: none).
  /// - Returns: The faces, numbered from 1, the most certain first, in device coordinates.
  /// - Throws: ``FaceError`` or `MediaError`.
  public func detect(_ picture: PixelBuffer, orientation: ImageOrientation = .up) throws -> [FaceObject] {
    try detect(SampleBuffer(pixelBuffer: picture, orientation: orientation))
  }

  private func detect(
    luma: PixelBuffer, orientation: ImageOrientation, _ engine: any FaceEngine
  ) throws -> [FaceObject] {
    let scale = WorkingScale(
      minimumFaceSize: minimumFaceSize, height: luma.dimensions.upright(orientation).height,
      window: engine.smallestWindow(for: .frontal))
    let working = try WorkingPicture(
      of: luma, orientation: orientation, region: rectOfInterest, scale: scale.factor)
    var profile = DetectionProfile.of(effort)
    profile.findsProfiles = findsProfiles ?? profile.findsProfiles
    let finder = FaceFinder(engine: engine, profile: profile, smallest: scale.smallestFace)
    return try finder.faces(in: working).enumerated().map { index, face in
      FaceObject(faceID: index + 1, boundingBox: face.box.bounds, roll: face.roll, yaw: face.yaw)
        .transformed(by: working.toDevice)
    }
  }
}

extension FaceDetector {
  /// Detects faces in a sample buffer on a separate thread until the task is cancelled.
  ///
  ///     let faces = try await detector.faces(in: sampleBuffer, cpuTime: .seconds(2))
  ///
  /// - Parameters:
  ///   - sampleBuffer: The picture, which is decoded on the same thread.
  ///   - cpuTime: The limit of processor time (default: unlimited).
  /// - Returns: The faces, as from ``detect(_:)``.
  /// - Throws: `CancellationError` if the task was cancelled, `WorkLimitError` if the time limit was reached, or
  ///   the errors of ``detect(_:)``.
  public func faces(in sampleBuffer: SampleBuffer, cpuTime: Duration? = nil) async throws -> [FaceObject] {
    try await WorkLimit.perform(cpuTime: cpuTime) { try detect(sampleBuffer) }
  }
}

extension FaceDetector: StreamProcessor {
  /// The name of the detector in reports.
  public var name: String { "faces" }

  /// Rejects a region of interest outside the picture before any frame is decoded.
  ///
  /// - Throws: ``FaceError``.
  public func prepare(for format: FrameFormat) throws(FaceError) { _ = try rectOfInterest.clippedToPicture() }

  /// Appends the faces in the frame to its metadata objects, the most certain first, and leaves the picture
  /// unchanged.
  ///
  /// Each frame is processed independently, and faces are numbered anew. For a stream, use ``FaceTracker``.
  ///
  /// - Throws: The errors of ``detect(_:)``.
  public func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try detect(frame.sampleBuffer) as [any MetadataObject]
  }
}

extension FaceDetector: MetadataDetector {
  /// The only type, `MetadataObjectType.face`.
  public var availableMetadataObjectTypes: [MetadataObjectType] { [.face] }
}

/// An error of face detection; a picture without faces is no error.
public typealias FaceError = DomainError<FaceErrorDomain>

/// The domain of ``FaceError``.
public enum FaceErrorDomain {}

extension FaceError.Code {
  /// A cascade wasn't found in any of the searched folders.
  public static var cascadeNotFound: Self {
    Self(
      "cascadeNotFound",
      hint: "sudo apt install opencv-data, or set \(CascadeLocator.variable) to the folder of the cascades")
  }
  /// A model for YuNet wasn't found in any of the searched folders.
  public static var modelNotFound: Self {
    Self(
      "modelNotFound",
      hint: """
        download \(FaceModelLocator.fileNames[0]) of OpenCV Zoo, and set \(FaceModelLocator.variable) to its folder
        """)
  }
  /// A file is unreadable or not a model for YuNet.
  public static var modelUnusable: Self {
    Self("modelUnusable", hint: "use \(FaceModelLocator.fileNames[0]) of OpenCV Zoo")
  }
  /// A file is unreadable or not a cascade.
  public static var cascadeUnusable: Self {
    Self("cascadeUnusable", hint: "sudo apt install --reinstall opencv-data")
  }
  /// The region of interest is outside the picture.
  public static var emptyRegion: Self { Self("emptyRegion") }
  /// The engine failed.
  public static var engineFailed: Self { Self("engineFailed") }
}
