import COpenCaptureFFmpeg
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A movie decoder that uses FFmpeg.
final class MovieDecoder: FrameDecoder, @unchecked Sendable {
  let source: MovieSource
  let info: MovieInfo
  let timeBase: TimeBase
  /// The time of the first frame in ticks, according to the header.
  let startTicks: Int64
  /// The end of the last frame in ticks, according to the header.
  private let endTicks: Int64
  private let reader: OpaquePointer
  private let keepsAlpha: Bool
  private var pools = PixelBufferPools(whenExhausted: .allocates)
  private let sizeHint: String?

  init(_ source: MovieSource, options: MovieReadingOptions) throws(MovieError) {
    let range = 0...64
    guard range.contains(options.threadCount), options.maximumPixelCount > 0, (options.maximumMemory ?? 1) > 0
    else {
      throw MovieError(
        .invalidOption, subject: source.name,
        reason: "threadCount must be from 0 to 64, maximumPixelCount and maximumMemory above 0")
    }
    var failure = cffmpeg_failure()
    var bridged = source.source
    let opened = PixelFormat.withFFmpegFormats { pixels in
      var choices = cffmpeg_reader_options(
        thread_count: Int32(options.threadCount), maximum_pixel_count: Int64(options.maximumPixelCount),
        maximum_byte_count: Int64(options.maximumMemory ?? 0),
        reserved_bytes_per_pixel: Int64(options.reservedBytesPerPixel), page: Int32(clamping: options.page),
        is_sound: false, keeps_packets: false, keeps_colors: options.keepsColors,
        shares_frames: options.sharesFrames, pixels: pixels.baseAddress, pixels_count: Int32(pixels.count),
        is_over: { WorkLimit.isReached })
      return cffmpeg_reader_open(&bridged, &choices, &failure)
    }
    guard let reader = opened else { throw Self.error(opening: source, failure, tooLarge: options.hint) }
    self.source = source
    self.reader = reader
    keepsAlpha = options.keepsAlpha
    sizeHint = options.hint
    let info = cffmpeg_reader_info(reader)
    self.info = MovieInfo(info, orientation: source.orientation)
    timeBase = TimeBase(info.time_base)
    let start = info.start_time == Int64.min ? 0 : info.start_time
    let end = start.addingReportingOverflow(info.duration)
    startTicks = start
    endTicks = info.duration < 0 || end.overflow ? Int64.max >> 1 : end.partialValue
  }

  deinit { cffmpeg_reader_close(reader) }

  private static func error(
    opening source: MovieSource, _ failure: cffmpeg_failure, tooLarge hint: String?
  ) -> MovieError {
    let error = MovieError(failure, subject: source.name, refused: .corrupt, tooLarge: hint)
    let consequences: [MovieError.Code] = [.unknownFormat, .corrupt, .noVideo, .unsupportedCodec]
    guard source.extent.isTruncated, consequences.contains(error.code) else { return error }
    return MovieError(
      .truncated, subject: source.name, reason: "the file ends before the first frame",
      hint: "get the complete file again")
  }

  private func error(_ failure: cffmpeg_failure, refused: MovieError.Code) -> MovieError {
    MovieError(failure, subject: source.name, refused: refused, tooLarge: sizeHint)
  }

  var name: String { source.name }

  /// Stops all reads; safe from any thread.
  func cancel() { cffmpeg_reader_cancel(reader) }

  /// Returns the next frame; nil at the end.
  func next() throws(MovieError) -> (any DecodedVideoFrame)? {
    var frame = cffmpeg_frame()
    var failure = cffmpeg_failure()
    switch cffmpeg_reader_next(reader, &frame, &failure) {
    case CFFMPEG_HAS_FRAME: return DecodedFrame(frame)
    case CFFMPEG_AT_END: return nil
    default: throw error(failure, refused: .cannotRead)
    }
  }

  /// The time of day that a network camera reports.
  var wallClock: cffmpeg_wall_clock { cffmpeg_reader_wall_clock(reader) }

  /// The number of packets of a network camera that were skipped so far.
  var skippedFrameCount: Int { Int(cffmpeg_reader_skipped_packet_count(reader)) }

  /// Seeks to a position at or before a tick where decoding can start.
  func seek(_ ticks: Int64) throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_reader_seek(reader, min(ticks, endTicks), &failure) else {
      throw error(failure, refused: .cannotSeek)
    }
  }

  /// The damage found so far; nil if none.
  var damage: MovieError? {
    let damage = cffmpeg_reader_damage(reader)
    let counts = [(Int(damage.failed_packet_count), "packet"), (Int(damage.damaged_frame_count), "frame")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " and ")
    let details = counts.isEmpty ? "" : ", \(counts) could not be decoded correctly"
    if source.extent.isTruncated {
      return MovieError(.truncated, subject: source.name, reason: "the movie ends early\(details)")
    }
    guard damage.failure.code != CFFMPEG_NO_FAILURE else { return nil }
    let cause = error(damage.failure, refused: .corrupt)
    if cause.code == .tooLarge { return cause }
    let seconds = timeBase.time(damage.first_time).map { ($0.seconds * 100).rounded() / 100 }
    let place = seconds.map { " after about \($0) s" } ?? ""
    return MovieError(.corrupt, subject: source.name, reason: "\(cause.reason)\(place)\(details)")
  }

  /// Converts a frame to a sample buffer, without a copy if possible.
  func sample(_ decoded: any DecodedVideoFrame, sequenceNumber: UInt64?) throws(MovieError) -> SampleBuffer {
    guard let decoded = decoded as? DecodedFrame else {
      throw MovieError(.unsupportedConversion, subject: source.name, reason: "the frame belongs to another decoder")
    }
    let frame = decoded.frame
    var picture = try decoded.picture(in: &pools, subject: source.name) {
      frame, planes, strides throws(MovieError) in
      var failure = cffmpeg_failure()
      guard cffmpeg_reader_convert(reader, &frame, planes, strides, &failure) else {
        throw error(failure, refused: .unsupportedConversion)
      }
    }
    if frame.has_alpha, !keepsAlpha {
      do { try picture.compositeOntoWhite() } catch { throw MovieError(error, subject: source.name) }
    }
    var attachments = Attachments()
    if frame.is_damaged { attachments.set(.bool(true), for: .isDamaged, mode: .shouldPropagate) }
    return SampleBuffer(
      pixelBuffer: picture, colorMatrix: frame.is_bt709 ? .bt709 : .bt601,
      timing: SampleTiming(
        presentationTimeStamp: timeBase.time(frame.time) ?? .invalid,
        duration: frame.duration > 0 ? timeBase.time(frame.duration) ?? .invalid : .invalid),
      sequenceNumber: sequenceNumber, orientation: orientation(of: frame), attachments: attachments)
  }

  /// Returns the orientation of a frame; the movie's orientation takes precedence over EXIF data.
  private func orientation(of frame: cffmpeg_frame) -> ImageOrientation {
    ImageOrientation(frame.matrix) ?? ImageOrientation(rawValue: UInt8(frame.exif_orientation))
      ?? source.orientation ?? .up
  }
}
