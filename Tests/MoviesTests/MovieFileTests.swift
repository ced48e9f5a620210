import Fixtures
import Foundation
import OpenCaptureMovies
import Testing

/// Locking, permissions and replacement of movie files.
struct MovieFileTests {
  private let replacing = MovieWritingOptions(replacesExistingFile: true)

  @Test func aFileInUseCannotBeWrittenAgain() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      let times = TestMovie.steadyTimes(30)
      let scene = MovingPicture(TestMovie.size)
      let writer = try MovieWriter(path, for: scene.sample(0, at: times[0]))
      try writer.append(scene.sample(0, at: times[0]))
      let before = try TestMovie.contents(path)
      let error = #expect(throws: MovieError.self) { try TestMovie.write(path, times: times, options: replacing) }
      #expect(error?.code == .cannotWrite)
      #expect(error?.errno == EWOULDBLOCK)
      #expect(error?.reason == "another writer is using the file, in this or another process")
      let after = try TestMovie.contents(path)
      #expect(after == before)
      for (index, time) in times.enumerated().dropFirst() { try writer.append(scene.sample(index, at: time)) }
      try writer.finish()
      #expect(TestMovie.read(try MovieReader(contentsOf: path)).samples.count == 30)
      // The first writer is finished, but not deallocated.
      try TestMovie.write(path, times: TestMovie.steadyTimes(2), options: replacing)
      #expect(TestMovie.read(try MovieReader(contentsOf: path)).samples.count == 2)
      _ = writer
    }
  }

  @Test func aFileInUseByAnotherProcessCannotBeWritten() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mkv")
      let (process, frames) = try TestMovie.startWriting(path)
      // The other process has written its first frame.
      #expect(!frames.availableData.isEmpty)
      let error = #expect(throws: MovieError.self) {
        try TestMovie.write(path, times: TestMovie.steadyTimes(1), options: replacing)
      }
      #expect(error?.errno == EWOULDBLOCK)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try TestMovie.write(path, times: TestMovie.steadyTimes(1), options: replacing)
      #expect(TestMovie.read(try MovieReader(contentsOf: path)).samples.count == 1)
    }
  }

  @Test func replacingAFileClearsItsSetUserIDBit() throws {
    try TemporaryFolder.with { folder in
      let path = folder.file("movie.mp4", [1]).path
      chmod(path, 0o6755)
      try TestMovie.write(path, times: TestMovie.steadyTimes(1), options: replacing)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o755)
    }
  }

  @Test(.enabled(if: geteuid() == 0))
  func filesOfOtherUsersInSharedFoldersAreNotWritten() throws {
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
