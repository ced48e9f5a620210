extension ProcessorRegistry {
  /// All processors and detectors of this package, each under its name, for streams: `faces` follows faces, `codes`
  /// codes.
  public static let standard = ProcessorRegistry(inStreams: true)

  /// The same for pictures that have nothing to do with each other: `faces` and `codes` look at each for
  /// itself.
  public static let standardForPictures = ProcessorRegistry(inStreams: false)

  private init(inStreams: Bool) {
    self = .builtIn
    do {
      try registerCodes(inStreams: inStreams)
      try registerFaces(inStreams: inStreams)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
