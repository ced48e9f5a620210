import Fixtures
import Foundation
import MediaSamples
import Movies
import Testing

/// The file that a movie is written to, and who else has to do with it.
struct MovieFileTests {
  private let replacing = MovieWritingOptions(replacesExistingFile: true)

  @Test func whoRunsItIsNotSetByAFileThatIsWrittenOver() throws {
    try TemporaryFolder.with { folder in
      let path = folder.file("movie.mp4", [1]).path
      chmod(path, 0o6755)
      try TestMovie.write(path, times: TestMovie.steadyTimes(1), options: replacing)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o755)
    }
  }
}
