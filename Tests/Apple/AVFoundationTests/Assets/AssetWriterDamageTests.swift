import AVFoundation
import Fixtures
import Foundation
import Testing

@Suite("AVAssetWriter with invalid input")
struct AssetWriterDamageTests {
  @Test("A damaged image is skipped, and an image in the same tick as the previous one moves to the next tick")
  func pictures() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      input.mediaTimeScale = 600
      writer.add(input)
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for index in 0..<12 {
        let time = WrittenMovie.time(index)
        let isDamaged = [3, 7].contains(index)
        try await WrittenMovie.append(
          isDamaged ? FailingDecoder().sample(at: time) : WrittenMovie.frame(index), to: input)
        if index == 5 {
          let soon = time + CMTime(value: 1, timescale: 90_000)
          try await WrittenMovie.append(WrittenMovie.frame(6, at: soon), to: input)
        }
      }
      await writer.finishWriting()
      #expect(writer.status == .completed && writer.error == nil)
      let indices = [0, 1, 2, 4, 5, 6, 6, 8, 9, 10, 11]
      var times = indices.map { WrittenMovie.time($0) }
      times[5] = WrittenMovie.time(5) + CMTime(value: 1, timescale: 600)
      let samples = try await WrittenMovie.samples(url)
      #expect(samples.map(\.presentationTimeStamp) == times)
      for (index, sample) in zip(indices, samples) where [2, 5, 6, 8].contains(index) {
        #expect(try WrittenMovie.number(of: #require(sample.storedPicture), among: 12) == index)
      }
    }
  }

  @Test("A writer without decodable images fails with the error of the decoder")
  func noPicture() async throws {
    try await TemporaryFolder.with { folder in
      let writer = try AVAssetWriter(outputURL: folder.url.appending(path: "movie.mov"), fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      writer.add(input)
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for index in 0..<3 { input.append(try FailingDecoder().sample(at: WrittenMovie.time(index))) }
      await writer.finishWriting()
      #expect(writer.status == .failed)
      let error = try #require(writer.error as? AVError)
      #expect(error.description.contains("Damage"), "\(error)")
    }
  }

  @Test(
    "A decreasing time ends the writer, and earlier images stay in the file",
    arguments: [false, true])
  func backwards(waitsForSound: Bool) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      writer.add(input)
      if waitsForSound { writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: nil)) }
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for index in [0, 1, 2, 3, 2, 4] where input.isReadyForMoreMediaData {
        input.append(try WrittenMovie.frame(index))
      }
      if !waitsForSound { await writer.finishWriting() }
      // The encoder holds all images until more samples arrive.
      while writer.status == .writing { await Task.yield() }
      #expect(writer.status == .failed)
      let error = try #require(writer.error as? AVError)
      #expect(error.description.contains("not after the preceding time"), "\(error)")
      let samples = try await WrittenMovie.samples(url)
      #expect(samples.map(\.presentationTimeStamp) == (0...3).map { WrittenMovie.time($0) })
    }
  }

  @Test(
    "Fragments that are too long are rejected before the first sample", arguments: [2_148, CMTimeValue.max])
  func fragments(seconds: CMTimeValue) throws {
    try TemporaryFolder.with { folder in
      let writer = try AVAssetWriter(outputURL: folder.url.appending(path: "movie.mov"), fileType: .mov)
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings))
      writer.movieFragmentInterval = CMTime(value: seconds, timescale: 1)
      #expect(!writer.startWriting() && writer.status == .failed)
      #expect((writer.error as? AVError)?.description.contains("movieFragmentInterval") == true)
      #expect(folder.contents.isEmpty)
    }
  }

  @Test("The longest fragments are accepted, and so is an interval of zero", arguments: [2_147, 0])
  func longFragments(seconds: CMTimeValue) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      writer.add(input)
      writer.movieFragmentInterval = CMTime(value: seconds, timescale: 1)
      try #require(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for index in 0..<4 { try await WrittenMovie.append(WrittenMovie.frame(index), to: input) }
      await writer.finishWriting()
      #expect(try await WrittenMovie.samples(url).count == 4)
    }
  }
}
