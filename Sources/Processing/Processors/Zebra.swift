import COpenCaptureProcessing
import OpenCaptureMediaSamples

/// Draws stripes where the picture is over-exposed, as cameras do.
///
/// For BGRA pictures; written in place where nobody else holds them.
public struct Zebra: FrameProcessor {
  /// What reports call it.
  public var name: String { "zebra" }

  /// The luma (BT.601), 0 to 255, from which on there are stripes; default 243: 95%.
  public var limit: UInt8

  /// The colour of the stripes; default black.
  public var color: PictureColor

  private var outputs = PixelBufferPools.outputs

  /// Pixels along a row from one stripe to the next.
  static let period: UInt32 = 16

  /// Makes the processor.
  public init(limit: UInt8 = 243, color: PictureColor = PictureColor(red: 0, green: 0, blue: 0)) {
    (self.limit, self.color) = (limit, color)
  }

  /// Draws the stripes on the frame's picture.
  ///
  /// - Throws: `MediaError` for pixels that aren't BGRA, or what the decoder throws.
  public mutating func process(_ frame: inout Frame) throws {
    let (limit, color) = (limit, color.bgr)
    try frame.redrawImage(into: &outputs) { source, target, size in
      cprocessing_zebra(source, target, size.width, size.height, limit, Self.period, color)
    }
  }
}
