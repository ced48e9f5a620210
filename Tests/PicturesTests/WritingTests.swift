import Fixtures
import Glibc
import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

struct WritingTests {
  private func encoded(_ grey: UInt8) throws -> EncodedPicture {
    try PNGEncoder().encode(PixelBuffer(.grey, 2, 1, bytes: [grey, grey]))
  }

  private func grey(_ path: String) throws -> UInt8 {
    try EncodedPicture(contentsOf: path).decoded(as: .grey).bytes()[0]
  }

  @Test func aFileIsReplacedWithoutLeavingOthers() throws {
    try TemporaryFolder.with { folder in
      try encoded(7).write(to: folder.path("a.png"))
      #expect(try grey(folder.path("a.png")) == 7)
      try encoded(9).write(to: folder.path("a.png"))
      #expect(try grey(folder.path("a.png")) == 9)
      #expect(folder.contents == ["a.png"])
    }
  }

  @Test func aFailureLeavesNothingBehind() throws {
    let picture = try encoded(7)
    try TemporaryFolder.with { folder in
      let error = pictureError { try picture.write(to: folder.path(String(repeating: "a", count: 300))) }
      #expect(error?.errno == ENAMETOOLONG)
      #expect(folder.contents == [])
    }
  }

  @Test func permissionsAreKept() throws {
    try TemporaryFolder.with { folder in
      try encoded(7).write(to: folder.path("a.png"))
      chmod(folder.path("a.png"), 0o640)
      try encoded(9).write(to: folder.path("a.png"))
      var status = stat()
      stat(folder.path("a.png"), &status)
      #expect(status.st_mode & 0o777 == 0o640)
    }
  }

  @Test func aSymbolicLinkIsKept() throws {
    try TemporaryFolder.with { folder in
      try encoded(7).write(to: folder.path("a.png"))
      symlink("a.png", folder.path("link.png"))
      try encoded(9).write(to: folder.path("link.png"))
      #expect(try grey(folder.path("a.png")) == 9)
      var status = stat()
      lstat(folder.path("link.png"), &status)
      #expect(status.st_mode & S_IFMT == S_IFLNK)
    }
  }

  @Test func aDeviceIsWrittenToAndKept() throws {
    try encoded(7).write(to: "/dev/null")
    var status = stat()
    stat("/dev/null", &status)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func theErrorOfAMissingFolderNamesThePath() throws {
    let picture = try encoded(7)
    let error = pictureError { try picture.write(to: "/nowhere/a.png") }
    #expect(error?.code == .cannotWrite)
    #expect(error?.errno == ENOENT)
    #expect(error?.description == "/nowhere/a.png: no such file or directory; check the name")
    #expect(pictureError { try picture.write(to: "/tmp") }?.errno == EISDIR)
    #expect(pictureError { try picture.write(to: "") }?.code == .cannotWrite)
  }

  @Test func aFullDiskIsReported() throws {
    let picture = try encoded(7)
    let error = pictureError { try picture.write(to: "/dev/full") }
    #expect(error?.errno == ENOSPC)
    #expect(
      error?.description
        == "/dev/full: no space left on device; free space there, or choose another folder")
  }

  @Test func aFileInAReadOnlyFolderIsKept() throws {
    let picture = try encoded(7)
    #expect(pictureError { try picture.write(to: "/proc/a.png") }?.code == .cannotWrite)
    try TemporaryFolder.with { folder in
      folder.file("a.png", [1, 2, 3])
      chmod(folder.path(""), 0o500)
      defer { chmod(folder.path(""), 0o700) }
      // Root is allowed to write anywhere.
      guard geteuid() != 0 else { return }
      let error = pictureError { try picture.write(to: folder.path("a.png")) }
      #expect(error?.errno == EACCES)
      #expect(error?.reason == "permission denied")
      #expect(folder.contents == ["a.png"])
    }
  }
}
