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

  @Test(.enabled(if: geteuid() == 0))
  func whatAnotherUserMayHavePlantedIsNotWrittenTo() throws {
    try TemporaryFolder.with { folder in
      folder.file("kept.mp4", [1])
      let open = folder.path("open")
      mkdir(open, 0o700)
      chmod(open, 0o1777)
      symlink("../kept.mp4", open + "/link.mp4")
      lchown(open + "/link.mp4", 65_534, 65_534)
      let planted = folder.file("open/planted.mp4", [1]).path
      chown(planted, 65_534, 65_534)
      for path in [open + "/link.mp4", planted] {
        let error = #expect(throws: MovieError.self) {
          try TestMovie.write(path, times: TestMovie.steadyTimes(1), options: replacing)
        }
        #expect(error?.errno == EACCES)
        let kept = try TestMovie.contents(path)
        #expect(kept == [1])
      }
    }
  }
}
