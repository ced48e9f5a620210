import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing
@testable import AVFoundation

@Suite("AVAsset")
struct AssetTests {
  @Test("A movie track reports its format, size and transform")
  func track() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let turn = CGAffineTransform(rotationAngle: .pi / 2)
      try await WrittenMovie.write(url, count: 50, transform: turn)
      let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
      #expect(asset.url == url)
      let (duration, tracks, isPlayable) = try await asset.load(.duration, .tracks, .isPlayable)
      #expect(duration == CMTime(value: 2, timescale: 1) && isPlayable && tracks.count == 1)
      let track = try #require(tracks.first)
      let (size, transform, rate) = try await track.load(.naturalSize, .preferredTransform, .nominalFrameRate)
      #expect(size == CGSize(width: 96, height: 64) && rate == 25)
      #expect(transform == CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 64, ty: 0))
      #expect(CGRect(origin: .zero, size: size).applying(transform) == CGRect(x: 0, y: 0, width: 64, height: 96))
      #expect(track.timeRange == CMTimeRange(start: .zero, duration: duration))
      #expect(track.mediaType == .video && track.asset === asset && track.estimatedDataRate > 0)
      #expect(track.hasMediaCharacteristic(.visual) && !track.hasMediaCharacteristic(.audible))
      let format = try #require(try await track.load(.formatDescriptions).first)
      #expect(CMFormatDescriptionGetMediaSubType(format) == kCMVideoCodecType_H264)
      #expect(asset.tracks.first === track && asset.track(withTrackID: track.trackID) === track)
    }
  }

  @Test("A sound file is an asset")
  func sound() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "sound.wav")
      let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      writer.add(input)
      writer.startWriting()
      writer.startSession(atSourceTime: .zero)
      try await WrittenMovie.append(WrittenMovie.sound(24_000, at: 0), to: input)
      await writer.finishWriting()
      let asset = AVURLAsset(url: url)
      #expect(try await asset.load(.duration) == CMTime(value: 1, timescale: 2))
      #expect(try await asset.loadTracks(withMediaType: .video).isEmpty)
      let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
      let format = try #require(try await track.load(.formatDescriptions).first)
      let description = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee)
      #expect(description.mSampleRate == 48_000 && description.mChannelsPerFrame == 1)
      #expect(track.naturalSize == .zero && track.naturalTimeScale == 48_000)
    }
  }

  @Test("A movie with an empty sound track has a video track")
  func silentTrack() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mp4")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      let sound: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
      ]
      writer.add(video)
      writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: sound))
      writer.startWriting()
      writer.startSession(atSourceTime: .zero)
      for index in 0..<75 { try await WrittenMovie.append(WrittenMovie.frame(index), to: video) }
      await writer.finishWriting()
      #expect(writer.status == .completed)
      let tracks = try await AVURLAsset(url: url).load(.tracks).map(\.mediaType)
      #expect(tracks.first == .video, "\(tracks)")
    }
  }

  @Test("Every way to read an unreadable file returns an error with its path")
  func failures() async throws {
    try await TemporaryFolder.with { folder in
      let missing = AVURLAsset(url: folder.url.appending(path: "missing.mov"))
      let error = await #expect(throws: AVError.self) { _ = try await missing.load(.duration) }
      #expect(error?.code == .invalidSourceMedia && error?.subject == missing.url.path)
      #expect(missing.duration == .zero && missing.tracks.isEmpty && !missing.isPlayable)
      let text = AVURLAsset(url: folder.file("text.mov", Array("this is text".utf8)))
      let strange = await #expect(throws: AVError.self) { _ = try await text.load(.tracks, .isReadable) }
      #expect(strange?.code == .fileFormatNotRecognized)
      #expect(throws: AVError.self) { try AVAssetReader(asset: text) }
      let far = try AVURLAsset(url: #require(URL(string: "https://example.com/a.mov")))
      await #expect(throws: AVError.self) { _ = try await far.loadTracks(withMediaType: .video) }
      await withCheckedContinuation { continuation in
        text.loadValuesAsynchronously(forKeys: ["duration"]) { continuation.resume() }
      }
      var reason: NSError?
      #expect(text.statusOfValue(forKey: "duration", error: &reason) == .failed && reason != nil)
    }
  }

  @Test("Transforms and orientations convert to each other", arguments: ImageOrientation.allCases)
  func transforms(orientation: ImageOrientation) {
    let size = VideoDimensions(width: 30, height: 20)
    let transform = CGAffineTransform(orientation, of: size)
    #expect(ImageOrientation(transform) == orientation)
    for point in [Point(x: 0, y: 0), Point(x: 0.25, y: 0.5)] {
      let moved = CGPoint(x: point.x * 30, y: point.y * 20).applying(transform)
      let expected = orientation.upright(point)
      let upright = size.upright(orientation)
      #expect(abs(moved.x - expected.x * Double(upright.width)) < 1e-9)
      #expect(abs(moved.y - expected.y * Double(upright.height)) < 1e-9)
    }
    #expect(ImageOrientation(CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)) == .up)
  }
}
