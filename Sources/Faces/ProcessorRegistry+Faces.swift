public import OpenCaptureProcessing

extension ProcessorRegistry {
  /// Registers the processor `faces`, which tracks faces in a stream or detects them in independent pictures.
  ///
  ///     var registry = ProcessorRegistry.builtIn
  ///     try registry.registerFaces()
  ///     let processors = try registry.makeAll("faces:minimum=0.05,grayscale")
  ///
  /// - Parameters:
  ///   - inStreams: Whether the processor is a ``FaceTracker`` (the default) or a ``FaceDetector``. Both have the
  ///     same options.
  ///   - cascades: The search for the cascades, which are loaded when a processor is created. Default: the
  ///     environment's folder, `Models` beside the program, or the system's folders.
  /// - Throws: `ProcessingError` if the name is already registered.
  public mutating func registerFaces(
    inStreams: Bool = true, cascades: CascadeLocator = CascadeLocator()
  ) throws(ProcessingError) {
    let options = [
      ProcessorOption(
        "minimum", .number(0...1),
        "size of the smallest face, as a fraction of the height (default: 0.06 in movies, 0.03 in pictures)"),
      ProcessorOption(
        "angles", FaceAngles.self, "in movies: rounding of roll to 30° and yaw to 45° (default: continuous)"),
      ProcessorOption("effort", DetectionEffort.self, "in pictures: effort of the search (default: balanced)"),
      ProcessorOption("profiles", .flag, "in pictures: search for profiles, too (default: chosen by effort)"),
      ProcessorOption(
        "engine", FaceEngineKind.self,
        "haar for cascades, yunet for a network (default: yunet with model, else haar)"),
      ProcessorOption(
        "model", .text, "path of a model for yunet (default: found in \(FaceModelLocator.variable) or Models)"),
    ]
    try register("faces", summary: "Finds and tracks faces, and outlines them.", options: options) {
      options -> any FrameProcessor in
      if inStreams { return try FaceTracker(options, cascades) }
      return try FaceDetector(options, cascades)
    }
  }
}

/// The kind of engine that an option names.
private enum FaceEngineKind: String, CaseIterable {
  case haar, yunet
}

extension ProcessorOptions {
  /// Makes the engine that the options name; nil for cascades.
  fileprivate func faceNetwork() throws(FaceError) -> YuNetEngine? {
    let path = text("model")
    guard choice("engine", of: FaceEngineKind.self) ?? (path == nil ? .haar : .yunet) == .yunet else { return nil }
    return if let path { try YuNetEngine(contentsOf: path) } else { try YuNetEngine() }
  }
}

extension FaceTracker {
  fileprivate init(_ options: ProcessorOptions, _ cascades: CascadeLocator) throws(FaceError) {
    var tracking = Options()
    tracking.minimumFaceSize = options.number("minimum") ?? tracking.minimumFaceSize
    tracking.angles = options.choice("angles", of: FaceAngles.self) ?? tracking.angles
    if let network = try options.faceNetwork() {
      self.init(options: tracking, engine: network)
    } else {
      try self.init(options: tracking, cascades: cascades)
    }
  }
}

extension FaceDetector {
  fileprivate init(_ options: ProcessorOptions, _ cascades: CascadeLocator) throws(FaceError) {
    if let network = try options.faceNetwork() {
      self.init(engine: network)
    } else {
      try self.init(cascades: cascades)
    }
    minimumFaceSize = options.number("minimum") ?? minimumFaceSize
    effort = options.choice("effort", of: DetectionEffort.self) ?? effort
    findsProfiles = options.flag("profiles")
  }
}
