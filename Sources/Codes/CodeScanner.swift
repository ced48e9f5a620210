public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// Finds QR codes and barcodes in pictures.
///
///     let codes = try CodeScanner(types: [.qr]).scan(sampleBuffer)
///     print(codes.map(\.stringValue))
///
/// A picture with transparency lies over white; where no code is in it, it is looked at over black as well, so that white
/// codes on transparent ground are read.
///
/// A scan is a function of the picture and the options alone. Safe to use from several threads at once. Within a
/// `WorkLimit` it is given up between passes, with a `WorkLimitError`; asynchronous code has ``codes(in:cpuTime:)``.
public struct CodeScanner: Sendable {
  /// What to look for; default QR codes.
  public internal(set) var types: Set<MetadataObjectType>

  /// The part of the picture to look at, in device coordinates; default all of it.
  ///
  /// A code across its edge isn't found: what is to be *reported* is what `CaptureMetadataOutput.rectOfInterest` says.
  public var rectOfInterest: Rect = .unit

  /// What a code has to touch to be reported, whole; default anything.
  ///
  /// As `AVCaptureMetadataOutput.rectOfInterest`.
  var reportedRegion: Rect = .unit

  /// How much a scan may cost; default ``ScanEffort/balanced``.
  public var effort = ScanEffort.balanced

  /// The interpretation of Code 39; default ``Code39Reading/plain``.
  public var code39Reading = Code39Reading.plain

  /// The encoding of text whose code declares none; default nil, which detects it.
  public var textEncoding: TextEncoding?

  private let engines: [any CodeEngine]

  /// The engines that are built in, the best one first.
  public static let defaultEngines: [any CodeEngine] = {
    #if ZXing
      [ZXingEngine(), ZBarEngine()]
    #else
      [ZBarEngine()]
    #endif
  }()

  /// Makes a scanner for QR codes.
  public init() {
    (types, engines) = ([.qr], Self.defaultEngines)
  }

  /// Makes a scanner.
  ///
  /// - Parameters:
  ///   - types: What to look for. The fewer, the faster, and the fewer false reads.
  ///   - engines: What reads them; default ``defaultEngines``.
  /// - Throws: ``CodeScannerError`` where no engine reads one of the types.
  public init(
    types: Set<MetadataObjectType>, engines: [any CodeEngine] = defaultEngines
  ) throws(CodeScannerError) {
    let readable = Self.readableTypes(of: engines)
    if let type = types.subtracting(readable).map(\.rawValue).min() {
      throw CodeScannerError(
        .unsupportedType, subject: type, reason: "no engine reads this type",
        remedy: "readable are " + readable.map(\.rawValue).sorted().joined(separator: " "))
    }
    (self.types, self.engines) = (types, engines)
  }

  /// The types that at least one of the engines reads.
  public static func readableTypes(of engines: [any CodeEngine] = defaultEngines) -> Set<MetadataObjectType> {
    engines.reduce(into: []) { $0.formUnion($1.readableTypes) }
  }

  /// The types that at least one of this scanner's engines reads.
  var readableTypes: Set<MetadataObjectType> { Self.readableTypes(of: engines) }

  /// Looks for codes in a sample buffer; what it finds carries the buffer's time and duration.
  ///
  /// - Returns: The codes from top to bottom of the stored picture, in device coordinates.
  /// - Throws: ``CodeScannerError``, `MediaError`, or what the sample buffer's decoder throws.
  public func scan(_ sampleBuffer: SampleBuffer) throws -> [MachineReadableCodeObject] {
    let timing = sampleBuffer.timing
    return try report(
      luma: sampleBuffer.luma(), time: timing.presentationTimeStamp, duration: timing.duration
    ).codes
  }

  /// Looks for codes in a picture without a time.
  ///
  /// - Returns: The codes from top to bottom of the stored picture, in device coordinates.
  /// - Throws: ``CodeScannerError`` or `MediaError`.
  public func scan(_ pixelBuffer: PixelBuffer) throws -> [MachineReadableCodeObject] {
    try report(on: pixelBuffer).codes
  }

  /// Looks for codes in a picture, and tells what that took.
  ///
  /// - Returns: The codes as ``scan(_:)-(PixelBuffer)`` gives them, and the passes in their order.
  /// - Throws: ``CodeScannerError`` or `MediaError`.
  public func report(on pixelBuffer: PixelBuffer) throws -> ScanReport {
    try report(luma: pixelBuffer.luma(), time: .invalid, duration: .invalid)
  }

  /// Looks for codes, and where there are none, and white shows through, for those that are told by transparency alone.
  private func report(luma: PixelBuffer, time: MediaTime, duration: MediaTime) throws -> ScanReport {
    var report = try searchForReported(luma, time: time, duration: duration)
    guard report.codes.isEmpty, !types.isEmpty, let black = try luma.laidOverBlack() else { return report }
    let second = try searchForReported(black, time: time, duration: duration)
    report.add(second, suffix: " over black")
    report.isOverBlack = !second.codes.isEmpty
    return report
  }

  /// Looks for codes that are to be reported, in a picture as it is.
  ///
  /// Codes elsewhere can have ended the search before it came to those: it is done anew where they have to be then.
  private func searchForReported(
    _ luma: PixelBuffer, time: MediaTime, duration: MediaTime
  ) throws -> ScanReport {
    var report = try search(luma, time: time, duration: duration)
    guard reportedRegion != .unit, report.removeCodes(outside: reportedRegion), report.codes.isEmpty,
      let region = rectOfInterest.intersection(reportedRegion)
    else { return report }
    var narrow = self
    narrow.rectOfInterest = region
    report.add(try narrow.search(luma, time: time, duration: duration), suffix: " of interest")
    return report
  }

  /// Looks for codes in a picture as it is.
  func search(
    _ luma: PixelBuffer, time: MediaTime = .invalid, duration: MediaTime = .invalid
  ) throws -> ScanReport {
    guard !types.isEmpty else { return ScanReport() }
    let region = try PixelRegion(of: rectOfInterest, in: luma.dimensions)
    let plan = ScanPlan(
      effort: effort, types: types,
      engines: engines.map { ScanPlan.Engine(name: $0.name, types: $0.readableTypes) })
    var search = try CodeSearch(region.crop(luma), plan: plan, engines: engines)
    let (found, passes) = try search.run()
    let finds = found.map { found in
      var object = object(of: found)
      object.corners = region.toDevice.apply(object.corners)
      (object.time, object.duration) = (time, duration)
      return (object, found.pass)
    }
    let sorted = finds.sorted { a, b in
      (a.0.bounds.minY, a.0.bounds.minX) < (b.0.bounds.minY, b.0.bounds.minX)
    }
    return ScanReport(codes: sorted.map(\.0), foundBy: sorted.map(\.1), passes: passes)
  }

  /// A code as others see it: its text decoded, its corners still in pixels.
  private func object(of found: FoundCode) -> MachineReadableCodeObject {
    let code = found.code
    let characters = code.type == .code39 ? code39Reading.apply(code.bytes) : code.bytes
    return MachineReadableCodeObject(
      type: code.type, corners: code.corners, bytes: code.bytes,
      stringValue: code.text ?? PayloadText.decode(characters, of: code.type, as: textEncoding),
      descriptor: code.descriptor, engine: found.engine)
  }
}
