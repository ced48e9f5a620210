import Fixtures
import Foundation
package import OpenCaptureMediaSamples
package import OpenCaptureMovies

/// A stream of 30 compressed frames, with a key frame every ten frames, encoded by FFmpeg.
package struct EncodedVideo: Sendable {
  /// Whether FFmpeg is installed.
  package static let isAvailable = FileManager.default.isExecutableFile(atPath: ffmpeg)

  private static let ffmpeg = "/usr/bin/ffmpeg"
  private static let count = 30

  /// The format of the frames.
  package let description: FormatDescription
  /// The codec of the frames.
  package let codec: StreamCodec
  /// The compressed frames.
  package let sent: [[UInt8]]
  /// The same frames as decoded by FFmpeg.
  package let seen: [PixelBuffer]

  package init(_ codec: StreamCodec) throws {
    let (type, encoder, format, unit): (VideoCodecType, String, String, [UInt8]) =
      switch codec {
      case .h264: (.h264, "libx264 -bf 0 -g 10 -x264-params aud=1:scenecut=0", "h264", [0, 0, 0, 1, 9])
      case .hevc:
        (
          .hevc, "libx265 -x265-params log-level=none:bframes=0:keyint=10:min-keyint=10:scenecut=0:aud=1", "hevc",
          [0, 0, 0, 1, 0x46]
        )
      }
    let size = VideoDimensions(width: 96, height: 64)
    let pattern = "-f lavfi -i testsrc2=size=\(size.width)x\(size.height):rate=25 -frames:v \(Self.count)"
    let bytes = try Self.run("\(pattern) -c:v \(encoder) -f \(format) -")
    let starts = bytes.indices.filter { bytes[$0...].starts(with: unit) } + [bytes.count]
    self.codec = codec
    sent = zip(starts, starts.dropFirst()).map { Array(bytes[$0..<$1]) }
    let raw = try Self.run("-f \(format) -i - -fps_mode passthrough -pix_fmt yuv420p -f rawvideo -", input: bytes)
    let byteCount = raw.count / Self.count
    seen = try (0..<Self.count).map { try Self.picture(raw[($0 * byteCount)...].prefix(byteCount), size) }
    description = FormatDescription(codec: type, dimensions: size, colorRange: .video)
  }

  private static func run(_ arguments: String, input: [UInt8] = []) throws -> [UInt8] {
    let words = "-v error \(arguments)".split(separator: " ").map(String.init)
    let outcome = try Command(at: ffmpeg).run(words, input: input)
    guard outcome.status == 0 else { throw TimedOut(what: "a film by FFmpeg: \(outcome.errors)") }
    return outcome.output
  }

  private static func picture(_ bytes: ArraySlice<UInt8>, _ size: VideoDimensions) throws -> PixelBuffer {
    let layout = try PixelLayout(format: .i420, width: size.width, height: size.height, rowAlignment: 1)
    var picture = try PixelBuffer(layout: layout)
    var rest = bytes
    try picture.withUnsafeMutablePlanes { planes in
      for plane in planes {
        plane.copyBytes(from: rest.prefix(plane.count))
        rest = rest.dropFirst(plane.count)
      }
    }
    return picture
  }

  /// Returns a decoder of the frames.
  package func stream() throws -> StreamDecoder {
    try StreamDecoder(codec, description.videoDimensions, name: "film")
  }

  /// Returns a compressed frame.
  package func data(_ index: Int) throws -> DataBuffer {
    let bytes = sent[index]
    return try DataBuffer(copying: bytes.span.bytes)
  }

  /// Returns the frames of the given indices as samples with a duration of 1/25 s.
  ///
  /// Frames whose reference frames are missing are left out.
  package func samples(_ indices: [Int]) throws -> [SampleBuffer] {
    let stream = try stream()
    return try indices.compactMap { index in
      guard case .picture(let picture) = try stream.take(data(index), number: UInt64(index)) else { return nil }
      let timing = SampleTiming(
        presentationTimeStamp: MediaTime(value: Int64(1_000 + index), timescale: 25),
        duration: MediaTime(value: 1, timescale: 25))
      return picture.sampleBuffer(description, timing: timing, sequenceNumber: UInt64(index))
    }
  }
}
