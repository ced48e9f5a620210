import Fixtures
import FoundationEssentials
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem
import Testing

@Suite("Work limits of movies")
struct MovieLimitTests {
  @Test("Reading ends between frames when the limit is reached")
  func frames() throws {
    let reader = try TestMovie.reader(TestMovie.bytes())
    let limit = WorkLimit()
    try limit.run {
      for _ in 0..<3 { _ = try reader.nextSample() }
      limit.cancel()
      #expect(TestMovie.read(reader).error?.code == .cancelled)
    }
  }

  @Test("Opening a movie ends when the limit is reached")
  func opening() throws {
    let bytes = try TestMovie.bytes()
    let limit = WorkLimit(cpuTime: .zero)
    let error = #expect(throws: MovieError.self) { try limit.run { try TestMovie.reader(bytes) } }
    #expect(error?.code == .deadlineExceeded)
  }

  @Test("A header is not searched for in a terabyte of zeros", .timeLimit(.minutes(20)))
  func blankHeaders() throws {
    let zeros = [UInt8](repeating: 0, count: 4)
    let heads: [[UInt8]] = [
      // Matroska, AVI, a transport stream, a program stream and MP4.
      [0x1a, 0x45, 0xdf, 0xa3, 0x93, 0x42, 0x82, 0x88] + Array("matroska".utf8) + [0x42, 0x87, 0x81, 1],
      Array("RIFF".utf8) + [0xff, 0xff, 0xff, 0x7f] + Array("AVI LIST".utf8) + [0xff, 0xff, 0xff, 0x7f]
        + Array("hdrl".utf8),
      [0x47, 0x40, 0, 0x10] + [UInt8](repeating: 0xff, count: 184) + [0x47, 0x40, 0, 0x10],
      [0, 0, 1, 0xba, 0x44, 0, 4, 0, 4, 1, 0, 0, 3, 0xf8],
      [0, 0, 0, 24] + Array("ftypisom".utf8) + zeros + Array("isommp42".utf8),
    ]
    for head in heads {
      try TemporaryFolder.with { folder in
        let path = folder.file("movie", head).path
        try #require(truncate(path, 1_000_000_000_000) == 0)
        #expect(throws: MovieError.self) { try MovieReader(contentsOf: path) }
      }
    }
  }

  @Test("A movie before a terabyte of zeros is read, and then ends as damaged", .timeLimit(.minutes(20)))
  func blankEnd() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mkv")
      try TestMovie.write(path, times: TestMovie.steadyTimes(10))
      let count = TestMovie.read(try MovieReader(contentsOf: path)).samples.count
      try #require(truncate(path, 1_000_000_000_000) == 0)
      let read = TestMovie.read(try MovieReader(contentsOf: path))
      #expect(read.samples.count == count && count > 0)
      #expect(read.error != nil)
    }
  }
}
