public import OpenCaptureProcessing

extension ProcessorRegistry {
  /// Offers `faces`, which follows faces in a stream, or finds them in pictures that have nothing to do with each other.
  ///
  ///     var registry = ProcessorRegistry.builtIn
  ///     try registry.registerFaces()
  ///     let processors = try registry.makeAll("faces:minimum=0.05,grayscale")
  ///
  /// - Parameters:
  ///   - inStreams: Whether it is a ``FaceTracker``, the default, or a ``FaceDetector``. Both take the same options.
  ///   - cascades: Where the cascades are, which are read when a processor is made; default the environment's folder,
  ///     `Models` beside the program, the system's.
  /// - Throws: `ProcessingError` where the name is taken.
  public mutating func registerFaces(
    inStreams: Bool = true, cascades: CascadeSearch = CascadeSearch()
  ) throws(ProcessingError) {
    let options = [
      ProcessorOption("minimum", .number(0...1), "the smallest face, as a fraction of the height"),
      ProcessorOption("angles", FaceAngles.self, "in movies: whether roll and yaw are rounded to 30° and 45°"),
      ProcessorOption("effort", DetectionEffort.self, "in pictures: how much is done to find faces"),
      ProcessorOption("profiles", .flag, "in pictures: whether faces in profile are looked for, too"),
    ]
    try register("faces", options: options) { options -> any FrameProcessor in
      if inStreams { return try FaceTracker(options, cascades) }
      return try FaceDetector(options, cascades)
    }
  }
}

extension FaceTracker {
  fileprivate init(_ options: ProcessorOptions, _ cascades: CascadeSearch) throws(FaceError) {
    var tracking = Options()
    tracking.minimumFaceSize = options.number("minimum") ?? tracking.minimumFaceSize
    tracking.angles = options.choice("angles", of: FaceAngles.self) ?? tracking.angles
    try self.init(options: tracking, cascades: cascades)
  }
}

extension FaceDetector {
  fileprivate init(_ options: ProcessorOptions, _ cascades: CascadeSearch) throws(FaceError) {
    try self.init(cascades: cascades)
    minimumFaceSize = options.number("minimum") ?? minimumFaceSize
    effort = options.choice("effort", of: DetectionEffort.self) ?? effort
    findsProfiles = options.flag("profiles")
  }
}
