import Metadata
import Processing

extension CodeScanner: FrameProcessor {
  /// What reports call the scanner.
  public var name: String { "codes" }

  /// Appends the codes in the frame's picture to its metadata objects, from top to bottom; the picture stays.
  ///
  /// - Throws: What ``scan(_:)-(SampleBuffer)`` throws.
  public func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try scan(frame.sampleBuffer) as [any MetadataObject]
  }
}
