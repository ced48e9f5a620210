import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The decoding of one picture; its bytes must stay valid as long as the task is used.
struct DecodingTask {
  let bytes: UnsafeRawBufferPointer
  /// The name of the picture in errors.
  let name: String
  var options = PictureReadingOptions()
  let limits: PictureLimits
  /// Pools for the memory of a series of pictures; nil to allocate memory for each.
  var pools: Locked<PixelBufferPools>?

  /// The pixel formats that every picture can be decoded to.
  static let pixelFormats: [PixelFormat] = [.bgra, .rgba, .rgb24, .bgr24, .grey, .i420FullRange]

  /// Decodes the picture with a codec, through BGRA if the codec doesn't support the requested pixel format.
  func run(_ codec: any PictureCodec.Type) throws(PictureError) -> Picture {
    let requested = options.pixelFormat
    guard Self.pixelFormats.contains(requested) else {
      throw PictureError(
        .unsupportedConversion, subject: name, reason: "cannot decode to \(requested)",
        hint: "request one of " + Self.pixelFormats.map(\.description).joined(separator: ", "))
    }
    let info = try codec.info(self)
    try checkSize(info.dimensions)
    try checkPlausibility(info)
    try checkMemory(info)
    let decodesDirectly = codec.pixelFormats.contains(requested)
    let result = decodesDirectly ? try codec.decode(self, info: info) : try decodeThroughBGRA(codec, info: info)
    return Picture(pixelBuffer: result.picture, info: info, damage: result.damage)
  }

  /// Decodes the picture to BGRA and converts it to I420.
  func decodeThroughBGRA(_ codec: any PictureCodec.Type, info: PictureInfo) throws(PictureError) -> DecodedPixels {
    var task = self
    task.options.pixelFormat = .bgra
    let result = try codec.decode(task, info: info)
    return DecodedPixels(picture: try toI420(result.picture), damage: result.damage)
  }

  func checkSize(_ size: VideoDimensions) throws(PictureError) {
    let pixels = size.width * size.height
    let limit = limits.maximumPixelCount
    guard pixels <= limit else {
      throw PictureError(
        .tooLarge, subject: name, reason: "\(size) is \(pixels) pixels, more than the limit of \(limit)",
        hint: limits.hint)
    }
    guard max(size.width, size.height) <= PixelLayout.largestSide else {
      throw PictureError(
        .tooLarge, subject: name, reason: "\(size) has a side longer than \(PixelLayout.largestSide) pixels",
        hint: "make the picture smaller")
    }
  }

  /// Rejects a header that declares far more pixels than the data can hold, before memory is allocated for them.
  ///
  /// Small pictures are accepted, so that the rest of a truncated one can be decoded.
  private func checkPlausibility(_ info: PictureInfo) throws(PictureError) {
    let size = info.dimensions
    guard size.width * size.height > 1 << 24, info.cost.minimumByteCount > bytes.count else { return }
    throw PictureError(
      .truncated, subject: name, reason: "the data ends early (\(bytes.count) bytes for \(size) pixels)")
  }

  private func checkMemory(_ info: PictureInfo) throws(PictureError) {
    let needed = memory(for: info)
    let limit = limits.maximumMemory
    guard needed > limit else { return }
    let size = info.dimensions
    let megabyte = 1_000_000
    throw PictureError(
      .tooLarge, subject: name,
      reason: "decoding \(size) pixels would take \(needed / megabyte) MB of memory, more than the limit"
        + " of \(limit / megabyte) MB", hint: limits.hint)
  }

  /// Returns the most memory that decoding and processing the picture takes, in bytes.
  func memory(for info: PictureInfo) -> Int {
    leastMemory(for: info) + (keepsOpacity(of: info) ? opacityMemory(info) : 0)
  }

  /// Returns whether to keep the opacity of a picture that is composited over white, if the limit allows it.
  func keepsOpacity(of info: PictureInfo) -> Bool {
    info.cost.mayBeTransparent && options.alpha == .overWhite
      && leastMemory(for: info) + opacityMemory(info) <= limits.maximumMemory
  }

  /// Returns the memory for the opacity of each pixel and its luma over black.
  private func opacityMemory(_ info: PictureInfo) -> Int { info.dimensions.width * info.dimensions.height * 2 }

  private func leastMemory(for info: PictureInfo) -> Int {
    let pixels = info.dimensions.width * info.dimensions.height
    // I420 may be converted from BGRA. Decoding at a smaller size takes no more memory than this.
    let decoding = info.cost.decoderByteCount + pixels * (options.pixelFormat.bytesPerPixel ?? 6)
    return bytes.count + max(decoding, pixels * limits.workingBytesPerPixel)
  }

  /// Allocates a buffer for the picture; grey rows have no padding, as code readers require.
  func makeBuffer(_ size: VideoDimensions) throws(PictureError) -> PixelBuffer {
    let format = options.pixelFormat
    let alignment = options.pixelFormat == .grey ? 1 : 64
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

  /// Allocates a grey buffer for use beside the picture, outside the pools.
  func makeGreyBuffer(_ size: VideoDimensions) throws(PictureError) -> PixelBuffer {
    var task = self
    task.options.pixelFormat = .grey
    task.pools = nil
    return try task.makeBuffer(size)
  }

  func noMemory() -> PictureError {
    PictureError(.outOfMemory, subject: name, reason: "not enough memory to decode the picture")
  }
}

extension DecodingTask {
  /// Returns the decoded pixels of a picture with `rows` decoded rows, or throws its damage.
  ///
  /// Damage is thrown unless the options accept it and at least one row was decoded. Missing rows become mid-grey.
  func settle(
    _ picture: consuming PixelBuffer, rows: Int, damage: PictureError?
  ) throws(PictureError) -> DecodedPixels {
    guard let damage else { return DecodedPixels(picture: picture) }
    guard options.acceptsDamage, rows > 0, damage.code == .truncated || damage.code == .corrupt else {
      throw damage
    }
    let plane = picture.planes[0]
    let hasAlpha = picture.format.hasAlpha
    try write(&picture) { planes in
      let rest = UnsafeMutableRawBufferPointer(rebasing: planes[0].dropFirst(rows * plane.bytesPerRow))
      _ = rest.initializeMemory(as: UInt8.self, repeating: 0x80)
      guard hasAlpha else { return }
      for alpha in stride(from: 3, to: rest.count, by: 4) { rest[alpha] = 0xff }
    }
    return DecodedPixels(picture: picture, damage: damage)
  }

  /// Writes to a buffer that isn't shared, so that its memory isn't copied.
  func write<Result>(
    _ buffer: inout PixelBuffer, _ body: ([UnsafeMutableRawBufferPointer]) throws(PictureError) -> Result
  ) throws(PictureError) -> Result {
    do {
      return try buffer.withUnsafeMutablePlanes(body)
    } catch let error as PictureError {
      throw error
    } catch {
      throw noMemory()
    }
  }

  /// Converts a BGRA picture to full-range I420.
  func toI420(_ picture: PixelBuffer) throws(PictureError) -> PixelBuffer {
    var target = try makeBuffer(picture.dimensions)
    do throws(MediaError) {
      try picture.convert(to: &target)
    } catch {
      throw PictureError(error, subject: name)
    }
    return target
  }
}

/// A decoder of one file format.
protocol PictureCodec {
  /// Reads the header.
  static func info(_ task: DecodingTask) throws(PictureError) -> PictureInfo

  /// The pixel formats that the codec decodes to directly.
  static var pixelFormats: [PixelFormat] { get }

  /// Decodes the picture to one of ``pixelFormats``, after its size was checked against the limits.
  static func decode(_ task: DecodingTask, info: PictureInfo) throws(PictureError) -> DecodedPixels
}

/// The decoded pixels of a picture, and its damage.
struct DecodedPixels {
  var picture: PixelBuffer
  var damage: PictureError?
}

/// The cost of decoding a picture, from its header.
struct DecodingCost: Sendable, Hashable {
  /// The fewest bytes of a file with such a picture.
  var minimumByteCount = 0
  /// The memory that the decoder needs beside the decoded pixels, in bytes: coefficients, or rows in its own format.
  var decoderByteCount = 0
  /// Whether pixels may be transparent; their opacity is then kept if memory allows.
  var mayBeTransparent = false
}
