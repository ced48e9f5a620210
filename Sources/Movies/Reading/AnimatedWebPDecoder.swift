import COpenCaptureWebP
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Synchronization

/// A decoder of animated WebP that uses libwebpdemux, because FFmpeg does not decode animated WebP.
final class AnimatedWebPDecoder: FrameDecoder, @unchecked Sendable {
  let name: String
  let info: MovieInfo
  let timeBase = TimeBase(numerator: 1, denominator: 1_000)
  let startTicks: Int64 = 0
  private(set) var damage: MovieError?

  /// The file's data, kept while `animation` reads from its memory.
  private let data: DataBuffer
  private let animation: OpaquePointer
  private let keepsAlpha: Bool
  private let isCancelled = Atomic(false)
  /// The maximum pixels of all frames, as in the C bridge.
  ///
  /// About 30 s of full HD, plus 8,192 per byte of the file for highly compressed recordings.
  private let shownPixelLimit: Int
  private var shownPixelCount = 0
  /// The start of the next frame in milliseconds.
  private var time: Int64 = 0
  private var pools = PixelBufferPools(whenExhausted: .allocates)

  private struct Frame: DecodedVideoFrame {
    let time: Int64
    let duration: Int64
    let picture: PixelBuffer
  }

  init(_ source: MovieSource, options: MovieReadingOptions) throws(MovieError) {
    let name = source.name
    let size = WebPHeader.canvas(source.start)
    try Self.check(size, source.extent.usableByteCount, options, name)
    data = try source.contents()
    let (product, isTooLarge) = data.count.multipliedReportingOverflow(by: 1 << 13)
    shownPixelLimit = isTooLarge ? Int.max : (1 << 29) + min(product, Int.max >> 1)
    // The bytes do not move while the buffer exists.
    let bytes = data.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
    var opened: OpaquePointer?
    switch cwebp_open(bytes, data.count, &opened) {
    case CWEBP_NO_LIBRARY:
      throw MovieError(
        .engineMissing, subject: name, reason: "libwebpdemux.so.2 not found; required for animated WebP",
        hint: "sudo apt install libwebpdemux2")
    case CWEBP_OPENED: break
    default: throw MovieError(.corrupt, subject: name, reason: "the data is damaged")
    }
    guard let opened, cwebp_width(opened) == size.width, cwebp_height(opened) == size.height else {
      cwebp_close(opened)
      throw MovieError(.corrupt, subject: name, reason: "the header contradicts itself")
    }
    self.name = name
    animation = opened
    keepsAlpha = options.keepsAlpha
    info = MovieInfo(
      animatedWebP: size, orientation: source.orientation ?? .up, frameCount: Int(cwebp_frame_count(opened)))
  }

  deinit { cwebp_close(animation) }

  /// The memory per pixel for the current image, the preceding image, and the converted copy.
  private static let bytesPerPixel = 16

  private static func check(
    _ size: VideoDimensions, _ fileByteCount: Int, _ options: MovieReadingOptions, _ name: String
  ) throws(MovieError) {
    let pixels = size.width * size.height
    if pixels > options.maximumPixelCount {
      throw MovieError(
        .tooLarge, subject: name, reason: "\(size) exceeds the limit of \(options.maximumPixelCount) pixels",
        hint: options.hint)
    }
    let byteCount = pixels * (bytesPerPixel + options.reservedBytesPerPixel) + fileByteCount
    if let memory = options.maximumMemory, byteCount > memory {
      throw MovieError(
        .tooLarge, subject: name, reason: "\(size) exceeds the limit of \(memory / 1_000_000) MB of memory",
        hint: options.hint)
    }
  }

  func next() throws(MovieError) -> (any DecodedVideoFrame)? {
    guard !isCancelled.load(ordering: .relaxed) else {
      throw MovieError(.cancelled, subject: name, reason: "reading was cancelled")
    }
    guard cwebp_has_more(animation), damage == nil else { return nil }
    var end: Int32 = 0
    guard let pixels = cwebp_next(animation, &end) else {
      damage = MovieError(
        .corrupt, subject: name, reason: "the data is damaged after about \(Double(time) / 1_000) s")
      return nil
    }
    shownPixelCount += info.dimensions.width * info.dimensions.height
    guard shownPixelCount <= shownPixelLimit else {
      throw MovieError(.corrupt, subject: name, reason: "the animation is too complex for the size of its file")
    }
    defer { time = max(time, Int64(end)) }
    return Frame(time: time, duration: max(0, Int64(end) - time), picture: try copy(pixels))
  }

  /// Copies an image into a new buffer, composited over white unless the alpha channel is kept.
  private func copy(_ pixels: UnsafePointer<UInt8>) throws(MovieError) -> PixelBuffer {
    let size = info.dimensions
    do {
      var picture = try pools.makeBuffer(format: .bgra, dimensions: size)
      let stride = picture.planes[0].bytesPerRow
      try picture.withUnsafeMutablePlane(0) { target in
        guard let base = target.baseAddress else { return }
        for row in 0..<size.height {
          (base + row * stride).copyMemory(from: pixels + row * size.width * 4, byteCount: size.width * 4)
        }
      }
      if !keepsAlpha { try picture.compositeOntoWhite() }
      return picture
    } catch let error as MediaError {
      throw MovieError(error, subject: name)
    } catch {
      throw MovieError(.outOfMemory, subject: name, error)
    }
  }

  /// Rewinds to the beginning, because each frame builds on all earlier frames.
  func seek(_ ticks: Int64) throws(MovieError) {
    cwebp_rewind(animation)
    time = 0
    shownPixelCount = 0
    damage = nil
  }

  func sample(_ decoded: any DecodedVideoFrame, sequenceNumber: UInt64?) throws(MovieError) -> SampleBuffer {
    guard let frame = decoded as? Frame else {
      throw MovieError(.unsupportedConversion, subject: name, reason: "the frame belongs to another decoder")
    }
    return SampleBuffer(
      pixelBuffer: frame.picture,
      timing: SampleTiming(
        presentationTimeStamp: timeBase.time(frame.time) ?? .invalid,
        duration: frame.duration > 0 ? timeBase.time(frame.duration) ?? .invalid : .invalid),
      sequenceNumber: sequenceNumber)
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }
}

/// Parser for information in a WebP file that FFmpeg does not provide (RFC 9649).
enum WebPHeader {
  /// The number of bytes from the start of the file that ``isAnimated(_:)`` and ``canvas(_:)`` need.
  static let byteCount = 30

  /// Returns whether a file is animated WebP, according to a bit in its extended header.
  static func isAnimated(_ start: [UInt8]) -> Bool { isExtended(start) && start[20] & 2 != 0 }

  private static func isExtended(_ start: [UInt8]) -> Bool {
    start.count >= byteCount && start.starts(with: Array("RIFF".utf8))
      && start[8..<16].elementsEqual("WEBPVP8X".utf8)
  }

  /// Returns the size of all frames; the header stores each side minus one in three bytes.
  static func canvas(_ start: [UInt8]) -> VideoDimensions {
    func side(_ offset: Int) -> Int {
      start.dropFirst(offset).prefix(3).reversed().reduce(0) { $0 << 8 | Int($1) } + 1
    }
    return VideoDimensions(width: side(24), height: side(27))
  }

  /// Returns the orientation in the EXIF chunk, or nil without EXIF.
  ///
  /// - Parameter read: A closure that returns a number of bytes at an offset, or fewer at the end of the file.
  static func orientation(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> ImageOrientation? {
    let start = read(0, byteCount)
    guard isExtended(start), start[20] & 8 != 0 else { return nil }
    var offset = 12
    while true {
      let header = read(offset, 8)
      guard header.count == 8 else { return nil }
      let length = header.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      if header.prefix(4).elementsEqual("EXIF".utf8) {
        return ImageOrientation(exif: read(offset + 8, min(length, mostEXIFBytes)).span.bytes)
      }
      offset += 8 + length + length % 2
    }
  }

  /// The maximum size of EXIF data; JPEG limits it to less.
  private static let mostEXIFBytes = 1 << 16
}
