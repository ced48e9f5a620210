import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

struct KilledProcessTests {
  @Test(arguments: ["mp4", "mov", "mkv"])
  func aMovieWhoseProcessIsKilledCanBePlayed(fileExtension: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      let (process, frames) = try TestMovie.startWriting(path)
      var written = 0
      while written < 300 {
        let some = frames.availableData.count
        guard some > 0 else { break }
        written += some
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      let (samples, error) = TestMovie.read(try MovieReader(contentsOf: path))
      // Of ten seconds, the encoder may hold one and a half, and the last fragment is lost.
      #expect(samples.count >= written - 30 - 45)
      // It was killed between two writes, or in the middle of one.
      #expect(error == nil || error?.code == .truncated || error?.code == .corrupt)
      // Of two frames that are stored behind one that is shown after them, any can be lost with the next fragment.
      let whole = samples.count - 3
      let scale = try #require(samples.first?.presentationTimeStamp.timescale)
      let times = (0..<whole).map { MediaTime(value: Int64($0), timescale: 30).convertScale(scale) }
      let read = samples.map(\.presentationTimeStamp)
      #expect(Array(read.prefix(whole)) == times)
      #expect(read == read.sorted())
    }
  }
}
