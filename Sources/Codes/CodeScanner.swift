import MediaSamples
import Metadata

/// Finds QR codes and barcodes in pictures.
///
///     let codes = try CodeScanner(types: [.qr]).scan(sampleBuffer)
///     print(codes.map(\.stringValue))
///
/// A scan is a function of the picture and the options alone. Safe to use from several threads at once.
public struct CodeScanner: Sendable {
  /// What to look for; default QR codes.
  public internal(set) var types: Set<MetadataObjectType>

  /// The part of the picture to look at, in device coordinates; default all of it.
  ///
  /// As `AVCaptureMetadataOutput.rectOfInterest`.
  public var rectOfInterest: Rect = .unit

  private let engines: [any CodeEngine]

  /// The engines that are built in.
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
        .unsupportedType, subject: type,
        reason: "no engine reads this type; readable are "
          + readable.map(\.rawValue).sorted().joined(separator: " "))
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
  /// - Throws: ``CodeScannerError``, ``MediaError``, or what the sample buffer's decoder throws.
  public func scan(_ sampleBuffer: SampleBuffer) throws -> [MachineReadableCodeObject] {
    let timing = sampleBuffer.timing
    return try scan(
      luma: sampleBuffer.luma(), time: timing.presentationTimeStamp, duration: timing.duration)
  }

  /// Looks for codes in a picture without a time.
  ///
  /// - Returns: The codes from top to bottom of the stored picture, in device coordinates.
  /// - Throws: ``CodeScannerError`` or ``MediaError``.
  public func scan(_ pixelBuffer: PixelBuffer) throws -> [MachineReadableCodeObject] {
    try scan(luma: pixelBuffer.luma(), time: .invalid, duration: .invalid)
  }

  private func scan(
    luma: PixelBuffer, time: MediaTime, duration: MediaTime
  ) throws -> [MachineReadableCodeObject] {
    guard !types.isEmpty else { return [] }
    let region = try PixelRegion(of: rectOfInterest, in: luma.dimensions)
    let part = try region.crop(luma)
    var found = FoundCodes()
    for engine in engines {
      for code in try engine.scan(part, types: types, options: EngineOptions()).codes {
        found.insert(FoundCode(code: code, engine: engine.name))
      }
    }
    let objects = found.codes.map { found in
      let code = found.code
      return MachineReadableCodeObject(
        type: code.type, corners: region.toDevice.apply(code.corners), bytes: code.bytes,
        stringValue: code.text ?? PayloadText.decode(code.bytes), time: time, duration: duration,
        descriptor: code.descriptor, engine: found.engine)
    }
    return objects.sorted { ($0.bounds.minY, $0.bounds.minX) < ($1.bounds.minY, $1.bounds.minX) }
  }
}
