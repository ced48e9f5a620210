import FoundationEssentials
import Fixtures
import Glibc
import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

struct FileTests {
  private let file = PNGFixture(5, 4, colourType: 2, depth: 8).file

  private func error(_ path: String) -> PictureError? {
    pictureError { _ = try EncodedPicture(contentsOf: path) }
  }

  @Test func theFormatDoesNotDependOnTheFileName() throws {
    try TemporaryFolder.with { folder in
      let path = folder.file("picture.jpg", file).path
      let picture = try Picture(contentsOf: path)
      #expect(picture.info.format == .png)
      #expect(picture.pixelBuffer.dimensions == VideoDimensions(width: 5, height: 4))
    }
  }

  @Test func aPathMayContainAnyBytes() throws {
    try TemporaryFolder.with { folder in
      let path = Array(folder.url.path.utf8) + [UInt8(ascii: "/"), 0xff, 0xfe, 0x20]
      try EncodedPicture(file).write(toPath: path)
      #expect(try EncodedPicture(contentsOfPath: path).decoded().info.format == .png)
    }
  }

  @Test func theErrorOfAMissingFileNamesIt() {
    let error = error("/nowhere/a.png")
    #expect(error?.code == .cannotOpen)
    #expect(error?.errno == ENOENT)
    #expect(error?.description == "/nowhere/a.png: no such file or directory; check the name")
  }

  @Test func foldersAndDevicesAreErrors() {
    #expect(error("/")?.code == .cannotRead)
    #expect(error("/")?.errno == EISDIR)
    #expect(error("/dev/zero")?.reason == "this is a device, not a picture")
    #expect(error("/dev/null")?.code == .empty)
    #expect(error("")?.code == .cannotOpen)
    #expect(error("a\0b")?.code == .cannotOpen)
  }

  @Test func aPipeIsReadUpToItsEnd() throws {
    let large = try PNGEncoder(compressionLevel: 0).encode(
      PixelBuffer(format: .grey, width: 900, height: 900))
    let bytes = large.data.withUnsafeBytes { Array($0) }
    let picture = try reading(bytes) { descriptor in try EncodedPicture(reading: descriptor) }
    #expect(picture.data.count == bytes.count)
    #expect(picture.name == "standard input")
    #expect(try picture.decoded().pixelBuffer.width == 900)
  }

  @Test func anEndlessPipeStopsAtTheLimit() throws {
    let bytes = [UInt8](repeating: 80, count: 200_000)
    let error = try reading(bytes) { descriptor in
      pictureError {
        _ = try EncodedPicture(reading: descriptor, limits: PictureLimits(maximumByteCount: 100_000))
      }
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func aClosedDescriptorIsAnError() {
    let error = pictureError { _ = try EncodedPicture(reading: -1) }
    #expect(error?.code == .cannotRead)
    #expect(error?.errno == EBADF)
  }

  /// Calls `body` with the reading end of a pipe that a thread writes `bytes` to.
  ///
  /// The pipe is in non-blocking mode, as shells may leave it.
  private func reading<Result>(_ bytes: [UInt8], _ body: (Int32) throws -> Result) throws -> Result {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let writer = PipeWriter(descriptor: ends[1], bytes: bytes)
    writer.start()
    defer {
      close(ends[0])
      writer.join()
    }
    return try body(ends[0])
  }
}
