public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// Finds faces in single pictures.
///
///     let faces = try FaceDetector().detect(sampleBuffer)
///     print(faces.map(\.bounds))
///
/// Faces are looked for upright, and given in device coordinates, as all metadata objects. What it finds is a function
/// of the picture and the options alone. Safe to use from several threads at once; they take turns, so give each its
/// own where that matters. For streams, where faces keep their numbers from frame to frame, there is ``FaceTracker``.
/// Within a `WorkLimit` it is given up between sizes and places, with a `WorkLimitError`; asynchronous code has
/// ``faces(in:cpuTime:)``.
public struct FaceDetector: Sendable {
  /// The side of the smallest face to look for, as a fraction of the upright picture's height; default 0.03.
  ///
  /// A face is from the brows to the chin. What is looked at is shrunk until such a face is 20 pixels large, so time
  /// goes with the square of this. Fractions of less than 20 pixels are as good as 20 pixels.
  public var minimumFaceSize = 0.03

  /// How much is done to find faces that are hard to find; default ``DetectionEffort/balanced``.
  public var effort = DetectionEffort.balanced

  /// Whether to look for faces in profile, too; nil, the default, leaves it to ``effort``.
  ///
  /// Costs as much again for each of the two sides.
  public var findsProfiles: Bool?

  /// The part of the picture to look at, in device coordinates; default all of it.
  public var rectOfInterest: Rect = .unit

  private let engine: any FaceEngine

  /// Makes a detector on OpenCV's Haar cascades.
  ///
  /// - Parameter cascades: Where they are; default the environment's folder, `Models` beside the program, the system's.
  /// - Throws: ``FaceError`` where a cascade isn't there, or isn't one.
  public init(cascades: CascadeSearch = CascadeSearch()) throws(FaceError) {
    engine = try HaarEngine(cascades)
  }

  /// Makes a detector on an engine of the caller's.
  public init(engine: any FaceEngine) { self.engine = engine }

  /// Looks for faces in a sample buffer; what it finds carries the buffer's time and duration.
  ///
  /// - Returns: The faces, numbered from 1, the surest first, in device coordinates.
  /// - Throws: ``FaceError``, `MediaError`, or what the sample buffer's decoder throws.
  public func detect(_ sampleBuffer: SampleBuffer) throws -> [FaceObject] {
    let timing = sampleBuffer.timing
    var faces = try detect(luma: sampleBuffer.luma(), orientation: sampleBuffer.orientation)
    for index in faces.indices {
      (faces[index].time, faces[index].duration) = (timing.presentationTimeStamp, timing.duration)
    }
    return faces
  }

  /// Looks for faces in a picture without a time.
  ///
  /// - Parameters:
  ///   - picture: The picture, in any format.
  ///   - orientation: How the picture must be turned to be upright; default as it is.
  /// - Returns: The faces, numbered from 1, the surest first, in device coordinates.
  /// - Throws: ``FaceError`` or `MediaError`.
  public func detect(_ picture: PixelBuffer, orientation: ImageOrientation = .up) throws -> [FaceObject] {
    try detect(luma: picture.luma(), orientation: orientation)
  }

  private func detect(luma: PixelBuffer, orientation: ImageOrientation) throws -> [FaceObject] {
    let scale = WorkingScale(
      minimumFaceSize: minimumFaceSize, height: luma.dimensions.upright(orientation).height,
      window: engine.smallestWindow(for: .frontal))
    let working = try WorkingPicture(
      of: luma, orientation: orientation, region: rectOfInterest, scale: scale.factor, keepsDetail: true)
    var profile = DetectionProfile.of(effort)
    profile.findsProfiles = findsProfiles ?? profile.findsProfiles
    let finder = FaceFinder(engine: engine, profile: profile, smallest: scale.smallestFace)
    return try finder.faces(in: working).enumerated().map { index, face in
      FaceObject(faceID: index + 1, bounds: face.box.bounds, rollAngle: face.roll, yawAngle: face.yaw)
        .transformed(by: working.toDevice)
    }
  }
}
