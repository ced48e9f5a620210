import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

struct KilledProcessTests {
  @Test(arguments: ["mp4", "mov", "mkv"])
  func moviesOfKilledProcessesArePlayable(fileExtension: String) throws {
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
      // The encoder may hold 1.5 of 10 s, and the last fragment is lost.
      #expect(samples.count >= written - 30 - 45)
      // The process was killed between two writes, or during a write.
      #expect(error == nil || error?.code == .truncated || error?.code == .corrupt)
      // Two reordered frames can be lost together with the next fragment.
      let whole = samples.count - 3
      let scale = try #require(samples.first?.presentationTimeStamp.timescale)
      let times = (0..<whole).map { MediaTime(value: Int64($0), timescale: 30).convertScale(scale) }
      let read = samples.map(\.presentationTimeStamp)
      #expect(Array(read.prefix(whole)) == times)
      #expect(read == read.sorted())
    }
  }
}
