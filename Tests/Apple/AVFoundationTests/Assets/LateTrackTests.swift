import AVFoundation
import Fixtures
import Foundation
import Testing

@Suite("Late tracks of asset writers", .timeLimit(.minutes(20)))
struct LateTrackTests {
  /// Appends 4 s of sound, as soon as the input is ready.
  private func appendSound(to input: AVAssetWriterInput) async throws {
    for index in 0..<100 { try await WrittenMovie.append(WrittenMovie.sound(1_920, at: index * 1_920), to: input) }
  }

  /// Appends 4 s of images, as soon as the input is ready.
  private func appendPictures(to input: AVAssetWriterInput) async throws {
    for index in 0..<100 { try await WrittenMovie.append(WrittenMovie.frame(index), to: input) }
  }

  @Test("A track can be written completely before the other track", arguments: [true, false])
  func oneBehindTheOther(isSoundFirst: Bool) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      for input in [video, audio] { writer.add(input) }
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      if isSoundFirst { try await appendSound(to: audio) } else { try await appendPictures(to: video) }
      (isSoundFirst ? audio : video).markAsFinished()
      if isSoundFirst { try await appendPictures(to: video) } else { try await appendSound(to: audio) }
      await writer.finishWriting()
      #expect(writer.status == .completed)
      #expect(try await WrittenMovie.samples(url).count == 100)
      let sound = WrittenMovie.values(try await WrittenMovie.samples(url, .audio))
      #expect(sound == (0..<192_000).map { WrittenMovie.saw($0) })
    }
  }

  @Test("Late real-time samples are accepted, but are not in the file")
  func tooLate() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
      audio.expectsMediaDataInRealTime = true
      for input in [video, audio] { writer.add(input) }
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      try await appendPictures(to: video)
      try await appendSound(to: audio)
      audio.markAsFinished()
      await writer.finishWriting()
      #expect(writer.status == .completed)
      #expect(try await WrittenMovie.samples(url).count == 100)
      #expect(try await AVURLAsset(url: url).loadTracks(withMediaType: .audio).isEmpty)
    }
  }
}
