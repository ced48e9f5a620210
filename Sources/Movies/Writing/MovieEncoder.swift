import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// A movie that is being encoded: the calls to FFmpeg.
///
/// Used by one thread at a time.
final class MovieEncoder: @unchecked Sendable {
  let file: MovieFile
  let choice: EncoderChoice
  let timeBase: TimeBase
  /// What frames must be in.
  let pixelFormat: PixelFormat
  private let writer: OpaquePointer

  /// What is to be written, as FFmpeg is told.
  struct Track {
    var container: MovieContainer
    var dimensions: VideoDimensions
    var orientation: ImageOrientation
    var timeBase: cffmpeg_ratio
    var choices: [EncoderChoice]
  }

  init(_ file: MovieFile, _ track: Track, options: MovieWritingOptions) throws(MovieError) {
    var (info, failure) = (cffmpeg_writer_info(), cffmpeg_failure())
    let writer = Self.open(file, track, options, &info, &failure)
    guard let writer, track.choices.indices.contains(Int(info.choice)),
      let pixels = PixelFormat(ffmpegName: info.pixels, isFullRange: track.choices[Int(info.choice)].isFullRange)
    else {
      cffmpeg_writer_close(writer)
      throw Self.error(opening: file.name, track, failure)
    }
    (self.file, self.writer, pixelFormat) = (file, writer, pixels)
    choice = track.choices[Int(info.choice)]
    timeBase = TimeBase(info.time_base)
  }

  deinit { cffmpeg_writer_close(writer) }

  private static func error(opening name: String, _ track: Track, _ failure: cffmpeg_failure) -> MovieError {
    let error = MovieError(failure, subject: name, refused: .noEncoder, system: .cannotWrite)
    guard error.code == .noEncoder || error.code == .unsupportedCodec else { return error }
    let names = track.choices.map(\.name).joined(separator: ", ")
    let words = error.code == .noEncoder ? " (\(error.reason))" : ""
    return MovieError(
      .noEncoder, subject: name, reason: "none of these encoders can be had for it: \(names)\(words)",
      remedy: "install an FFmpeg that has one, or ask for another codec")
  }

  private static func open(
    _ file: MovieFile, _ track: Track, _ options: MovieWritingOptions, _ info: inout cffmpeg_writer_info,
    _ failure: inout cffmpeg_failure
  ) -> OpaquePointer? {
    let rate = FrameRate(options.expectedFrameRate)
    let muxer = track.container.muxerOptions(
      interval: options.movieFragmentInterval, timescale: track.timeBase.denominator)
    var words = CStrings()
    let choices = track.choices.map { $0.bridged(&words) }
    return choices.withUnsafeBufferPointer { choices in
      var bridged = cffmpeg_writer_options(
        container: words.add(track.container.muxerName), muxer_options: words.add(muxer),
        choices: choices.baseAddress, choice_count: Int32(choices.count), width: Int32(track.dimensions.width),
        height: Int32(track.dimensions.height), time_base: track.timeBase, frame_rate: rate.ratio,
        key_frame_interval: Int32(
          options.maxKeyFrameInterval ?? max(1, Int((2 * options.expectedFrameRate).rounded()))),
        thread_count: Int32(options.threadCount), matrix: track.orientation.displayMatrix, is_stream: file.isStream)
      return cffmpeg_writer_open(file.descriptor, &bridged, &info, &failure)
    }
  }

  /// Encodes a picture, which is in ``pixelFormat`` and has the track's dimensions.
  func append(_ picture: PixelBuffer, time: Int64, duration: Int64) throws(MovieError) {
    var failure = cffmpeg_failure()
    let isWritten = picture.withUnsafePlanes { planes in
      var bridged = cffmpeg_picture()
      (bridged.time, bridged.duration) = (time, duration)
      withUnsafeMutableBytes(of: &bridged.planes) { pointers in
        for (index, plane) in planes.enumerated() {
          pointers.bindMemory(to: UnsafePointer<UInt8>?.self)[index] =
            plane.baseAddress?.assumingMemoryBound(to: UInt8.self)
        }
      }
      withUnsafeMutableBytes(of: &bridged.bytes_per_row) { strides in
        for (index, plane) in picture.planes.enumerated() {
          strides.bindMemory(to: Int32.self)[index] = Int32(plane.bytesPerRow)
        }
      }
      return cffmpeg_writer_append(writer, &bridged, &failure)
    }
    if !isWritten { throw MovieError(failure, subject: file.name, refused: .cannotWrite, system: .cannotWrite) }
  }

  /// Writes what is left, and the end of the file.
  func finish() throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_writer_finish(writer, &failure) else {
      throw MovieError(failure, subject: file.name, refused: .cannotWrite, system: .cannotWrite)
    }
    try file.finish()
  }
}

extension EncoderChoice {
  fileprivate func bridged(_ words: inout CStrings) -> cffmpeg_encoder_choice {
    cffmpeg_encoder_choice(
      name: words.add(name), options: words.add(options), width: Int32(dimensions.width),
      height: Int32(dimensions.height), largest_timescale: Int32(largestTimescale),
      reordered_frame_count: Int32(reorderedFrameCount), is_full_range: isFullRange,
      is_bt709: colorMatrix == .bt709)
  }
}
