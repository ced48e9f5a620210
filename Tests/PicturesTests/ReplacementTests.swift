import CPictureFixtures
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

/// Tests of the owner, group and permissions of a replaced file.
struct ReplacementTests {
  private static let isRoot = geteuid() == 0
  private static let nobody: uid_t = 65_534

  private func write(_ path: String) throws {
    try PNGEncoder().encode(PixelBuffer(.grey, 2, 1, bytes: [7, 7])).write(to: path)
  }

  private func status(_ path: String) -> stat {
    var status = stat()
    lstat(path, &status)
    return status
  }

  @Test(arguments: [0o4777, 0o2755, 0o1644, 0o6711] as [mode_t])
  func setIDAndStickyBitsAreDropped(mode: mode_t) throws {
    try TemporaryFolder.with { folder in
      let path = folder.file("a.png", [1]).path
      chmod(path, mode)
      try write(path)
      #expect(status(path).st_mode & 0o7777 == mode & 0o777)
    }
  }

  @Test(.enabled(if: isRoot))
  func aFileOfAnotherUserKeepsItsOwner() throws {
    try TemporaryFolder.with { folder in
      let path = folder.file("a.png", [1]).path
      chown(path, Self.nobody, Self.nobody)
      chmod(path, 0o4777)
      try write(path)
      let status = status(path)
      #expect(status.st_uid == Self.nobody && status.st_gid == Self.nobody)
      #expect(status.st_mode & 0o7777 == 0o777)
      #expect(folder.contents == ["a.png"])
    }
  }

  @Test(.enabled(if: isRoot))
  func filesPlantedByAnotherUserAreNotWritten() throws {
    try TemporaryFolder.with { folder in
      folder.file("kept.png", [1])
      let open = folder.path("open")
      mkdir(open, 0o700)
      let link = open + "/link.png"
      symlink("../kept.png", link)
      lchown(link, Self.nobody, Self.nobody)
      let planted = folder.file("open/planted.png", [1]).path
      chown(planted, Self.nobody, Self.nobody)
      // In a private folder, other users cannot have planted a file.
      try write(link)
      chmod(open, 0o1777)
      folder.file("kept.png", [1])
      for path in [link, planted] {
        let error = pictureError { try write(path) }
        #expect(error?.errno == EACCES)
        #expect(error?.reason == "the file belongs to another user, in a folder that all users can write to")
      }
      #expect(status(folder.path("kept.png")).st_size == 1)
      #expect(status(planted).st_size == 1)
      lchown(link, geteuid(), getegid())
      try write(link)
      #expect(status(folder.path("kept.png")).st_size > 1)
    }
  }

  /// Replaces a file as an unprivileged user, and returns the error.
  private func writeAsNobody(_ path: String) throws -> PictureError? {
    let errors = try onThreads(1) { _ -> PictureError? in
      guard fixture_become_user(Self.nobody) else { return nil }
      do { try write(path) } catch { return error as? PictureError }
      return nil
    }
    return errors.compactMap(\.self).first
  }

  @Test(.enabled(if: isRoot))
  func aFileWhoseOwnerCannotBeKeptIsNotReplaced() throws {
    try TemporaryFolder.with { folder in
      chmod(folder.path(""), 0o777)
      let path = folder.file("a.png", [1]).path
      chmod(path, 0o666)
      let error = try writeAsNobody(path)
      #expect(error?.code == .cannotWrite)
      #expect(error?.errno == EPERM)
      #expect(error?.reason == "the file belongs to another user and its owner cannot be kept")
      #expect(status(path).st_size == 1)
      #expect(folder.contents == ["a.png"])
    }
  }

  @Test(.enabled(if: isRoot))
  func theGroupHasTheRightsOfOthersIfItCannotBeKept() throws {
    try TemporaryFolder.with { folder in
      chmod(folder.path(""), 0o777)
      let path = folder.file("a.png", [1]).path
      chown(path, Self.nobody, 0)
      chmod(path, 0o664)
      let error = try writeAsNobody(path)
      #expect(error == nil)
      #expect(status(path).st_size > 1)
      #expect(status(path).st_gid == Self.nobody)
      #expect(status(path).st_mode & 0o7777 == 0o644)
    }
  }

  @Test func aNewFileHasTheDefaultModeOfTheProcess() throws {
    try TemporaryFolder.with { folder in
      let like = open(folder.path("like"), O_WRONLY | O_CREAT, 0o666)
      close(like)
      try write(folder.path("a.png"))
      #expect(status(folder.path("a.png")).st_mode == status(folder.path("like")).st_mode)
    }
  }
}
