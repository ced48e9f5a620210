import AVFoundation
import Fixtures
import Foundation
import Testing

@Suite("Readiness of asset writer inputs", .timeLimit(.minutes(20)))
struct AssetWriterReadinessTests {
  /// Starts a writer with a number of video inputs.
  private func begun(_ url: URL, inputs count: Int = 1) throws -> (AVAssetWriter, [AVAssetWriterInput]) {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    for _ in 0..<count {
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings))
    }
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    return (writer, writer.inputs)
  }

  @Test("An input is not ready without a session, after its end, or for other media")
  func session() async throws {
    try await TemporaryFolder.with { folder in
      let writer = try AVAssetWriter(outputURL: folder.url.appending(path: "movie.mov"), fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings)
      writer.add(video)
      #expect(try !video.isReadyForMoreMediaData && !video.append(WrittenMovie.frame(0)))
      try #require(writer.startWriting())
      #expect(try !video.isReadyForMoreMediaData && !video.append(WrittenMovie.frame(0)))
      writer.startSession(atSourceTime: .zero)
      #expect(try video.isReadyForMoreMediaData && video.append(WrittenMovie.frame(0)))
      #expect(!video.append(try WrittenMovie.sound(10, at: 0)))
      video.markAsFinished()
      #expect(try !video.isReadyForMoreMediaData && !video.append(WrittenMovie.frame(1)))
      await writer.finishWriting()
      #expect(writer.status == .completed)
    }
  }

  @Test("An input accepts six images besides the one that is being encoded")
  func limit() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let (writer, inputs) = try begun(url)
      let held = DelayedDecoder()
      #expect(inputs[0].append(try held.sample(at: .zero)))
      #expect(inputs[0].append(try WrittenMovie.frame(1)))
      await held.waitForDecoding()
      for index in 2...6 {
        #expect(inputs[0].isReadyForMoreMediaData)
        #expect(inputs[0].append(try WrittenMovie.frame(index)))
      }
      #expect(try !inputs[0].isReadyForMoreMediaData && !inputs[0].append(WrittenMovie.frame(7)))
      held.release()
      try await WrittenMovie.append(WrittenMovie.frame(7), to: inputs[0])
      await writer.finishWriting()
      #expect(try await WrittenMovie.samples(url).count == 8)
    }
  }

  @Test("A block that is called on readiness runs on its queue and appends all its samples")
  func requests() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let (writer, inputs) = try begun(url)
      let video = inputs[0]
      let held = DelayedDecoder()
      let given = Log<Int>()
      let calls = Log<Bool>()
      let queue = DispatchQueue(label: "frames")
      let key = DispatchSpecificKey<Bool>()
      queue.setSpecific(key: key, value: true)
      await withCheckedContinuation { continuation in
        video.requestMediaDataWhenReady(on: queue) {
          calls.append(DispatchQueue.getSpecific(key: key) ?? false)
          while video.isReadyForMoreMediaData, given.count < 60 {
            let index = given.count
            let frame = try? index == 0 ? held.sample(at: .zero) : WrittenMovie.frame(index)
            guard let frame, video.append(frame) else { break }
            given.append(index)
          }
          // The input cannot be ready for all samples while the first blocks the encoder.
          held.release()
          guard given.count == 60 else { return }
          video.markAsFinished()
          writer.finishWriting { continuation.resume() }
        }
      }
      #expect(writer.status == .completed)
      #expect(calls.count > 1 && calls.all.allSatisfy(\.self))
      #expect(try await WrittenMovie.samples(url).count == 60)
    }
  }

  @Test("Ending the session makes an input ready, and its block is called")
  func roomByEnding() async throws {
    try await TemporaryFolder.with { folder in
      let (writer, inputs) = try begun(folder.url.appending(path: "movie.mov"), inputs: 2)
      let held = DelayedDecoder()
      #expect(inputs[0].append(try held.sample(at: .zero)))
      #expect(inputs[0].append(try WrittenMovie.frame(1)))
      // The encoder is blocked from here on.
      await held.waitForDecoding()
      let video = inputs[1]
      let queue = DispatchQueue(label: "frames")
      let given = Log<Int>()
      let (calls, continuation) = AsyncStream<Int>.makeStream()
      video.requestMediaDataWhenReady(on: queue) {
        while video.isReadyForMoreMediaData, given.count < 6 {
          guard let frame = try? WrittenMovie.frame(given.count), video.append(frame) else { break }
          given.append(given.count)
        }
        // Reported after everything that follows the call.
        queue.async { continuation.yield(given.count) }
      }
      var counts = calls.makeAsyncIterator()
      #expect(await counts.next() == 6)
      #expect(!video.isReadyForMoreMediaData)
      writer.endSession(atSourceTime: WrittenMovie.time(1))
      #expect(await counts.next() == 6)
      held.release()
      for input in inputs { input.markAsFinished() }
      await writer.finishWriting()
      #expect(writer.status == .completed)
    }
  }
}
