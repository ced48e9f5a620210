import COpenCaptureProcessing
import OpenCaptureMediaSamples

/// A processor that draws stripes over overexposed parts of the picture.
///
/// For BGRA pictures, which are written in place if they have no other holders.
public struct Zebra: FrameProcessor {
  /// The processor's name in reports.
  public var name: String { "zebra" }

  /// The lowest luma (BT.601) with stripes, 0 to 255 (default: 243, which is 95%).
  public var limit: UInt8

  /// The color of the stripes (default: black).
  public var color: PictureColor

  private var outputs = PixelBufferPools.outputs

  /// The distance between stripes along a row, in pixels.
  static let period: UInt32 = 16

  /// Makes the processor.
  public init(limit: UInt8 = 243, color: PictureColor = PictureColor(red: 0, green: 0, blue: 0)) {
    self.limit = limit
    self.color = color
  }

  /// Draws stripes on the frame's picture.
  ///
  /// - Throws: `MediaError` for other formats than BGRA, or an error of the decoder.
  public mutating func process(_ frame: inout Frame) throws {
    let limit = limit
    let color = color.bgr
    try frame.redrawImage(into: &outputs) { source, target, size in
      cprocessing_zebra(source, target, size.width, size.height, limit, Self.period, color)
    }
  }
}
