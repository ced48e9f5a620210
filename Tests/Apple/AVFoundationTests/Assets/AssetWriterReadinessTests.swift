import AVFoundation
import Fixtures
import Foundation
import Testing

@Suite("Room in the inputs of asset writers", .timeLimit(.minutes(5)))
struct AssetWriterReadinessTests {
  /// A writer that has begun with so many inputs for pictures.
  private func begun(_ url: URL, inputs count: Int = 1) throws -> (AVAssetWriter, [AVAssetWriterInput]) {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    for _ in 0..<count {
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMovie.settings))
    }
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    return (writer, writer.inputs)
  }

  @Test("There is none without a session and behind the end, and not for other samples")
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

  @Test("There is room for six pictures beside the one that is encoded, and again when that is done")
  func limit() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let (writer, inputs) = try begun(url)
      let held = DecodedLater()
      #expect(inputs[0].append(try held.sample(at: .zero)))
      #expect(inputs[0].append(try WrittenMovie.frame(1)))
      await held.isWanted()
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

  @Test("A block that is called whenever there is room gives all that it has")
  func requests() async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      let (writer, inputs) = try begun(url)
      let (video, held) = (inputs[0], DecodedLater())
      let (given, calls) = (Log<Int>(), Log<Int>())
      await withCheckedContinuation { continuation in
        video.requestMediaDataWhenReady(on: DispatchQueue(label: "frames")) {
          calls.append(given.count)
          while video.isReadyForMoreMediaData, given.count < 60 {
            let index = given.count
            let frame = try? index == 0 ? held.sample(at: .zero) : WrittenMovie.frame(index)
            guard let frame, video.append(frame) else { break }
            given.append(index)
          }
          // There isn't room for all at once, as long as the first is in the way.
          held.release()
          guard given.count == 60 else { return }
          video.markAsFinished()
          writer.finishWriting { continuation.resume() }
        }
      }
      #expect(writer.status == .completed)
      #expect(calls.count > 1)
      #expect(try await WrittenMovie.samples(url).count == 60)
    }
  }

  @Test("Who waits for room is asked when an end of the session makes some")
  func roomByEnding() async throws {
    try await TemporaryFolder.with { folder in
      let (writer, inputs) = try begun(folder.url.appending(path: "movie.mov"), inputs: 2)
      let held = DecodedLater()
      #expect(inputs[0].append(try held.sample(at: .zero)))
      #expect(inputs[0].append(try WrittenMovie.frame(1)))
      // From here on nothing is encoded.
      await held.isWanted()
      let (video, queue, given) = (inputs[1], DispatchQueue(label: "frames"), Log<Int>())
      let (calls, continuation) = AsyncStream<Int>.makeStream()
      video.requestMediaDataWhenReady(on: queue) {
        while video.isReadyForMoreMediaData, given.count < 6 {
          guard let frame = try? WrittenMovie.frame(given.count), video.append(frame) else { break }
          given.append(given.count)
        }
        // Not before all is done that follows the call.
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
