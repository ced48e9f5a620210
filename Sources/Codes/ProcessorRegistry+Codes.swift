import OpenCaptureMetadata
public import OpenCaptureProcessing

extension ProcessorRegistry {
  /// Offers `codes`, which follows codes in a stream, or finds them in pictures that have nothing to do with each other.
  ///
  ///     var registry = ProcessorRegistry.builtIn
  ///     try registry.registerCodes()
  ///     let processors = try registry.makeAll("codes:types=qr+ean13,effort=balanced")
  ///
  /// - Parameter inStreams: Whether it is a ``CodeTracker``, the default, or a ``CodeScanner``. Both take the same
  ///   options.
  /// - Throws: `ProcessingError` where the name is taken.
  public mutating func registerCodes(inStreams: Bool = true) throws(ProcessingError) {
    let types = CodeScanner.readableNames() + ["all"]
    let synonyms = TypeSpelling.synonyms(of: types.map(MetadataObjectType.init(rawValue:)))
    let options = [
      ProcessorOption("types", .choices(types, synonyms: synonyms), "what to look for; default qr"),
      ProcessorOption(
        "effort", ScanEffort.self, "how much is done to find codes; default fast in movies, balanced in pictures"),
    ]
    try register("codes", options: options) { options -> any FrameProcessor in
      let names = options.text("types").map { $0.split(separator: "+").map(String.init) } ?? ["qr"]
      var scanner = try CodeScanner(types: CodeScanner.types(named: names))
      scanner.effort = options.choice("effort", of: ScanEffort.self) ?? (inStreams ? .fast : .balanced)
      if inStreams { return CodeTracker(scanner) }
      return scanner
    }
  }
}
