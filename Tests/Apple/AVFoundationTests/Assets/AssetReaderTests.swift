import AVFoundation
import CoreVideo
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

@Suite("AVAssetReader")
struct AssetReaderTests {
  /// Writes a movie of 40 frames with 1.6 s of uncompressed sound.
  private func written(_ url: URL) async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    for input in [video, audio] { writer.add(input) }
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for index in 0..<40 {
      try await WrittenMovie.append(WrittenMovie.frame(index), to: video)
      try await WrittenMovie.append(WrittenMovie.sound(1_920, at: index * 1_920), to: audio)
    }
    await writer.finishWriting()
    try #require(writer.status == .completed)
  }

  @Test("A time range is exact to the frame and to the sound sample")
  func range() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      try await written(url)
      let range = CMTimeRange(start: WrittenMovie.time(13), end: WrittenMovie.time(27))
      let frames = try await WrittenMovie.samples(url, range: range)
      #expect(frames.map(\.presentationTimeStamp) == (13..<27).map { WrittenMovie.time($0) })
      #expect(try WrittenMovie.number(of: #require(frames[0].storedPicture), among: 40) == 13)
      let sound = try await WrittenMovie.samples(url, .audio, range: range)
      #expect(sound.first?.presentationTimeStamp == range.start)
      #expect(WrittenMovie.values(sound) == (13 * 1_920..<27 * 1_920).map { WrittenMovie.saw($0) })
    }
  }

  @Test("Images have the requested pixel format and size, and are writable")
  func pixels() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      try await written(url)
      let settings: [String: Any] = [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
        kCVPixelBufferWidthKey as String: 48, kCVPixelBufferHeightKey as String: 32,
      ]
      let frames = try await WrittenMovie.samples(url, settings: settings)
      #expect(frames.count == 40)
      let picture = try #require(frames.first?.storedPicture)
      #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_32BGRA)
      #expect(CVPixelBufferGetWidth(picture) == 48 && CVPixelBufferGetHeight(picture) == 32)
      for frame in try await WrittenMovie.samples(url) {
        let decoded = try #require(frame.storedPicture)
        #expect(CVPixelBufferLockBaseAddress(decoded, []) == kCVReturnSuccess)
        CVPixelBufferUnlockBaseAddress(decoded, [])
      }
    }
  }

  @Test("Reduced images keep their colors in every pixel format")
  func colors() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      try await written(url)
      func frame(_ type: OSType) async throws -> PixelBuffer {
        let settings: [String: Any] = [
          kCVPixelBufferPixelFormatTypeKey as String: type,
          kCVPixelBufferWidthKey as String: 48, kCVPixelBufferHeightKey as String: 32,
        ]
        return try #require(try await WrittenMovie.samples(url, settings: settings).first).image(as: .bgra)
      }
      let colors = try await frame(kCVPixelFormatType_32BGRA)
      let luma = try await frame(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
      #expect(try luma.peakSignalToNoiseRatio(to: colors) > 35)
    }
  }

  @Test("A range after the end has no samples", arguments: [WrittenMovie.time(40), WrittenMovie.time(1_000)])
  func behind(start: CMTime) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      try await written(url)
      let range = CMTimeRange(start: start, duration: .positiveInfinity)
      #expect(try await WrittenMovie.samples(url, range: range).isEmpty)
      let last = CMTimeRange(start: WrittenMovie.time(39), duration: .positiveInfinity)
      #expect(try await WrittenMovie.samples(url, range: last).count == 1)
    }
  }

  @Test("Sound has the requested sample rate, channels and sample format")
  func sound() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      try await written(url)
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 16_000, AVNumberOfChannelsKey: 2,
        AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true, AVLinearPCMIsNonInterleaved: false,
        AVLinearPCMIsBigEndianKey: false,
      ]
      let samples = try await WrittenMovie.samples(url, .audio, settings: settings)
      let format = try #require(samples.first?.audioBuffer?.format)
      #expect(format.commonFormat == .pcmFormatFloat32 && format.isInterleaved)
      #expect(format.sampleRate == 16_000 && format.channelCount == 2)
      #expect(abs(samples.map(\.numSamples).reduce(0, +) - 25_600) <= 1)
      var end = CMTime.zero
      for sample in samples {
        #expect(sample.presentationTimeStamp == end)
        end = sample.presentationTimeStamp + sample.duration
      }
    }
  }

  @Test("A reader completes after the last sample of both outputs")
  func statuses() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      try await written(url)
      let asset = AVAsset(url: url)
      let reader = try AVAssetReader(asset: asset)
      let outputs = asset.tracks.map { AVAssetReaderTrackOutput(track: $0, outputSettings: nil) }
      #expect(outputs.map(\.mediaType) == [.video, .audio] && reader.status == .unknown)
      #expect(outputs[0].copyNextSampleBuffer() == nil)
      for output in outputs { reader.add(output) }
      #expect(!reader.canAdd(outputs[0]))
      #expect(reader.startReading() && reader.status == .reading && !reader.startReading())
      while outputs[0].copyNextSampleBuffer() != nil {}
      #expect(reader.status == .reading)
      while outputs[1].copyNextSampleBuffer() != nil {}
      #expect(reader.status == .completed && reader.error == nil)
      let second = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
      second.add(output)
      second.startReading()
      #expect(output.copyNextSampleBuffer() != nil)
      second.cancelReading()
      #expect(output.copyNextSampleBuffer() == nil && second.status == .cancelled)
    }
  }

  @Test("A reader delivers the readable part of a damaged movie, and then fails")
  func damage() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 5)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      writer.add(video)
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for index in 0..<40 { try await WrittenMovie.append(WrittenMovie.frame(index), to: video) }
      await writer.finishWriting()
      let whole = try Data(contentsOf: url)
      try whole.prefix(whole.count / 2).write(to: url)
      let asset = AVURLAsset(url: url)
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: nil)
      reader.add(output)
      reader.startReading()
      var count = 0
      while output.copyNextSampleBuffer() != nil { count += 1 }
      #expect((1..<40).contains(count) && reader.status == .failed)
      #expect((reader.error as? AVError)?.code == .fileFailedToParse)
    }
  }

  @Test("A reader rejects outputs with unsupported settings or tracks of other assets")
  func refused() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let other = folder.url.appending(path: "other.mov")
      try await written(url)
      try await WrittenMovie.write(other, count: 2)
      let asset = AVURLAsset(url: url)
      let reader = try AVAssetReader(asset: asset)
      func can(_ index: Int, _ settings: [String: Any]?) -> Bool {
        reader.canAdd(AVAssetReaderTrackOutput(track: asset.tracks[index], outputSettings: settings))
      }
      #expect(can(0, [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]))
      #expect(!can(0, [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32ARGB]))
      #expect(!can(0, [kCVPixelBufferWidthKey: 0, kCVPixelBufferHeightKey: 10]))
      #expect(!can(0, [kCVPixelBufferWidthKey: 10]))
      #expect(!can(1, [AVFormatIDKey: kAudioFormatMPEG4AAC]))
      #expect(!can(1, [AVSampleRateKey: -1]))
      #expect(!can(1, [AVLinearPCMIsBigEndianKey: true]))
      let otherTrack = AVURLAsset(url: other).tracks[0]
      #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: otherTrack, outputSettings: nil)))
    }
  }
}
