import Fixtures
import Foundation
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

struct MovieWriterTests {
  @Test(arguments: ["mp4", "mov", "m4v"], [true, false])
  func timesAreWrittenExactly(fileExtension: String, reorders: Bool) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      let times = TestMovie.irregularTimes.map { $0 + MediaTime(value: 12_345, timescale: 90_000) }
      try TestMovie.write(path, times: times, options: MovieWritingOptions(allowsFrameReordering: reorders))
      let (samples, error) = TestMovie.read(try MovieReader(contentsOf: path))
      #expect(error == nil)
      #expect(samples.map(\.presentationTimeStamp) == times)
      #expect(samples.allSatisfy { $0.presentationTimeStamp.timescale == 90_000 })
    }
  }

  @Test(arguments: [VideoCodecType.h264, .mpeg4, .jpeg, .hevc])
  func codecsWithTheirOwnTimeBaseKeepTimes(codec: VideoCodecType) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      try TestMovie.write(path, times: TestMovie.irregularTimes, options: MovieWritingOptions(codec: codec))
      let reader = try MovieReader(contentsOf: path)
      #expect(reader.info.codec == codec)
      #expect(TestMovie.read(reader).samples.map(\.presentationTimeStamp) == TestMovie.irregularTimes)
    }
  }

  @Test(arguments: ["mkv", "webm"])
  func matroskaRoundsTimesToMilliseconds(fileExtension: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      let settings = try TestMovie.write(path, times: TestMovie.irregularTimes)
      #expect(settings.timescale == 1000)
      let samples = TestMovie.read(try MovieReader(contentsOf: path)).samples
      #expect(samples.map(\.presentationTimeStamp) == TestMovie.irregularTimes.map { $0.convertScale(1000) })
    }
  }

  @Test func aviUsesTheExpectedFrameRate() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.avi")
      let times = (0..<30).map { MediaTime(value: Int64($0) * 1001, timescale: 30_000) }
      try TestMovie.write(path, times: times, options: MovieWritingOptions(expectedFrameRate: 29.97))
      #expect(TestMovie.read(try MovieReader(contentsOf: path)).samples.map(\.presentationTimeStamp) == times)
    }
  }

  @Test(arguments: [
    ("mp4", VideoCodecType.h264), ("mp4", .mpeg4), ("mp4", .jpeg), ("mp4", .hevc), ("mov", .h264), ("mov", .hevc),
    ("mkv", .h264), ("mkv", .mpeg4), ("mkv", .jpeg), ("mkv", .hevc), ("webm", .vp8), ("webm", .vp9),
    ("avi", .h264), ("avi", .mpeg4), ("avi", .jpeg),
  ])
  func writtenFramesAreReadBack(fileExtension: String, codec: VideoCodecType) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      let times = TestMovie.steadyTimes(30)
      let settings = try TestMovie.write(
        path, times: times, options: MovieWritingOptions(codec: codec, quality: 0.9))
      #expect(settings.codec == codec)
      let samples = TestMovie.read(try MovieReader(contentsOf: path)).samples
      #expect(samples.count == times.count)
      for (index, sample) in samples.enumerated() {
        let peakSignalToNoiseRatio = try sample.image().peakSignalToNoiseRatio(
          to: MovingPicture(TestMovie.size).picture(index))
        #expect(peakSignalToNoiseRatio > 30, "frame \(index)")
      }
    }
  }

  @Test(arguments: PixelFormat.supported)
  func anyPixelFormatCanBeWritten(format: PixelFormat) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      let scene = MovingPicture(TestMovie.size)
      let source = try scene.sample(3, at: .zero)
      guard PixelFormat.conversionTargets.contains(format) else { return }
      let sample = SampleBuffer(
        pixelBuffer: try source.image(as: format), colorMatrix: .bt709,
        timing: SampleTiming(presentationTimeStamp: .zero))
      let writer = try MovieWriter(path, for: sample, options: MovieWritingOptions(quality: 1))
      try writer.append(sample)
      try writer.finish()
      let read = try #require(TestMovie.read(try MovieReader(contentsOf: path)).samples.first)
      #expect(try read.image().peakSignalToNoiseRatio(to: sample.image()) > 33)
    }
  }

  @Test func aHigherQualityCreatesALargerFile() throws {
    let sizes = try [0, 0.5, 1].map { quality in
      try TestMovie.bytes(options: MovieWritingOptions(quality: quality)).count
    }
    #expect(sizes[0] < sizes[1])
    #expect(sizes[1] < sizes[2])
  }

  @Test(arguments: ImageOrientation.allCases, ["mp4", "mov"])
  func theFileStoresTheOrientation(orientation: ImageOrientation, fileExtension: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      try TestMovie.write(path, times: TestMovie.steadyTimes(3), orientation: orientation)
      let reader = try MovieReader(contentsOf: path)
      #expect(reader.info.orientation == orientation)
      #expect(reader.info.dimensions == TestMovie.size)
      #expect(TestMovie.read(reader).samples.map(\.orientation) == [orientation, orientation, orientation])
    }
  }

  @Test(arguments: ImageOrientation.allCases)
  func pixelsAreRotatedIfTheFileCannotStoreTheOrientation(orientation: ImageOrientation) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mkv")
      let settings = try TestMovie.write(
        path, times: TestMovie.steadyTimes(1), orientation: orientation, options: MovieWritingOptions(quality: 1))
      #expect(settings.orientation == .up)
      #expect(settings.dimensions == TestMovie.size.upright(orientation))
      let sample = try #require(TestMovie.read(try MovieReader(contentsOf: path)).samples.first)
      #expect(sample.orientation == .up)
      let expected = try MovingPicture(TestMovie.size).picture(0).uprightCopy(orientation)
      #expect(try sample.image().peakSignalToNoiseRatio(to: expected) > 30)
    }
  }

  @Test func framesInAnotherOrientationAreRotated() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      let scene = MovingPicture(TestMovie.size)
      let first = try scene.sample(0, at: .zero, orientation: .right)
      let writer = try MovieWriter(path, for: first, options: MovieWritingOptions(quality: 1))
      try writer.append(first)
      let time = MediaTime(value: 1, timescale: 30)
      try writer.append(scene.sample(1, at: time, orientation: .left))
      try writer.finish()
      let last = try #require(TestMovie.read(try MovieReader(contentsOf: path)).samples.last)
      #expect(last.orientation == .right)
      let expected = try scene.picture(1).uprightCopy(.left)
      #expect(try last.image().uprightCopy(.right).peakSignalToNoiseRatio(to: expected) > 30)
    }
  }

  @Test(arguments: [VideoCodecType.h264, .mpeg4, .jpeg, .hevc])
  func oddSizesKeepTheirContents(codec: VideoCodecType) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      let odd = VideoDimensions(width: 95, height: 63)
      let settings = try TestMovie.write(
        path, times: TestMovie.steadyTimes(2), dimensions: odd,
        options: MovieWritingOptions(codec: codec, quality: 1))
      #expect(settings.dimensions == odd)
      let isEven = codec == .h264 || codec == .hevc
      let encoded = isEven ? VideoDimensions(width: 96, height: 64) : odd
      #expect(settings.encodedDimensions == encoded)
      let sample = try #require(TestMovie.read(try MovieReader(contentsOf: path)).samples.first)
      #expect(sample.format.videoDimensions == encoded)
      let picture = try sample.image().cropped(x: 0, y: 0, width: 95, height: 63)
      #expect(try picture.peakSignalToNoiseRatio(to: MovingPicture(odd).picture(0)) > 30)
    }
  }

  @Test(arguments: [VideoCodecType.h264, .hevc], 1...4)
  func theShortestMoviesKeepTheirTimes(codec: VideoCodecType, count: Int) throws {
    // Uninitialized memory is not always wrong, so repeat the test.
    for _ in 0..<10 {
      try TemporaryFolder.with { folder in
        let path = folder.path("movie.mp4")
        let times = TestMovie.steadyTimes(count)
        try TestMovie.write(path, times: times, options: MovieWritingOptions(codec: codec))
        let samples = TestMovie.read(try MovieReader(contentsOf: path)).samples
        #expect(samples.map(\.presentationTimeStamp) == times)
      }
    }
  }

  @Test func aFileIsReplacedOnlyIfRequested() throws {
    try TemporaryFolder.with { folder in
      let path = folder.file("movie.mp4", [1, 2, 3]).path
      let error = #expect(throws: MovieError.self) {
        try TestMovie.write(path, times: TestMovie.steadyTimes(1))
      }
      #expect(error?.code == .fileExists)
      let untouched = try Data(contentsOf: URL(filePath: path))
      #expect(untouched == Data([1, 2, 3]))
      try TestMovie.write(
        path, times: TestMovie.steadyTimes(1), options: MovieWritingOptions(replacesExistingFile: true))
      #expect(TestMovie.read(try MovieReader(contentsOf: path)).samples.count == 1)
    }
  }

  @Test func theFileStaysUnchangedIfEncodingCannotStart() throws {
    try TemporaryFolder.with { folder in
      let existing = folder.file("there.webm", [1, 2, 3]).path
      // The width exceeds the limit of VP8.
      for path in [existing, folder.path("new.webm")] {
        let error = #expect(throws: MovieError.self) {
          try TestMovie.write(
            path, times: TestMovie.steadyTimes(1), dimensions: VideoDimensions(width: 16_384, height: 2),
            options: MovieWritingOptions(codec: .vp8, replacesExistingFile: true))
        }
        #expect(error?.code == .noEncoder)
      }
      let untouched = try Data(contentsOf: URL(filePath: existing))
      #expect(untouched == Data([1, 2, 3]))
      #expect(folder.contents == ["there.webm"])
    }
  }

  @Test func framesThatDoNotFitAreRejectedAndOthersAccepted() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      let scene = MovingPicture(TestMovie.size)
      let large = MovingPicture(VideoDimensions(width: 100, height: 64))
      let times = TestMovie.steadyTimes(3)
      let writer = try MovieWriter(path, for: scene.sample(0, at: times[0]))
      try writer.append(scene.sample(0, at: times[1]))
      for misfit in try [
        scene.sample(1, at: times[1]), scene.sample(1, at: times[0]), scene.sample(1, at: .invalid),
        scene.sample(1, at: -times[1]), large.sample(1, at: times[2]),
      ] {
        let error = #expect(throws: MovieError.self) { try writer.append(misfit) }
        #expect(error?.code == .invalidFrame)
      }
      try writer.append(scene.sample(1, at: times[2]))
      try writer.finish()
      let samples = TestMovie.read(try MovieReader(contentsOf: path)).samples
      #expect(samples.map(\.presentationTimeStamp) == Array(times[1...]))
      let error = #expect(throws: MovieError.self) {
        try writer.append(scene.sample(2, at: MediaTime(value: 9, timescale: 1)))
      }
      #expect(error?.code == .invalidFrame)
    }
  }

  @Test(arguments: ["mp4", "mkv", "avi"])
  func aMovieWithoutFramesIsAnError(fileExtension: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      try TestMovie.write(path, times: [])
      #expect(throws: MovieError.self) {
        let reader = try MovieReader(contentsOf: path)
        _ = try reader.nextSample()
      }
    }
  }

  @Test func cameraTimesNeedNotStartAtZero() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      let start = MediaTime(value: 86_400_123_456_789, timescale: 1_000_000_000)
      let scene = MovingPicture(TestMovie.size)
      let writer = try MovieWriter(path, for: scene.sample(0, at: start))
      writer.startSession(atSourceTime: start)
      // A slow producer can leave minutes between two frames.
      let steps = [0, 33_367_000, 66_733_000, 900_000_000_000].map {
        MediaTime(value: $0, timescale: 1_000_000_000)
      }
      for (index, step) in steps.enumerated() { try writer.append(scene.sample(index, at: start + step)) }
      try writer.finish()
      #expect(TestMovie.read(try MovieReader(contentsOf: path)).samples.map(\.presentationTimeStamp) == steps)
    }
  }

  @Test func aFullDiskReportsItsErrno() throws {
    let scene = MovingPicture(VideoDimensions(width: 320, height: 240))
    let folder = FileManager.default.temporaryDirectory.appending(path: "opencapture-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "full.mkv").path
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    var options = MovieWritingOptions(codec: .jpeg, replacesExistingFile: true)
    options.movieFragmentInterval = MediaTime(value: 1, timescale: 10)
    let error = #expect(throws: MovieError.self) {
      let writer = try MovieWriter(path, for: scene.sample(0, at: .zero), options: options)
      for (index, time) in TestMovie.steadyTimes(60).enumerated() {
        try writer.append(scene.sample(index, at: time))
      }
      try writer.finish()
    }
    #expect(error?.code == .cannotWrite)
    #expect(error?.errno == ENOSPC)
    #expect(error?.hint == "free space there, or choose another folder")
  }

  @Test(arguments: ["mp4", "mov", "mkv", "avi"])
  func anUnfinishedMovieIsReadable(fileExtension: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      let scene = MovingPicture(TestMovie.size)
      let times = TestMovie.steadyTimes(120)
      var options = MovieWritingOptions(allowsFrameReordering: false)
      options.movieFragmentInterval = MediaTime(value: 1, timescale: 1)
      let writer = try MovieWriter(path, for: scene.sample(0, at: times[0]), options: options)
      for (index, time) in times.enumerated() { try writer.append(scene.sample(index, at: time)) }
      // The encoder and the last fragment may hold 2 of 4 s.
      let samples = TestMovie.read(try MovieReader(contentsOf: path)).samples
      #expect(samples.count >= 60)
      let expected = times.prefix(samples.count).map { $0.convertScale(writer.settings.timescale) }
      #expect(samples.map(\.presentationTimeStamp) == expected)
      withExtendedLifetime(writer) {}
    }
  }

  @Test(arguments: [
    MovieWritingOptions(quality: 1.1), MovieWritingOptions(averageBitRate: 0), MovieWritingOptions(timescale: 0),
    MovieWritingOptions(maxKeyFrameInterval: 0), MovieWritingOptions(expectedFrameRate: .nan),
    MovieWritingOptions(codec: .vp9), MovieWritingOptions(movieFragmentInterval: .zero),
    MovieWritingOptions(movieFragmentInterval: MediaTime(value: 2_148, timescale: 1)),
    MovieWritingOptions(movieFragmentInterval: MediaTime(value: .max, timescale: 1)),
    MovieWritingOptions(threadCount: -1),
  ])
  func invalidOptionsAreRejected(options: MovieWritingOptions) throws {
    try TemporaryFolder.with { folder in
      let error = #expect(throws: MovieError.self) {
        try TestMovie.write(folder.path("movie.mp4"), times: [.zero], options: options)
      }
      #expect(error?.code == .invalidOption)
      #expect(folder.contents.isEmpty)
    }
  }

  @Test func unknownFilenameExtensionsAreRejected() {
    let error = #expect(throws: MovieError.self) { try TestMovie.write("/tmp/movie.txt", times: [.zero]) }
    #expect(error?.code == .invalidOption)
    #expect(error?.hint?.contains(".mp4") == true)
  }
}
