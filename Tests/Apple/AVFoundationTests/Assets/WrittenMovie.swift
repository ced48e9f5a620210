import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing
@testable import AVFoundation

/// Test movies written with an asset writer.
enum WrittenMovie {
  static let size = VideoDimensions(width: 96, height: 64)
  static let rate: CMTimeScale = 25

  /// Returns the time of a frame at 25 frames per second.
  static func time(_ index: Int, from start: CMTime = .zero) -> CMTime {
    start + CMTime(value: CMTimeValue(index), timescale: rate)
  }

  /// Creates a frame with a unique image.
  static func frame(_ index: Int, at time: CMTime? = nil) throws -> CMSampleBuffer {
    try MovingPicture(size).sample(index, at: time ?? Self.time(index))
  }

  /// Returns the pixels of a frame.
  static func picture(_ index: Int, as format: PixelFormat) throws -> PixelBuffer {
    try MovingPicture(size).picture(index, as: format)
  }

  /// Returns the number of the frame that is most similar to an image, among the first `count` frames.
  static func number(of picture: PixelBuffer, among count: Int) throws -> Int? {
    let scene = MovingPicture(size)
    let pixels = try picture.converted(to: .bgra, matrix: .bt709)
    let similarities = try (0..<count).map { try pixels.peakSignalToNoiseRatio(to: scene.picture($0)) }
    return similarities.indices.max { similarities[$0] < similarities[$1] }
  }

  /// Creates frames of sound: a sawtooth of 16-bit integers.
  static func sound(_ count: Int, at frame: Int, rate: Int = 48_000) throws -> CMSampleBuffer {
    let format = try AudioFormat(commonFormat: .pcmFormatInt16, sampleRate: rate, channels: 1, interleaved: true)
    var buffer = try OpenCaptureMediaSamples.AudioBuffer.silence(format: format, frameCount: count)
    try buffer.withUnsafeMutablePlane(0) { bytes in
      let samples = bytes.bindMemory(to: Int16.self)
      for index in samples.indices { samples[index] = saw(frame + index) }
    }
    return CMSampleBuffer(
      audioBuffer: buffer, presentationTimeStamp: CMTime(value: CMTimeValue(frame), timescale: CMTimeScale(rate)))
  }

  /// Returns the sample value of a sound frame.
  static func saw(_ frame: Int) -> Int16 { Int16(frame % 480 * 100 - 24_000) }

  /// Settings for high quality, with a key frame every 10 frames.
  static var settings: [String: Any] {
    [
      AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height,
      AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 0.95, AVVideoMaxKeyFrameIntervalKey: 10],
    ]
  }

  /// Appends a sample, as soon as the input is ready.
  static func append(_ sample: CMSampleBuffer, to input: AVAssetWriterInput) async throws {
    try await ready(input)
    try #require(input.append(sample))
  }

  /// Waits until the input is ready, without blocking a thread.
  static func ready(_ input: AVAssetWriterInput) async throws {
    while !input.isReadyForMoreMediaData {
      try #require(!input.writingHasEnded)
      await Task.yield()
    }
  }

  /// Writes a movie with a number of frames.
  @discardableResult static func write(
    _ url: URL, count: Int, fileType: AVFileType = .mov, settings: [String: Any]? = settings,
    transform: CGAffineTransform = .identity
  ) async throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    input.transform = transform
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for index in 0..<count { try await append(frame(index), to: input) }
    await writer.finishWriting()
    try #require(writer.status == .completed)
    return writer
  }

  /// Reads all samples of a track.
  static func samples(
    _ url: URL, _ mediaType: AVMediaType = .video, settings: [String: Any]? = nil, range: CMTimeRange? = nil
  ) async throws -> [CMSampleBuffer] {
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    if let range { reader.timeRange = range }
    let track = try #require(try await asset.loadTracks(withMediaType: mediaType).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    try #require(reader.startReading())
    var samples: [CMSampleBuffer] = []
    while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
    #expect(reader.status == .completed)
    return samples
  }

  /// Returns the output of ffprobe for a file, with its error messages.
  static func probed(_ url: URL, _ entries: String) throws -> [String] {
    let outcome = try Command(at: "/usr/bin/ffprobe").run(
      ["-v", "warning", "-show_entries", entries, "-of", "csv=p=0", url.path])
    return outcome.lines + outcome.errors.split(separator: "\n").map(String.init)
  }

  static let canProbe = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffprobe")
}

extension WrittenMovie {
  /// Returns the sample values of 16-bit sound.
  static func values(_ samples: [CMSampleBuffer]) -> [Int16] {
    samples.flatMap { sample in
      sample.audioBuffer?.withUnsafePlane(0) { Array($0.bindMemory(to: Int16.self)) } ?? []
    }
  }
}

extension CMSampleBuffer {
  /// The pixels, under a name that only this extension declares.
  var storedPicture: PixelBuffer? { CMSampleBufferGetImageBuffer(self) }
}
