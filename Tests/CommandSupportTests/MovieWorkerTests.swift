import Fixtures
import FoundationEssentials
import Glibc
import OpenCaptureIsolation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem
import Testing

@testable import OpenCaptureCommandSupport

@Suite("Movies in worker processes")
struct MovieWorkerTests {
  private let spawner: WorkerSpawner

  init() throws { spawner = try WorkerSpawner(program: Command(built: "viewfinder").executable.path) }

  private func open(
    _ path: String, isOver: @escaping @Sendable () -> Bool = { false }
  ) throws -> WorkerMovieReader {
    try WorkerMovieReader(
      OwnedDescriptor(Glibc.open(path, O_RDONLY | O_CLOEXEC)), name: "film", MovieReadingOptions(), spawner,
      isLocked: true, isOver: isOver)
  }

  /// Writes a movie of 90 frames at 30 per second.
  private func write(_ path: String) throws {
    let scene = MovingPicture(VideoDimensions(width: 176, height: 144))
    let writer = try MovieWriter(path, for: scene.sample(0, at: .zero))
    for frame in 0..<90 {
      try writer.append(scene.sample(frame, at: MediaTime(value: Int64(frame), timescale: 30)))
    }
    try writer.finish()
  }

  /// Checks that frames are equal, with all that is said of them.
  private func expectEqual(_ sample: SampleBuffer?, _ expected: SampleBuffer?, _ place: Comment) {
    #expect(sample?.pixelBuffer?.pixels == expected?.pixelBuffer?.pixels, place)
    #expect(sample?.format == expected?.format && sample?.timing == expected?.timing, place)
    #expect(sample?.sequenceNumber == expected?.sequenceNumber, place)
    #expect(sample?.orientation == expected?.orientation, place)
  }

  @Test("A worker decodes the same frames from the same places, and frames remain readable after its end")
  func frames() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("film.mp4")
      try write(path)
      let own = try MovieReader(contentsOf: path)
      var kept: [SampleBuffer] = []
      let pid = try {
        let movie = try open(path)
        #expect(movie.info == own.info)
        var places: Set<UInt?> = []
        while let sample = try movie.nextSample() {
          expectEqual(sample, try own.nextSample(), "a frame")
          places.insert(sample.pixelBuffer?.withUnsafePlane(0) { UInt(bitPattern: $0.baseAddress) })
        }
        #expect(try own.nextSample() == nil)
        #expect(places.count < 40, "the memory of released frames is used again")
        for seconds in [2.0, 0.5, 10] {
          let time = MediaTime(seconds: seconds, preferredTimescale: 30)
          try movie.seek(to: time, toleranceBefore: .zero)
          try own.seek(to: time)
          kept.append(try #require(try movie.nextSample()))
          expectEqual(kept.last, try own.nextSample(), "after a seek to \(seconds) s")
        }
        return movie.pid
      }()
      #expect(kill(pid, 0) != 0, "the worker has ended")
      try own.seek(to: MediaTime(value: 2, timescale: 1))
      #expect(kept[0].pixelBuffer?.pixels == (try own.nextSample())?.pixelBuffer?.pixels)
    }
  }

  @Test("Damage is the same error as without a worker, after the same frames")
  func damage() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("film.mp4")
      try write(path)
      let bytes = try Data(contentsOf: folder.url.appending(path: "film.mp4"))
      folder.file("cut.mp4", Array(bytes.prefix(bytes.count / 2)))
      folder.file("text.mp4", Array("no movie".utf8))
      for name in ["cut.mp4", "text.mp4"] {
        func result(_ open: () throws -> any MovieFrameReader) -> (count: Int, error: MovieError?) {
          var count = 0
          do {
            let movie = try open()
            while try movie.nextSample() != nil { count += 1 }
            return (count, nil)
          } catch {
            return (count, error as? MovieError)
          }
        }
        let own = result { try MovieReader(reading: file(folder.path(name)), name: "film", options: .init()) }
        let other = result { try open(folder.path(name)) }
        #expect(own.error != nil && other.error?.description == own.error?.description, "\(name)")
        #expect(other.error?.code == own.error?.code && other.count == own.count, "\(name)")
      }
    }
  }

  private func file(_ path: String) -> Int32 { Glibc.open(path, O_RDONLY | O_CLOEXEC) }

  @Test("A crash is an error that says so")
  func crash() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("film.mp4")
      try write(path)
      let movie = try open(path)
      _ = try movie.nextSample()
      kill(movie.pid, SIGKILL)
      let error = #expect(throws: MovieError.self) { while true { _ = try movie.nextSample() } }
      #expect(error?.code.name == "crashed" && error?.reason.contains("SIGKILL") == true)
      #expect(throws: MovieError.self) { try movie.seek(to: .zero, toleranceBefore: .zero) }
    }
  }

  @Test("A worker that does not answer is left when its frames are no longer needed")
  func hang() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("film.mp4")
      try write(path)
      let isOver = Locked(false)
      let movie = try open(path) { isOver.withLock { $0 } }
      kill(movie.pid, SIGSTOP)
      let thread = NamedThread(name: "leave") {
        usleep(200_000)
        isOver.withLock { $0 = true }
      }
      let error = #expect(throws: MovieError.self) { try movie.nextSample() }
      #expect(error?.code == .cancelled)
      thread?.join()
    }
  }
}
