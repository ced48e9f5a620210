package import OpenCaptureMediaSamples

extension JPEGEncoder {
  /// The JPEG of a camera's frame.
  ///
  /// What the camera encoded passes through as it is; Huffman tables are put in where it leaves them out, because
  /// browsers don't know frames without.
  ///
  /// - Parameter orientation: How it says that it is to be turned; default not at all.
  /// - Throws: What the decoder throws; ``PictureError`` where it can't be encoded, `MediaError` where memory is missing.
  package func picture(of sample: SampleBuffer, orientation: ImageOrientation = .up) throws -> DataBuffer {
    if orientation == .up, sample.formatDescription.codec == .jpeg, let data = sample.compressedData {
      return try data.withHuffmanTables()
    }
    let pixels: PixelFormat = sample.storedPixels?.format == .bgra ? .bgra : .i420FullRange
    return try encode(sample.image(as: pixels), metadata: PictureMetadata(orientation: orientation)).data
  }
}
