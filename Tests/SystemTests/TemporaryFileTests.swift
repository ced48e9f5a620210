import Fixtures
import Foundation
import Testing
@testable import OpenCaptureSystem

struct UnfinishedFileTests {
  /// Calls `body` with the descriptor of a folder.
  private func with(_ folder: TemporaryFolder, _ body: (Int32) throws -> Void) throws {
    let descriptor = open(folder.url.path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    try body(descriptor)
  }

  private func begin(in folder: Int32, avoidsNames: Bool) throws -> TemporaryFile {
    let file = try TemporaryFile(in: folder, mode: 0o600, avoidsNames: avoidsNames)
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 100_000, alignment: 1)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 7)
    try file.write(UnsafeRawBufferPointer(bytes))
    return file
  }

  @Test(arguments: [true, false])
  func anUnfinishedFileLeavesNothingBehind(avoidsNames: Bool) throws {
    try TemporaryFolder.with { folder in
      try with(folder) { descriptor in
        let file = try begin(in: descriptor, avoidsNames: avoidsNames)
        _ = consume file
        #expect(folder.contents == [])
      }
    }
  }

  @Test(arguments: [true, false])
  func aFinishedFileReplacesTheFileOfItsName(avoidsNames: Bool) throws {
    try TemporaryFolder.with { folder in
      let old = folder.file("a", [1]).path
      chmod(old, 0o644)
      var status = stat()
      stat(old, &status)
      try with(folder) { descriptor in
        let file = try begin(in: descriptor, avoidsNames: avoidsNames)
        try file.takeOwnership(of: status)
        try file.finish(as: Array("a".utf8CString))
      }
      #expect(folder.contents == ["a"])
      stat(old, &status)
      #expect(status.st_size == 100_000)
      #expect(status.st_mode & 0o7777 == 0o644)
    }
  }

  @Test func aReplacementIsCreatedWithThePermissionsThatItKeeps() throws {
    try TemporaryFolder.with { folder in
      try with(folder) { descriptor in
        var old = stat()
        old.st_mode = S_IFREG | 0o4764
        old.st_gid = getegid()
        #expect(TemporaryFile.mode(forReplacing: old, in: descriptor) == 0o764)
        // Another group gets the permissions of others.
        old.st_gid += 1
        #expect(TemporaryFile.mode(forReplacing: old, in: descriptor) == 0o744)
      }
    }
  }

  @Test func aHiddenFileIsPrivateFromTheStart() throws {
    try TemporaryFolder.with { folder in
      try with(folder) { descriptor in
        let file = try begin(in: descriptor, avoidsNames: false)
        let hidden = folder.contents.first ?? ""
        #expect(hidden.hasPrefix(".opencapture-"))
        var status = stat()
        stat(folder.path(hidden), &status)
        #expect(status.st_mode & 0o7777 == 0o600)
        _ = consume file
      }
    }
  }

  /// As for processes that are killed while they write.
  @Test func anUnfinishedFileHasNoNameIfTheSystemSupportsIt() throws {
    try TemporaryFolder.with { folder in
      try with(folder) { descriptor in
        // Not every file system supports it.
        let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
        let probe = openat(descriptor, ".", O_WRONLY | unnamed, 0o600)
        guard probe >= 0 else { return }
        close(probe)
        let file = try begin(in: descriptor, avoidsNames: true)
        #expect(folder.contents == [])
        _ = consume file
      }
    }
  }
}
