import COpenCaptureFFmpeg
import COpenCaptureWebP
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Synchronization

/// Decodes animated WebP with libwebpdemux, because FFmpeg decodes none.
final class AnimatedWebPDecoder: FrameDecoder, @unchecked Sendable {
  let name: String
  let info: MovieInfo
  let timeBase = TimeBase(cffmpeg_ratio(numerator: 1, denominator: 1_000))
  let startTicks: Int64 = 0
  private(set) var damage: MovieError?

  /// Kept for as long as its bytes are looked at.
  private let data: DataBuffer
  private let animation: OpaquePointer
  private let keepsAlpha: Bool
  private let isCancelled = Atomic(false)
  private let work: AnimationWork
  private var shownPixelCount = 0
  /// When the next frame is shown.
  private var time: Int64 = 0
  private var pools = PixelBufferPools(whenExhausted: .allocates)

  private struct Frame: DecodedPicture {
    let time: Int64
    let duration: Int64
    let picture: PixelBuffer
  }

  init(_ source: MovieSource, options: MovieReadingOptions) throws(MovieError) {
    let name = source.name
    let size = WebPHeader.canvas(source.start)
    try Self.check(size, source.extent.usableByteCount, options, name)
    data = try source.contents()
    work = AnimationWork(byteCount: data.count)
    // They stay where they are for as long as the buffer is kept.
    let bytes = data.withUnsafeBytes { $0.baseAddress?.assumingMemoryBound(to: UInt8.self) }
    var opened: OpaquePointer?
    switch cwebp_open(bytes, data.count, &opened) {
    case CWEBP_NO_LIBRARY:
      throw MovieError(
        .engineMissing, subject: name, reason: "libwebpdemux.so.2 was not found; animated WebP needs it",
        remedy: "sudo apt-get install libwebpdemux2")
    case CWEBP_OPENED: break
    default: throw MovieError(.corrupt, subject: name, reason: "the data is damaged")
    }
    guard let opened, cwebp_width(opened) == size.width, cwebp_height(opened) == size.height else {
      cwebp_close(opened)
      throw MovieError(.corrupt, subject: name, reason: "its header contradicts itself")
    }
    (self.name, animation, keepsAlpha) = (name, opened, options.keepsAlpha)
    info = MovieInfo(
      animatedWebP: size, orientation: source.orientation ?? .up, frameCount: Int(cwebp_frame_count(opened)))
  }

  deinit { cwebp_close(animation) }

  /// What it holds at once: the picture as it is, as it was, and what is made of it.
  private static let bytesPerPixel = 16

  private static func check(
    _ size: VideoDimensions, _ fileByteCount: Int, _ options: MovieReadingOptions, _ name: String
  ) throws(MovieError) {
    let pixels = size.width * size.height
    if pixels > options.maximumPixelCount {
      throw MovieError(
        .tooLarge, subject: name, reason: "\(size) are more than the limit of \(options.maximumPixelCount) pixels",
        remedy: options.remedy)
    }
    let byteCount = pixels * (bytesPerPixel + options.reservedBytesPerPixel) + fileByteCount
    if let memory = options.maximumMemory, byteCount > memory {
      throw MovieError(
        .tooLarge, subject: name, reason: "\(size) take more than the limit of \(memory / 1_000_000) MB of memory",
        remedy: options.remedy)
    }
  }

  func next() throws(MovieError) -> (any DecodedPicture)? {
    guard !isCancelled.load(ordering: .relaxed) else {
      throw MovieError(.cancelled, subject: name, reason: "it was cancelled")
    }
    guard cwebp_has_more(animation), damage == nil else { return nil }
    var end: Int32 = 0
    guard let pixels = cwebp_next(animation, &end) else {
      damage = MovieError(
        .corrupt, subject: name, reason: "the data is damaged from about \(Double(time) / 1_000) s on")
      return nil
    }
    shownPixelCount += info.dimensions.width * info.dimensions.height
    guard work.isPlausible(shownPixelCount) else {
      throw MovieError(
        .corrupt, subject: name, reason: "its frames are far more work than so few bytes can need")
    }
    defer { time = max(time, Int64(end)) }
    return Frame(time: time, duration: max(0, Int64(end) - time), picture: try copy(pixels))
  }

  /// The picture where it stays, over white unless its transparency is wanted.
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
      if !keepsAlpha { try picture.layOverWhite() }
      return picture
    } catch let error as MediaError {
      throw MovieError(error, subject: name)
    } catch {
      throw MovieError(.outOfMemory, subject: name, error)
    }
  }

  /// Goes to the beginning: every frame lies over those before it.
  func seek(_ ticks: Int64) throws(MovieError) {
    cwebp_rewind(animation)
    (time, shownPixelCount, damage) = (0, 0, nil)
  }

  func sample(_ decoded: any DecodedPicture, sequenceNumber: UInt64?) throws(MovieError) -> SampleBuffer {
    guard let frame = decoded as? Frame else {
      throw MovieError(.unsupportedConversion, subject: name, reason: "the frame is another decoder's")
    }
    return SampleBuffer(
      imageBuffer: frame.picture,
      timing: SampleTiming(
        presentationTimeStamp: timeBase.time(frame.time) ?? .invalid,
        duration: frame.duration > 0 ? timeBase.time(frame.duration) ?? .invalid : .invalid),
      sequenceNumber: sequenceNumber)
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }
}

/// How much work an animation may be for its bytes; as for those that FFmpeg reads.
struct AnimationWork: Sendable {
  /// The most pixels of all frames: half a minute of full HD is free, recordings of a screen have some thousand a byte.
  let maximumPixelCount: Int

  init(byteCount: Int) {
    let (product, isTooLarge) = byteCount.multipliedReportingOverflow(by: 1 << 13)
    maximumPixelCount = isTooLarge ? Int.max : (1 << 29) + min(product, Int.max >> 1)
  }

  /// Whether a file of so many bytes can need to show so many pixels.
  func isPlausible(_ pixelCount: Int) -> Bool { pixelCount <= maximumPixelCount }
}
