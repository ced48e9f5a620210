import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem
import Testing

@Suite("Movies that are given up")
struct MovieLimitTests {
  @Test("Reading ends between frames where the limit is reached")
  func frames() throws {
    let reader = try TestMovie.reader(TestMovie.bytes())
    let limit = WorkLimit()
    try limit.run {
      for _ in 0..<3 { _ = try reader.nextSample() }
      limit.cancel()
      #expect(TestMovie.read(reader).error?.code == .cancelled)
    }
  }

  @Test("So does opening one")
  func opening() throws {
    let bytes = try TestMovie.bytes()
    let limit = WorkLimit(cpuTime: .zero)
    let error = #expect(throws: MovieError.self) { try limit.run { try TestMovie.reader(bytes) } }
    #expect(error?.code == .deadlineExceeded)
  }
}
