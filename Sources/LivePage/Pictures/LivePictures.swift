import OpenCaptureMediaSamples
import OpenCapturePictures

/// Makes the JPEG that all viewers of a frame get.
struct LivePictures: Sendable {
  /// How well pictures are encoded that don't come so, 1 to 100.
  let quality: Int

  /// The JPEG of a frame.
  ///
  /// - Throws: What the decoder throws; `PictureError` where it can't be encoded, `MediaError` where memory is missing.
  func picture(of sample: SampleBuffer) throws -> DataBuffer {
    try JPEGEncoder(quality: quality).picture(of: sample)
  }
}
