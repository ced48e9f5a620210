import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing
@testable import AVFoundation

@Suite("Formats written by asset writers")
struct AssetShapeTests {
  /// An image with a white left half and a black right half.
  private func halves(_ size: VideoDimensions, orientation: ImageOrientation = .up) throws -> CMSampleBuffer {
    var picture = try PixelBuffer(format: .bgra, width: size.width, height: size.height)
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width * 4 { bytes[y * stride + x] = x % 4 == 3 || x < size.width * 2 ? 255 : 0 }
      }
    }
    return CMSampleBuffer(
      pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: .zero), orientation: orientation)
  }

  private func written(
    _ sample: CMSampleBuffer, mode: String?, _ url: URL, transform: CGAffineTransform = .identity
  ) async throws -> AVAssetTrack {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    var settings: [String: Any] = [AVVideoWidthKey: 80, AVVideoHeightKey: 80]
    settings[AVVideoScalingModeKey] = mode
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    input.transform = transform
    writer.add(input)
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    try #require(input.append(sample))
    await writer.finishWriting()
    try #require(writer.status == .completed)
    return try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
  }

  /// Returns the width of the white part in the first row that is not black, and the number of that row.
  private func edge(_ url: URL) async throws -> (x: Int, y: Int) {
    let picture = try #require(try await WrittenMovie.samples(url).first?.storedPicture).luma()
    let stride = picture.planes[0].bytesPerRow
    return picture.withUnsafePlane(0) { bytes in
      let rows = (0..<picture.height).filter { bytes[$0 * stride + 4] > 128 }
      let row = rows.first ?? 0
      return ((0..<picture.width).first { bytes[row * stride + $0] < 128 } ?? picture.width, row)
    }
  }

  @Test(
    "Images of another aspect ratio are stretched, letterboxed or cropped as requested",
    arguments: [
      (nil, 40, 0), (AVVideoScalingModeResize, 40, 0), (AVVideoScalingModeResizeAspect, 40, 20),
      (AVVideoScalingModeResizeAspectFill, 40, 0),
    ] as [(String?, Int, Int)])
  func scaling(mode: String?, x: Int, y: Int) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let track = try await written(halves(VideoDimensions(width: 160, height: 80)), mode: mode, url)
      #expect(track.naturalSize == CGSize(width: 80, height: 80))
      let edge = try await edge(url)
      #expect(abs(edge.x - x) <= 1 && abs(edge.y - y) <= 1, "\(edge)")
    }
  }

  @Test("A track has the rotation of its input or of its images", arguments: ImageOrientation.allCases)
  func turned(orientation: ImageOrientation) async throws {
    try await TemporaryFolder.with { folder in
      let size = VideoDimensions(width: 80, height: 80)
      let transform = CGAffineTransform(orientation, of: size)
      let byInput = folder.url.appending(path: "1.mov")
      let byPicture = folder.url.appending(path: "2.mov")
      let first = try await written(halves(size), mode: nil, byInput, transform: transform)
      let second = try await written(halves(size, orientation: orientation), mode: nil, byPicture)
      #expect(first.preferredTransform == transform && second.preferredTransform == transform)
      #expect(ImageOrientation(transform) == orientation)
    }
  }

  @Test(
    "ffprobe reports no problems, and the requested settings",
    .enabled(if: WrittenMovie.canProbe), arguments: [false, true])
  func foreign(isForNetworks: Bool) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mp4")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
      writer.shouldOptimizeForNetworkUse = isForNetworks
      let video = AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [
          AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 96, AVVideoHeightKey: 64,
          AVVideoCompressionPropertiesKey: [
            AVVideoProfileLevelKey: AVVideoProfileLevelH264BaselineAutoLevel, AVVideoMaxKeyFrameIntervalKey: 10,
            AVVideoAverageBitRateKey: 200_000,
          ],
        ])
      let audio = AVAssetWriterInput(
        mediaType: .audio,
        outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2])
      for input in [video, audio] { writer.add(input) }
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for index in 0..<50 {
        try await WrittenMovie.append(WrittenMovie.frame(index), to: video)
        try await WrittenMovie.append(WrittenMovie.sound(1_920, at: index * 1_920), to: audio)
      }
      await writer.finishWriting()
      try #require(writer.status == .completed)
      let streams = try WrittenMovie.probed(url, "stream=codec_name,profile,width,height,sample_rate,channels")
      #expect(streams.first?.contains("h264,Constrained Baseline,96,64") ?? false, "\(streams)")
      #expect(streams.count == 2 && streams[1].hasPrefix("aac") && streams[1].hasSuffix("44100,2"), "\(streams)")
      let frames = try WrittenMovie.probed(url, "frame=media_type,key_frame")
      #expect(frames.count { $0.hasPrefix("video") } == 50)
      #expect(frames.count { $0.hasPrefix("video,1") } >= 5)
      let length = try #require(Double(try WrittenMovie.probed(url, "format=duration").first ?? ""))
      #expect(abs(length - 2) < 0.05)
    }
  }

  @Test("Sound files contain uncompressed or compressed samples", arguments: [AVFileType.wav, .m4a, .mov])
  func sound(fileType: AVFileType) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "sound")
      let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
      let settings: [String: Any] =
        fileType == .m4a
        ? [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
        : [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true]
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
      #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: nil)) || fileType == .mov)
      writer.add(input)
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for part in 0..<20 { try await WrittenMovie.append(WrittenMovie.sound(4_800, at: part * 4_800), to: input) }
      await writer.finishWriting()
      try #require(writer.status == .completed, "\(writer.error.map { "\($0)" } ?? "")")
      let samples = try await WrittenMovie.samples(url, .audio)
      let count = samples.map(\.numSamples).reduce(0, +)
      guard fileType != .m4a else {
        // The last packet is padded.
        #expect((96_000..<98_048).contains(count))
        return
      }
      #expect(count == 96_000)
      #expect(samples.first?.audioBuffer?.format.commonFormat == .pcmFormatFloat32)
    }
  }

  @Test("Sound that changes its format is converted to the first format")
  func anotherFormat() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "sound.wav")
      let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      writer.add(input)
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      try await WrittenMovie.append(WrittenMovie.sound(48_000, at: 0), to: input)
      try await WrittenMovie.append(WrittenMovie.sound(24_000, at: 24_000, rate: 24_000), to: input)
      try await WrittenMovie.append(WrittenMovie.sound(48_000, at: 96_000), to: input)
      await writer.finishWriting()
      let samples = try await WrittenMovie.samples(url, .audio)
      #expect(abs(samples.map(\.numSamples).reduce(0, +) - 144_000) < 100)
    }
  }
}
