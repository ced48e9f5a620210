import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureResampling

/// An encoder of frames of one size.
///
/// Only one thread may use an encoder at a time.
package final class FrameEncoder: Sendable {
  /// The selected encoder.
  let choice: VideoEncoderCandidate
  /// The required pixel format of frames.
  package let pixelFormat: PixelFormat
  /// The format of the packets.
  package let format: EncodedFormat
  private let encoder: Encoder

  /// The encoding parameters for FFmpeg.
  struct Plan {
    var dimensions: VideoDimensions
    var pixelAspectRatio = PixelAspectRatio.square
    var timeBase: cffmpeg_ratio
    var choices: [VideoEncoderCandidate]
    /// Whether the container stores the decoder parameters in its header.
    var usesGlobalHeader: Bool
  }

  /// Opens the first available encoder.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.noEncoder` if none is available.
  init(_ plan: Plan, options: MovieWritingOptions, name: String) throws(MovieError) {
    var encoding = cffmpeg_picture_encoding()
    var failure = cffmpeg_failure()
    guard let opened = Self.open(plan, options, &encoding, &failure) else {
      throw Encoder.error(opening: plan.choices.map(\.name), for: name, failure)
    }
    encoder = Encoder(opened, name: name)
    choice = plan.choices[Int(encoding.choice)]
    guard let pixels = PixelFormat(ffmpegName: encoding.pixels, isFullRange: choice.isFullRange) else {
      throw MovieError(.noEncoder, subject: name, reason: "\(choice.name) requires an unsupported pixel format")
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
        thread_count: Int32(options.threadCount), uses_global_header: plan.usesGlobalHeader)
      return cffmpeg_picture_encoder_open(&bridged, &encoding, &failure)
    }
  }

  /// Encodes a frame in ``pixelFormat`` with the plan's dimensions.
  ///
  /// - Parameters:
  ///   - time: The time in ticks of the plan's time base, later than the preceding frame.
  ///   - duration: The duration in ticks; 0 if unknown.
  /// - Returns: The completed packets, in decoding order.
  func encode(_ picture: PixelBuffer, time: Int64, duration: Int64) throws(MovieError) -> [EncodedPacket] {
    try encoder.packets { encoder, failure in
      picture.withUnsafePlanes { planes in
        var bridged = cffmpeg_picture()
        bridged.time = time
        bridged.duration = duration
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

  /// Returns the remaining packets after the last frame.
  ///
  /// - Parameter deadline: The monotonic time in nanoseconds after which unencoded frames are dropped, except for one;
  ///   nil for none.
  package func finish(until deadline: UInt64? = nil) throws(MovieError) -> [EncodedPacket] {
    try encoder.finish(until: deadline)
  }
}

extension VideoEncoderCandidate {
  fileprivate func bridged(_ words: inout CStrings) -> cffmpeg_picture_choice {
    cffmpeg_picture_choice(
      name: words.add(name), options: words.add(options), device: device.flatMap { words.add($0) },
      width: Int32(dimensions.width), height: Int32(dimensions.height), maximum_timescale: Int32(maximumTimescale),
      reordered_frame_count: Int32(reorderedFrameCount), is_full_range: isFullRange,
      is_bt709: colorMatrix == .bt709)
  }
}
