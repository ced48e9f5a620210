import OpenCaptureMediaSamples
import OpenCapturePictures
import OpenCaptureProcessing

/// Makes the JPEG that all viewers of a frame get.
///
/// What the camera encoded passes through as it is; Huffman tables are put in where it leaves them out, because browsers
/// don't know frames without.
struct LivePictures: Sendable {
  /// How well pictures are encoded that don't come so, 1 to 100.
  let quality: Int

  /// The JPEG of a frame.
  ///
  /// - Throws: What the decoder throws; `PictureError` where it can't be encoded, `MediaError` where memory is missing.
  func picture(of sample: SampleBuffer) throws -> DataBuffer {
    if sample.formatDescription.codec == .jpeg, let data = sample.dataBuffer {
      return try data.withHuffmanTables()
    }
    let pixels: PixelFormat = sample.imageBuffer?.format == .bgra ? .bgra : .i420FullRange
    return try JPEGEncoder(quality: quality).encode(sample.image(as: pixels)).data
  }
}
