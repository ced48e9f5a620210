import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

struct MovieReaderTests {
  @Test func theHeaderDescribesTheMovie() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      try TestMovie.write(path, times: TestMovie.steadyTimes(50, rate: 25))
      let info = try MovieReader(contentsOf: path).info
      #expect(info.codec == .h264)
      #expect(info.dimensions == TestMovie.size)
      #expect(info.timescale == 25)
      #expect(info.nominalFrameRate == 25)
      #expect(info.estimatedFrameCount == 50)
      #expect(info.startTime == .zero)
      #expect(info.duration == MediaTime(value: 2, timescale: 1))
    }
  }

  @Test func framesAreNumberedFromZeroAndEndWithNil() throws {
    let reader = try TestMovie.reader(TestMovie.bytes(times: TestMovie.steadyTimes(5)))
    let (samples, error) = TestMovie.read(reader)
    #expect(error == nil)
    #expect(samples.map(\.sequenceNumber) == [0, 1, 2, 3, 4])
    #expect(samples.allSatisfy { $0.duration == MediaTime(value: 1, timescale: 30) })
    #expect(try reader.nextSample() == nil)
  }

  @Test func framesAreAvailableAsAnAsyncSequence() async throws {
    let reader = try TestMovie.reader(TestMovie.bytes(times: TestMovie.steadyTimes(5)))
    var times: [MediaTime] = []
    for try await sample in reader.samples { times.append(sample.presentationTimeStamp) }
    #expect(times == TestMovie.steadyTimes(5))
  }

  @Test(arguments: ["mp4", "mov", "mkv", "avi"])
  func seekingIsFrameExact(fileExtension: String) throws {
    let times = TestMovie.steadyTimes(75, rate: 25)
    let options = MovieWritingOptions(maxKeyFrameInterval: 20, expectedFrameRate: 25)
    let reader = try TestMovie.reader(TestMovie.bytes(fileExtension, times: times, options: options))
    let scene = MovingPicture(TestMovie.size)
    for index in [74, 0, 41, 40, 39, 19, 20, 21, 1, 73] {
      // The first of two frames is shown until the second.
      try reader.seek(to: times[index] + MediaTime(value: 1, timescale: 100))
      let sample = try #require(try reader.nextSample())
      #expect(sample.presentationTimeStamp == times[index])
      #expect(sample.sequenceNumber == (index == 0 ? 0 : nil))
      #expect(try sample.image().peakSignalToNoiseRatio(to: scene.picture(index)) > 25)
      #expect(try reader.nextSample()?.presentationTimeStamp == (index < 74 ? times[index + 1] : nil))
    }
  }

  @Test func timesOutsideTheMovieSelectTheFirstOrLastFrame() throws {
    let times = TestMovie.steadyTimes(10).map { $0 + MediaTime(value: 2, timescale: 1) }
    let reader = try TestMovie.reader(TestMovie.bytes(times: times))
    for time in [MediaTime.zero, MediaTime(value: -5, timescale: 1), MediaTime(value: Int64.min + 1, timescale: 1)]
    {
      try reader.seek(to: time)
      #expect(try reader.nextSample()?.presentationTimeStamp == times[0])
    }
    for time in [MediaTime(value: 3, timescale: 1), MediaTime(value: Int64.max, timescale: 1)] {
      try reader.seek(to: time)
      #expect(try reader.nextSample()?.presentationTimeStamp == times[9])
      #expect(try reader.nextSample() == nil)
    }
    #expect(throws: MovieError.self) { try reader.seek(to: .invalid) }
  }

  @Test func writingToAFrameLeavesOtherFramesUnchanged() throws {
    let bytes = try TestMovie.bytes(options: MovieWritingOptions(allowsFrameReordering: false))
    let (expected, _) = TestMovie.read(try TestMovie.reader(bytes))
    let reader = try TestMovie.reader(bytes)
    for sample in expected {
      var next = try #require(try reader.nextSample())
      #expect(try next.image().peakSignalToNoiseRatio(to: sample.image()) == .infinity)
      try next.updateImage { picture in
        try picture.withUnsafeMutablePlane(0) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
      }
    }
  }

  @Test func framesOutliveTheirReader() throws {
    let sample = try TestMovie.reader(TestMovie.bytes()).nextSample()
    #expect(try #require(sample).image().peakSignalToNoiseRatio(to: MovingPicture(TestMovie.size).picture(0)) > 25)
  }

  @Test func framesHaveTheColorMatrixOfTheMovie() throws {
    let video = try TestMovie.reader(TestMovie.bytes()).nextSample()
    #expect(video?.format.pixelFormat == .i420)
    #expect(video?.format.colorMatrix == .bt709)
    let jpeg = try TestMovie.reader(TestMovie.bytes(options: MovieWritingOptions(codec: .jpeg))).nextSample()
    #expect(jpeg?.format.pixelFormat == .i420FullRange)
    #expect(jpeg?.format.colorMatrix == .bt601)
  }

  @Test func cancellingEndsReading() throws {
    let reader = try TestMovie.reader(TestMovie.bytes())
    #expect(try reader.nextSample() != nil)
    reader.cancel()
    for _ in 0..<2 {
      let error = #expect(throws: MovieError.self) { try reader.nextSample() }
      #expect(error?.code == .cancelled)
    }
  }

  @Test func cancellingFromAnotherThreadEndsReading() throws {
    let reader = try TestMovie.reader(TestMovie.bytes())
    let hasBegun = DispatchSemaphore(value: 0)
    let outcomes = try onThreads(2) { thread in
      Result {
        guard thread == 0 else {
          try hasBegun.wait(for: "the first sample")
          return reader.cancel()
        }
        while true {
          defer { hasBegun.signal() }
          if try reader.nextSample() == nil { try reader.seek(to: .zero) }
        }
      }
    }
    #expect { try outcomes[0].get() } throws: { ($0 as? MovieError)?.code == .cancelled }
  }

  @Test func theThreadCountDoesNotChangeTheFrames() throws {
    let bytes = try TestMovie.bytes()
    let data = try DataBuffer(copying: bytes.span.bytes)
    let alone = TestMovie.read(try MovieReader(data)).samples
    let many = TestMovie.read(try MovieReader(data, options: MovieReadingOptions(threadCount: 4))).samples
    #expect(alone.map(\.presentationTimeStamp) == many.map(\.presentationTimeStamp))
    for (left, right) in zip(alone, many) {
      #expect(try left.image().peakSignalToNoiseRatio(to: right.image()) == .infinity)
    }
  }

  @Test func framesAboveTheLimitAreRejected() throws {
    let bytes = try TestMovie.bytes()
    let data = try DataBuffer(copying: bytes.span.bytes)
    let options = MovieReadingOptions(maximumPixelCount: 96 * 63)
    let error = #expect(throws: MovieError.self) {
      let reader = try MovieReader(data, options: options)
      _ = try reader.nextSample()
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func limitErrorsContainTheHintOfTheOptions() throws {
    let bytes = try TestMovie.bytes()
    let data = try DataBuffer(copying: bytes.span.bytes)
    let error = #expect(throws: MovieError.self) {
      let reader = try MovieReader(data, options: MovieReadingOptions(maximumPixelCount: 1, hint: "take --more"))
      _ = try reader.nextSample()
    }
    #expect(error?.code == .tooLarge && error?.hint == "take --more")
  }

  @Test func memoryStaysConstantOverTenThousandFrames() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      try TestMovie.write(path, times: TestMovie.steadyTimes(100))
      // By default the address sanitizer retains freed memory.
      let outcome = try Command(at: "/usr/bin/env").run([
        "ASAN_OPTIONS=quarantine_size_mb=0:thread_local_quarantine_size_kb=0",
        Command(built: "movie-process").executable.path, "read", path,
      ])
      let growth = try #require(outcome.lines.first.flatMap { Int($0) }, "\(outcome.errors)")
      #expect(growth < 1 << 20)
    }
  }
}
