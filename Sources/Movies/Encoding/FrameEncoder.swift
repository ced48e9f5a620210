import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureResampling

/// Encodes pictures of one size.
///
/// Used by one thread at a time.
package final class FrameEncoder: Sendable {
  /// Which of the encoders that would do it is.
  let choice: EncoderChoice
  /// What pictures must be in.
  package let pixelFormat: PixelFormat
  /// How they are encoded.
  package let format: EncodedFormat
  private let encoder: Encoder

  /// What is to be encoded, as FFmpeg is told.
  struct Plan {
    var dimensions: VideoDimensions
    var pixelAspectRatio = PixelAspectRatio.square
    var timeBase: cffmpeg_ratio
    var choices: [EncoderChoice]
    /// Whether the container has what a decoder must be told first in one place.
    var wantsHeader: Bool
  }

  /// Opens the first of the encoders that can be had.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/noEncoder`` where there is none.
  init(_ plan: Plan, options: MovieWritingOptions, name: String) throws(MovieError) {
    var (encoding, failure) = (cffmpeg_picture_encoding(), cffmpeg_failure())
    guard let opened = Self.open(plan, options, &encoding, &failure) else {
      throw Encoder.error(opening: plan.choices.map(\.name), for: name, failure)
    }
    encoder = Encoder(opened, name: name)
    choice = plan.choices[Int(encoding.choice)]
    guard let pixels = PixelFormat(ffmpegName: encoding.pixels, isFullRange: choice.isFullRange) else {
      throw MovieError(.noEncoder, subject: name, reason: "\(choice.name) takes pixels that aren't known here")
    }
    pixelFormat = pixels
    format = try encoder.format()
  }

  private static func open(
    _ plan: Plan, _ options: MovieWritingOptions, _ encoding: inout cffmpeg_picture_encoding,
    _ failure: inout cffmpeg_failure
  ) -> OpaquePointer? {
    var words = CStrings()
    defer { extendLifetime(words) }
    let choices = plan.choices.map { $0.bridged(&words) }
    return choices.withUnsafeBufferPointer { choices in
      var bridged = cffmpeg_picture_options(
        choices: choices.baseAddress, choice_count: Int32(choices.count), width: Int32(plan.dimensions.width),
        height: Int32(plan.dimensions.height), time_base: plan.timeBase,
        frame_rate: FrameRate(options.expectedFrameRate).ratio, pixel_aspect: plan.pixelAspectRatio.ratio,
        key_frame_interval: Int32(
          options.maxKeyFrameInterval ?? max(1, Int((2 * options.expectedFrameRate).rounded()))),
        thread_count: Int32(options.threadCount), wants_header: plan.wantsHeader)
      return cffmpeg_picture_encoder_open(&bridged, &encoding, &failure)
    }
  }

  /// Encodes a picture, which is in ``pixelFormat`` and has the plan's dimensions.
  ///
  /// - Parameters:
  ///   - time: In ticks of the plan's time base, above that of the one before.
  ///   - duration: In ticks; 0 where nobody knows.
  /// - Returns: What is encoded by now, in the order in which it is decoded.
  func encode(_ picture: PixelBuffer, time: Int64, duration: Int64) throws(MovieError) -> [EncodedPacket] {
    try encoder.packets { encoder, failure in
      picture.withUnsafePlanes { planes in
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
        return cffmpeg_encoder_send_picture(encoder, &bridged, &failure)
      }
    }
  }

  /// What is left, once there are no more pictures.
  ///
  /// - Parameter deadline: When what isn't encoded by then is let go of, but for one picture, in nanoseconds; nil for
  ///   never.
  package func finish(until deadline: UInt64? = nil) throws(MovieError) -> [EncodedPacket] {
    try encoder.finish(until: deadline)
  }
}

extension EncoderChoice {
  fileprivate func bridged(_ words: inout CStrings) -> cffmpeg_picture_choice {
    cffmpeg_picture_choice(
      name: words.add(name), options: words.add(options), device: device.flatMap { words.add($0) },
      width: Int32(dimensions.width), height: Int32(dimensions.height), largest_timescale: Int32(largestTimescale),
      reordered_frame_count: Int32(reorderedFrameCount), is_full_range: isFullRange,
      is_bt709: colorMatrix == .bt709)
  }
}
