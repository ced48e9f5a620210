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
}
