import OpenCaptureMediaSamples
import OpenCaptureSystem

/// One picture on its way from bytes to pixels; the bytes stay where they are as long as the task is used.
struct DecodingTask {
  let bytes: UnsafeRawBufferPointer
  /// What errors call the picture.
  let name: String
  var options = PictureReadingOptions()
  let limits: PictureLimits
  /// Memory for pictures that come one after the other; nil where each gets its own.
  var pools: Locked<PixelBufferPools>?

  /// What every picture can be decoded to.
  static let pixelFormats: [PixelFormat] = [.bgra, .rgba, .rgb24, .bgr24, .grey, .i420FullRange]

  /// Decodes the picture with a codec, by way of BGRA where the codec can't give what is wanted.
  func run(_ codec: any PictureCodec.Type) throws(PictureError) -> Picture {
    let wanted = options.pixelFormat
    guard Self.pixelFormats.contains(wanted) else {
      throw PictureError(
        .unsupportedConversion, subject: name, reason: "pictures can't be decoded to \(wanted)",
        remedy: "ask for " + Self.pixelFormats.map(\.description).joined(separator: ", "))
    }
    let info = try codec.info(self)
    try checkSize(info.dimensions)
    try checkPlausibility(info)
    try checkMemory(info)
    let result =
      codec.pixelFormats.contains(wanted)
      ? try codec.decode(self, info: info) : try decodeByWayOfBGRA(codec, info: info)
    return Picture(pixelBuffer: result.picture, info: info, damage: result.damage)
  }

  /// Decodes the picture to BGRA, and that to I420.
  func decodeByWayOfBGRA(
    _ codec: any PictureCodec.Type, info: PictureInfo
  ) throws(PictureError) -> DecodedPixels {
    var task = self
    task.options.pixelFormat = .bgra
    let result = try codec.decode(task, info: info)
    return DecodedPixels(picture: try toI420(result.picture), damage: result.damage)
  }

  func checkSize(_ size: VideoDimensions) throws(PictureError) {
    let (pixels, limit) = (size.width * size.height, limits.maximumPixelCount)
    guard pixels <= limit else {
      throw PictureError(
        .tooLarge, subject: name, reason: "\(size) are \(pixels) pixels, more than the limit of \(limit)",
        remedy: limits.remedy)
    }
    guard max(size.width, size.height) <= PixelLayout.largestSide else {
      throw PictureError(
        .tooLarge, subject: name,
        reason: "\(size) has a side of more than \(PixelLayout.largestSide) pixels",
        remedy: "make the picture smaller")
    }
  }

  /// Refuses a header that claims far more pixels than the data can hold, before memory is taken for them.
  ///
  /// Small pictures pass, so that what is left of a truncated one can be decoded.
  private func checkPlausibility(_ info: PictureInfo) throws(PictureError) {
    let size = info.dimensions
    guard size.width * size.height > 1 << 24, info.cost.leastByteCount > bytes.count else { return }
    throw PictureError(
      .truncated, subject: name,
      reason: "\(size) pixels can't be in \(bytes.count) bytes: the data ends early")
  }

  private func checkMemory(_ info: PictureInfo) throws(PictureError) {
    let (needed, limit) = (memory(for: info), limits.maximumMemory)
    guard needed > limit else { return }
    let (size, megabyte) = (info.dimensions, 1_000_000)
    throw PictureError(
      .tooLarge, subject: name,
      reason: "this picture of \(size) pixels would take \(needed / megabyte) MB of memory, more than the limit"
        + " of \(limit / megabyte) MB", remedy: limits.remedy)
  }

  /// The most memory that the picture takes from its bytes to the end of the work on it, in bytes.
  func memory(for info: PictureInfo) -> Int {
    leastMemory(for: info) + (keepsOpacity(of: info) ? opacityMemory(info) : 0)
  }

  /// Whether it is kept how opaque the picture was before it was laid over white: where that doesn't exceed the limit.
  func keepsOpacity(of info: PictureInfo) -> Bool {
    info.cost.mayBeTransparent && options.alpha == .overWhite
      && leastMemory(for: info) + opacityMemory(info) <= limits.maximumMemory
  }

  /// How opaque each pixel was, and its luma over black.
  private func opacityMemory(_ info: PictureInfo) -> Int {
    info.dimensions.width * info.dimensions.height * 2
  }

  private func leastMemory(for info: PictureInfo) -> Int {
    let pixels = info.dimensions.width * info.dimensions.height
    // I420 can come by way of BGRA; what is decoded smaller takes no more than this.
    let decoding = info.cost.decoderByteCount + pixels * (options.pixelFormat.bytesPerPixel ?? 6)
    return bytes.count + max(decoding, pixels * limits.workingBytesPerPixel)
  }

  /// A buffer for the picture; grey ones are tightly packed, which is what code readers want.
  func makeBuffer(_ size: VideoDimensions) throws(PictureError) -> PixelBuffer {
    let (format, alignment) = (options.pixelFormat, options.pixelFormat == .grey ? 1 : 64)
    do throws(MediaError) {
      guard let pools else {
        return try PixelBuffer(format: format, width: size.width, height: size.height, rowAlignment: alignment)
      }
      return try pools.withLock { (pools) throws(MediaError) in
        try pools.makeBuffer(format: format, dimensions: size, rowAlignment: alignment)
      }
    } catch {
      throw PictureError(error, subject: name)
    }
  }

  func noMemory() -> PictureError {
    PictureError(.outOfMemory, subject: name, reason: "there is no memory to decode it")
  }
}
