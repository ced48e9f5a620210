import Fixtures
import Foundation
import MediaSamples
import Movies
import Testing

struct KilledProcessTests {
  @Test(arguments: ["mp4", "mov", "mkv"])
  func aMovieWhoseProcessIsKilledCanBePlayed(fileExtension: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      let process = Process()
      process.executableURL = Command(built: "movie-process").executable
      process.arguments = ["write", path]
      let frames = Pipe()
      process.standardOutput = frames
      try process.run()
      var written = 0
      while written < 300 {
        let some = frames.fileHandleForReading.availableData.count
        guard some > 0 else { break }
        written += some
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      let (samples, error) = TestMovie.read(try MovieReader(contentsOf: path))
      // Of ten seconds, the encoder may hold one and a half, and the last fragment is lost.
      #expect(samples.count >= written - 30 - 45)
      let times = (0..<samples.count).map { MediaTime(value: Int64($0), timescale: 30) }
      let scale = try #require(samples.first?.presentationTimeStamp.timescale)
      #expect(samples.map(\.presentationTimeStamp) == times.map { $0.convertScale(scale) })
      // It was killed between two writes, or in the middle of one.
      #expect(error == nil || error?.code == .truncated || error?.code == .corrupt)
    }
  }
}
