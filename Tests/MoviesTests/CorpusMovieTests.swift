import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite(.enabled(if: Corpus.faceVideos != nil, "the corpus is not available"))
struct CorpusMovieTests {
  private static let movies =
    (Corpus.faceVideos.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? [])
    .filter { ["mp4", "mkv", "webm"].contains(($0 as NSString).pathExtension) }.sorted()

  private func path(_ movie: String) throws -> String { try #require(Corpus.faceVideos) + "/" + movie }

  @Test(arguments: movies)
  func videosAreReadToTheEnd(movie: String) throws {
    let reader = try MovieReader(contentsOf: path(movie))
    var count = 0
    var last = MediaTime.negativeInfinity
    while let sample = try reader.nextSample() {
      #expect(sample.presentationTimeStamp > last)
      #expect(sample.pixelBuffer?.dimensions == reader.info.dimensions)
      #expect(sample.sequenceNumber == UInt64(count))
      count += 1
      last = sample.presentationTimeStamp
    }
    #expect(count > 0)
  }

  @Test(arguments: movies)
  func seekingReturnsTheSameFrameAsReading(movie: String) throws {
    let reader = try MovieReader(contentsOf: path(movie))
    var times: [MediaTime] = []
    while let sample = try reader.nextSample() { times.append(sample.presentationTimeStamp) }
    for index in stride(from: times.count - 1, through: 0, by: -max(1, times.count / 12)) {
      try reader.seek(to: times[index])
      #expect(try reader.nextSample()?.presentationTimeStamp == times[index])
      #expect(try reader.nextSample()?.presentationTimeStamp == (index + 1 < times.count ? times[index + 1] : nil))
    }
  }
}
