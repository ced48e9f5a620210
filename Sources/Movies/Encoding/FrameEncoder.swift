import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureResampling

/// An encoder of frames of one size, for one thread at a time.
package final class FrameEncoder: Sendable {
  let choice: VideoEncoderCandidate
  /// The required pixel format of frames.
  package let pixelFormat: PixelFormat
  /// The format of the packets.
  package let format: EncodedFormat
  private let encoder: Encoder

  /// Opens the first available of several encoders.
  ///
  /// - Parameter usesGlobalHeader: Whether the container stores the decoder parameters in its header.
  /// - Throws: ``MovieError`` with `MovieError.Code.noEncoder` if none is available.
  init(
    _ choices: [VideoEncoderCandidate], _ dimensions: VideoDimensions, _ pixelAspectRatio: PixelAspectRatio,
    timeBase: cffmpeg_ratio, usesGlobalHeader: Bool, options: MovieWritingOptions, name: String
  ) throws(MovieError) {
    var encoding = cffmpeg_picture_encoding()
    var failure = cffmpeg_failure()
    var words = CStrings()
    defer { extendLifetime(words) }
    let bridged = choices.map { $0.bridged(&words) }
    let opened = bridged.withUnsafeBufferPointer { bridged in
      var options = cffmpeg_picture_options(
        choices: bridged.baseAddress, choice_count: Int32(bridged.count), width: Int32(dimensions.width),
        height: Int32(dimensions.height), time_base: timeBase,
        frame_rate: FrameRate(options.expectedFrameRate).ratio, pixel_aspect: pixelAspectRatio.ratio,
        key_frame_interval: Int32(
          options.maxKeyFrameInterval ?? max(1, Int((2 * options.expectedFrameRate).rounded()))),
        thread_count: Int32(options.threadCount), uses_global_header: usesGlobalHeader)
      return cffmpeg_picture_encoder_open(&options, &encoding, &failure)
    }
    guard let opened else { throw Encoder.error(opening: choices.map(\.name), for: name, failure) }
    encoder = Encoder(opened, name: name)
    choice = choices[Int(encoding.choice)]
    guard let pixels = PixelFormat(ffmpegName: encoding.pixels, isFullRange: choice.isFullRange) else {
      throw MovieError(.noEncoder, subject: name, reason: "\(choice.name) requires an unsupported pixel format")
    }
    pixelFormat = pixels
    format = try encoder.format()
  }

  /// Encodes a frame in ``pixelFormat`` and returns the completed packets, in decoding order.
  ///
  /// - Parameters:
  ///   - time: The time in ticks, later than the preceding frame.
  ///   - duration: The duration in ticks; 0 if unknown.
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

  /// Returns the remaining packets after the last frame; see ``Encoder/finish(until:)``.
  package func finish(until deadline: UInt64?) throws(MovieError) -> [EncodedPacket] {
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
