public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing
public import OpenCaptureSystem

/// A scanner for QR codes and barcodes in pictures.
///
///     let codes = try CodeScanner(types: [.qr]).scan(sampleBuffer)
///     print(codes.map(\.stringValue))
///
/// A picture with transparency is scanned on white ground. If it has no codes there, it is scanned on black, so
/// that white codes on transparent ground are read.
///
/// A scan depends on the picture and the options alone. Several threads can use a scanner at the same time. Within
/// a `WorkLimit`, a scan stops between passes with a `WorkLimitError`. Asynchronous code can call
/// ``codes(in:cpuTime:)``.
public struct CodeScanner: Sendable {
  /// The types to search for (default: QR codes).
  public internal(set) var types: Set<MetadataObjectType>

  /// Further types to search for with little effort (default: none); types that no engine reads are ignored.
  ///
  /// Their passes come after those for ``types`` and don't change their results. A code is read if it is sharp, and not small unless it is
  /// linear and nothing else was found. The passes take about a fifth of the time of a scan for QR codes.
  public var secondaryTypes: Set<MetadataObjectType> = []

  /// The part of the picture to search, in device coordinates (default: the whole picture).
  ///
  /// The scanner doesn't find a code across its edge. To filter the *reported* codes, use
  /// `CaptureMetadataOutput.regionOfInterest`.
  public var rectOfInterest: Rect = .unit

  /// The region that a reported code must touch, as in `AVCaptureMetadataOutput` (default: the whole picture).
  var reportedRegion: Rect = .unit

  /// The effort of a scan (default: ``ScanEffort/balanced``).
  public var effort = ScanEffort.balanced

  /// The interpretation of Code 39 (default: ``Code39Interpretation/plain``).
  public var code39Interpretation = Code39Interpretation.plain

  /// The text encoding of codes that declare none; nil, the default, detects it.
  public var textEncoding: TextEncoding?

  let engines: [any CodeEngine]

  /// The built-in engines, the best one first.
  public static let defaultEngines: [any CodeEngine] = {
    #if ZXing
      [ZXingEngine(), ZBarEngine()]
    #else
      [ZBarEngine()]
    #endif
  }()

  /// Loads all text encodings, so that texts can be decoded after the process has given up access to files.
  package static func loadEncodings() {
    TextConverter.keepLoaded(Set(DeclaredText.encodings.values).union(LegacyEncoding.all.map(\.name)))
  }

  /// The types with check characters that make false reads in pictures without codes negligible.
  ///
  /// Types whose check character is optional are missing: Code 39, Code 32, ITF and Codabar. UPC-E is missing too, because a
  /// part of another code can look like one.
  public static let checkedTypes: Set<MetadataObjectType> = [
    .qr, .microQR, .rMQR, .ean13, .ean8, .upca, .code93, .code128, .gs1DataBar, .gs1DataBarLimited,
    .gs1DataBarExpanded, .pdf417, .microPDF417, .aztec, .dataMatrix,
  ]

  /// Creates a scanner for QR codes.
  public init() {
    types = [.qr]
    engines = Self.defaultEngines
  }

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - types: The types to search for. Fewer types make a scan faster and false reads rarer.
  ///   - engines: The engines to use, the best one first (default: ``defaultEngines``). The first engine that reads
  ///     a type makes most passes for it. The others make a few passes for codes that it missed.
  /// - Throws: ``CodeScannerError`` if no engine can read one of the types.
  public init(types: Set<MetadataObjectType>, engines: [any CodeEngine] = defaultEngines) throws(CodeScannerError) {
    let readable = Self.readableTypes(of: engines)
    if let type = types.subtracting(readable).map(\.name).min() {
      throw CodeScannerError(
        .unsupportedType, subject: type, reason: "no engine can read this type",
        hint: "choose one of: " + readable.map(\.name).sorted().joined(separator: ", "))
    }
    self.types = types
    self.engines = engines
  }

  /// Returns the types that at least one of the engines can read.
  public static func readableTypes(of engines: [any CodeEngine] = defaultEngines) -> Set<MetadataObjectType> {
    engines.reduce(into: []) { $0.formUnion($1.readableTypes) }
  }

  /// The types that at least one of this scanner's engines can read.
  var readableTypes: Set<MetadataObjectType> { Self.readableTypes(of: engines) }

  /// Scans a sample buffer and returns codes with its time and duration.
  ///
  /// - Returns: The codes from top to bottom of the stored picture, in device coordinates.
  /// - Throws: ``CodeScannerError``, `MediaError`, or the errors of the sample buffer's decoder.
  public func scan(_ sampleBuffer: SampleBuffer) throws -> [MachineReadableCodeObject] {
    let timing = sampleBuffer.timing
    return try report(
      luma: sampleBuffer.luma(), time: timing.presentationTimeStamp, duration: timing.duration
    ).codes
  }

  /// Scans a picture without a time.
  ///
  /// - Returns: The codes from top to bottom of the stored picture, in device coordinates.
  /// - Throws: ``CodeScannerError`` or `MediaError`.
  public func scan(_ pixelBuffer: PixelBuffer) throws -> [MachineReadableCodeObject] {
    try report(on: pixelBuffer).codes
  }

  /// Scans a picture and returns the codes together with the passes of the scan.
  ///
  /// - Returns: The codes, as from ``scan(_:)-(PixelBuffer)``, and the passes in order.
  /// - Throws: ``CodeScannerError`` or `MediaError`.
  public func report(on pixelBuffer: PixelBuffer) throws -> ScanReport {
    try report(luma: pixelBuffer.luma(), time: .invalid, duration: .invalid)
  }

  /// Scans a picture on white ground and, if it has no codes but parts are transparent, on black ground.
  private func report(luma: PixelBuffer, time: MediaTime, duration: MediaTime) throws -> ScanReport {
    var report = try searchForReported(luma, time: time, duration: duration)
    guard report.codes.isEmpty, !types.isEmpty, luma.canHaveCodesOverBlack,
      let black = try luma.compositedOverBlack()
    else { return report }
    let second = try searchForReported(black, time: time, duration: duration)
    report.add(second, suffix: " over black")
    report.isOverBlack = !second.codes.isEmpty
    return report
  }

  /// Scans a picture for codes that touch the reported region.
  ///
  /// If the search ended with codes outside the region only, the region is searched by itself.
  private func searchForReported(_ luma: PixelBuffer, time: MediaTime, duration: MediaTime) throws -> ScanReport {
    var report = try search(luma, time: time, duration: duration)
    guard reportedRegion != .unit, report.removeCodes(outside: reportedRegion), report.codes.isEmpty,
      let region = rectOfInterest.intersection(reportedRegion)
    else { return report }
    var narrow = self
    narrow.rectOfInterest = region
    report.add(try narrow.search(luma, time: time, duration: duration), suffix: " of interest")
    return report
  }

  /// Scans a picture as it is.
  func search(
    _ luma: PixelBuffer, time: MediaTime = .invalid, duration: MediaTime = .invalid
  ) throws -> ScanReport {
    guard !types.isEmpty else { return ScanReport() }
    let (part, region) = try luma.part(under: clippedRectOfInterest())
    let toDevice = PictureTransform(from: Rect(origin: .zero, size: part.dimensions.size), to: region)
    let plans = ScanPlan.plans(
      effort: effort, types: types, secondary: secondaryTypes.subtracting(types).intersection(readableTypes),
      engines: engines.map { ScanPlan.Engine(name: $0.name, types: $0.readableTypes) }, in: part.dimensions)
    var search = try CodeSearch(part, plans: plans, effort: effort, engines: engines)
    let (found, passes) = try search.run()
    let finds = found.map { found in
      var object = object(of: found)
      object.cornerPoints = toDevice.apply(object.cornerPoints)
      object.time = time
      object.duration = duration
      return (object, found.pass)
    }
    let sorted = finds.sorted { a, b in
      (a.0.boundingBox.minY, a.0.boundingBox.minX) < (b.0.boundingBox.minY, b.0.boundingBox.minX)
    }
    var report = ScanReport(codes: sorted.map(\.0), foundBy: sorted.map(\.1), passes: passes)
    report.unreadCodes = search.unreadCodes.map { $0.transformed(by: toDevice) }
    return report
  }

  /// Returns the part of the region of interest in the picture, or throws if it is empty.
  func clippedRectOfInterest() throws(CodeScannerError) -> Rect {
    try rectOfInterest.clippedToPicture("rectOfInterest", CodeScannerError.Code.emptyRegion)
  }

  /// Returns a code as a metadata object, with decoded text and corners in pixels.
  func object(of found: DetectedCode) -> MachineReadableCodeObject {
    let code = found.code
    let characters = code.type == .code39 ? code39Interpretation.apply(code.bytes) : code.bytes
    let encoding = code.isConvertedToUTF8 ? nil : textEncoding
    return MachineReadableCodeObject(
      type: code.type, cornerPoints: code.corners, bytes: code.bytes,
      stringValue: code.text ?? PayloadText.decode(characters, of: code.type, as: encoding),
      symbolDescriptor: code.descriptor, engine: found.engine)
  }
}

extension CodeScanner {
  /// Scans a sample buffer on a separate thread until the task is cancelled.
  ///
  ///     let codes = try await scanner.codes(in: sampleBuffer, cpuTime: .seconds(2))
  ///
  /// - Parameters:
  ///   - sampleBuffer: The picture, which is decoded on the same thread.
  ///   - cpuTime: The limit of processor time (default: unlimited).
  /// - Returns: The codes, as from ``scan(_:)-(SampleBuffer)``.
  /// - Throws: `CancellationError` if the task was cancelled, `WorkLimitError` if the time limit was reached, or
  ///   the errors of ``scan(_:)-(SampleBuffer)``. A pass that has started is completed first.
  public func codes(
    in sampleBuffer: SampleBuffer, cpuTime: Duration? = nil
  ) async throws -> [MachineReadableCodeObject] {
    try await WorkLimit.perform(cpuTime: cpuTime) { try scan(sampleBuffer) }
  }
}

extension CodeScanner: MetadataDetector, StreamProcessor {
  /// The types that the scanner's engines can read.
  public var availableMetadataObjectTypes: [MetadataObjectType] {
    let readable = readableTypes
    return MetadataObjectType.machineReadableCodes.filter(readable.contains)
  }

  /// The types that the scanner searches for.
  public var metadataObjectTypes: [MetadataObjectType] {
    availableMetadataObjectTypes.filter(types.union(secondaryTypes).contains)
  }

  /// Returns a copy that searches for the given types, as far as its engines can read them.
  ///
  /// If they can read none of them, the copy searches for nothing.
  public func selecting(_ types: Set<MetadataObjectType>) -> CodeScanner {
    var copy = self
    copy.types = types.intersection(readableTypes)
    copy.secondaryTypes = []
    return copy
  }

  /// Returns a copy that reports only codes that touch a region of the picture.
  public func selecting(_ region: Rect) -> CodeScanner {
    var copy = self
    copy.reportedRegion = region
    return copy
  }

  /// The name of the scanner in reports.
  public var name: String { "codes" }

  /// Rejects a region of interest outside the picture before any frame is decoded.
  ///
  /// - Throws: ``CodeScannerError``.
  public func prepare(for format: FrameFormat) throws(CodeScannerError) {
    if !types.isEmpty { _ = try clippedRectOfInterest() }
  }

  /// Appends the codes in the frame to its metadata objects, from top to bottom, and leaves the picture unchanged.
  ///
  /// - Throws: The errors of ``scan(_:)-(SampleBuffer)``.
  public func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try scan(frame.sampleBuffer) as [any MetadataObject]
  }
}

/// An error of a code scanner; a picture without codes is no error.
public typealias CodeScannerError = DomainError<CodeScannerErrorDomain>

/// The domain of ``CodeScannerError``.
public enum CodeScannerErrorDomain {}

extension CodeScannerError.Code {
  /// No built-in engine can read a requested type.
  public static var unsupportedType: Self { Self("unsupportedType") }
  /// The region of interest is outside the picture.
  public static var emptyRegion: Self { Self("emptyRegion") }
  /// An engine failed.
  public static var engineFailed: Self { Self("engineFailed") }
}
