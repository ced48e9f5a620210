import Glibc
import OpenCaptureMovies
import Testing

struct MovieErrorTests {
  private func error(_ body: () throws -> Void) -> MovieError? {
    #expect(throws: MovieError.self, performing: body)
  }

  @Test func aMissingFileReportsItsErrno() {
    let error = error { _ = try MovieReader(contentsOf: "/nowhere/movie.mp4") }
    #expect(error?.code == .cannotOpen)
    #expect(error?.errno == ENOENT)
    #expect(error?.description == "/nowhere/movie.mp4: no such file or directory; check the name")
  }

  @Test func foldersAndDevicesAreRejected() {
    #expect(error { _ = try MovieReader(contentsOf: "/tmp") }?.errno == EISDIR)
    #expect(error { _ = try MovieReader(contentsOf: "/dev/null") }?.code == .cannotRead)
    #expect(error { _ = try MovieReader(contentsOf: "") }?.code == .cannotOpen)
    #expect(error { _ = try MovieReader(contentsOf: "a\0b") }?.code == .cannotOpen)
  }

  @Test func textFilesAreRejected() throws {
    let text = Array(String(repeating: "It was a dark and stormy night. ", count: 400).utf8)
    #expect(error { _ = try TestMovie.reader(text) }?.code == .unknownFormat)
    #expect(error { _ = try TestMovie.reader([0]) }?.code == .unknownFormat)
  }

  @Test func playlistsOpenNoOtherFiles() throws {
    let list = Array("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n".utf8)
    #expect(throws: MovieError.self) { try TestMovie.reader(list).nextSample() }
  }

  @Test func audioFilesAreRejected() throws {
    let error = error { _ = try TestMovie.reader(Self.wave) }
    #expect(error?.code == .noVideo)
    #expect(error?.reason == "the file has no video track (wav)")
  }

  @Test func implausibleImageSizesAreReportedAsDamage() throws {
    // A GIF of 16,000 by 16,000 pixels that contains one pixel.
    let gif: [UInt8] =
      Array("GIF89a".utf8) + [0x80, 0x3e, 0x80, 0x3e, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff]
      + [0x21, 0xf9, 4, 1, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]
    let error = error { _ = try TestMovie.reader(gif).nextSample() }
    #expect(error?.code == .corrupt)
    #expect(error?.reason.contains("16000×16000 pixels are not possible in 43 bytes") == true)
  }

  /// A WAVE file with 0.1 s of silence in 8-bit PCM.
  private static let wave: [UInt8] = {
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    let format: [UInt8] = [1, 0, 1, 0] + word(8000) + word(8000) + [1, 0, 8, 0]
    let body = Array("WAVEfmt ".utf8) + word(16) + format + Array("data".utf8) + word(800)
    return Array("RIFF".utf8) + word(UInt32(body.count + 800)) + body + [UInt8](repeating: 0x80, count: 800)
  }()
}
