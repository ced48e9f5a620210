public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

extension CodeScanner: MetadataDetector {
  /// What the engines read.
  public var availableMetadataObjectTypes: [MetadataObjectType] {
    let readable = readableTypes
    return MetadataObjectType.machineReadableCodes.filter(readable.contains)
  }

  /// What it looks for.
  public var metadataObjectTypes: [MetadataObjectType] { availableMetadataObjectTypes.filter(types.contains) }

  /// The scanner, looking for those of the types that it reads; for none where there are none.
  public func selecting(_ types: Set<MetadataObjectType>) -> CodeScanner {
    var copy = self
    copy.types = types.intersection(readableTypes)
    return copy
  }

  /// The scanner, reporting codes that touch a part of the picture.
  public func selecting(_ region: Rect) -> CodeScanner {
    var copy = self
    copy.reportedRegion = region
    return copy
  }

  /// What reports call the scanner.
  public var name: String { "codes" }

  /// Refuses a region of interest that doesn't touch the picture, before anything is decoded for it.
  ///
  /// - Throws: ``CodeScannerError``.
  public func prepare(for format: FrameFormat) throws(CodeScannerError) {
    if !types.isEmpty { _ = try PixelRegion(of: rectOfInterest, in: format.dimensions) }
  }

  /// Appends the codes in the frame's picture to its metadata objects, from top to bottom; the picture stays.
  ///
  /// - Throws: What ``scan(_:)-(SampleBuffer)`` throws.
  public func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try scan(frame.sampleBuffer) as [any MetadataObject]
  }
}
