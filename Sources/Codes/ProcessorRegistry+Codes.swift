import OpenCaptureMetadata
public import OpenCaptureProcessing

extension ProcessorRegistry {
  /// Registers the processor `codes`, which tracks codes in a stream or detects them in independent pictures.
  ///
  ///     var registry = ProcessorRegistry.builtIn
  ///     try registry.registerCodes()
  ///     let processors = try registry.makeAll("codes:types=qr+ean13,effort=balanced")
  ///
  /// - Parameter inStreams: Whether the processor is a ``CodeTracker`` (the default) or a ``CodeScanner``. Both
  ///   have the same options.
  /// - Throws: `ProcessingError` if the name is already registered.
  public mutating func registerCodes(inStreams: Bool = true) throws(ProcessingError) {
    let types = CodeScanner.readableNames() + ["all"]
    let synonyms = TypeSpelling.synonyms(of: types.compactMap(MetadataObjectType.init(name:)))
    let options = [
      ProcessorOption("types", .choices(types, synonyms: synonyms), "types to search for (default: qr)"),
      ProcessorOption(
        "effort", ScanEffort.self, "effort of the search (default: fast in movies, balanced in pictures)"),
    ]
    try register("codes", summary: "Reads QR codes and barcodes, and outlines them.", options: options) {
      options -> any FrameProcessor in
      let names = options.text("types").map { $0.split(separator: "+").map(String.init) } ?? ["qr"]
      var scanner = try CodeScanner(types: CodeScanner.types(named: names))
      scanner.effort = options.choice("effort", of: ScanEffort.self) ?? (inStreams ? .fast : .balanced)
      if inStreams { return CodeTracker(scanner) }
      return scanner
    }
  }
}
