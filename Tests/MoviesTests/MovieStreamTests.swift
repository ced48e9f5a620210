import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite("Movies in streams")
struct MovieStreamTests {
  private let scene = MovingPicture(TestMovie.size)

  private func write(to descriptor: Int32, as container: MovieContainer) throws {
    let first = try scene.sample(0, at: .zero)
    let writer = try MovieWriter(writing: descriptor, as: container, for: first)
    for frame in 0..<10 {
      try writer.append(scene.sample(frame, at: MediaTime(value: Int64(frame), timescale: 30)))
    }
    try writer.finish()
  }

  @Test(
    "A stream is appended to the existing contents of a file",
    arguments: [MovieContainer.matroska, .webM, .mp4, .quickTime])
  func behind(container: MovieContainer) throws {
    try TemporaryFolder.with { folder in
      let file = folder.file("a", Array("before".utf8))
      let handle = try FileHandle(forWritingTo: file)
      try handle.seekToEnd()
      try write(to: handle.fileDescriptor, as: container)
      // The descriptor stays open, positioned after the movie.
      try handle.write(contentsOf: Data("after".utf8))
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(bytes.starts(with: Array("before".utf8)) && bytes.suffix(5).elementsEqual("after".utf8))
      let (samples, _) = TestMovie.read(try TestMovie.reader(Array(bytes.dropFirst(6).dropLast(5))))
      #expect(samples.count == 10)
    }
  }

  @Test("AVI is rejected for streams, with a hint about other containers")
  func refused() {
    let error = #expect(throws: MovieError.self) { try write(to: 1, as: .avi) }
    #expect(error?.code == .invalidOption && error?.hint == "use Matroska")
  }

  @Test("A full stream fails with the system's errno")
  func full() throws {
    let device = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let error = #expect(throws: MovieError.self) { try write(to: device.fileDescriptor, as: .matroska) }
    #expect(error?.code == .cannotWrite && error?.errno == ENOSPC && error?.subject == "standard output")
  }
}
