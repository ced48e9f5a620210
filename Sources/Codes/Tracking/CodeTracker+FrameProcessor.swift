public import OpenCaptureMediaSamples
public import OpenCaptureMetadata
public import OpenCaptureProcessing

extension CodeTracker: MetadataDetector {
  /// What the engines read.
  public var availableMetadataObjectTypes: [MetadataObjectType] { scanner.availableMetadataObjectTypes }

  /// What it looks for.
  public var metadataObjectTypes: [MetadataObjectType] { scanner.metadataObjectTypes }

  /// The tracker, looking for those of the types that it reads; it begins anew.
  public func selecting(_ types: Set<MetadataObjectType>) -> CodeTracker {
    CodeTracker(scanner.selecting(types), interval: interval, patience: patience)
  }

  /// The tracker, reporting codes that touch a part of the picture; it begins anew.
  public func selecting(_ region: Rect) -> CodeTracker {
    CodeTracker(scanner.selecting(region), interval: interval, patience: patience)
  }

  /// What reports call the tracker.
  public var name: String { "codes" }

  /// Refuses a region of interest that doesn't touch the picture, before anything is decoded for it.
  ///
  /// - Throws: ``CodeScannerError``.
  public func prepare(for format: FrameFormat) throws(CodeScannerError) { try scanner.prepare(for: format) }

  /// Appends the codes in the frame's picture to its metadata objects, from top to bottom; the picture stays.
  ///
  /// - Throws: What ``scan(_:)`` throws.
  public mutating func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try scan(frame.sampleBuffer) as [any MetadataObject]
  }

  /// Forgets the codes, and what was around them: another stream begins anew.
  public mutating func finish() -> [LateObject] {
    self = CodeTracker(scanner, interval: interval, patience: patience)
    return []
  }
}
