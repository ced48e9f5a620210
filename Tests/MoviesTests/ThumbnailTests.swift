import Dispatch
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

struct ThumbnailTests {
  private func generator(orientation: ImageOrientation = .up) throws -> MovieImageGenerator {
    let bytes = try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      try TestMovie.write(
        path, times: TestMovie.steadyTimes(50, rate: 25), orientation: orientation,
        options: MovieWritingOptions(quality: 1, maxKeyFrameInterval: 20))
      return try TestMovie.contents(path)
    }
    return MovieImageGenerator(try TestMovie.reader(bytes))
  }

  @Test func theThumbnailShowsTheFrameAtItsTime() throws {
    let image = try generator().image(at: MediaTime(value: 1010, timescale: 1000))
    #expect(image.actualTime == MediaTime(value: 1, timescale: 1))
    #expect(image.pixelBuffer.format == .bgra)
    #expect(try image.pixelBuffer.peakSignalToNoiseRatio(to: MovingPicture(TestMovie.size).picture(25)) > 30)
  }

  @Test(arguments: ImageOrientation.allCases)
  func thumbnailsAreUprightAndWithinTheMaximumSize(orientation: ImageOrientation) throws {
    var generator = try generator(orientation: orientation)
    generator.maximumSize = VideoDimensions(width: 48, height: 48)
    let image = try generator.image(at: .zero).pixelBuffer
    #expect(image.dimensions == VideoDimensions(width: 48, height: 32).upright(orientation))
    generator.maximumSize = VideoDimensions(width: 4000, height: 4000)
    #expect(try generator.image(at: .zero).pixelBuffer.dimensions == TestMovie.size.upright(orientation))
    generator.appliesPreferredTrackTransform = false
    #expect(try generator.image(at: .zero).pixelBuffer.dimensions == TestMovie.size)
  }

  @Test(arguments: ImageOrientation.allCases)
  func aMaximumOfZeroDoesNotLimitThatSide(orientation: ImageOrientation) throws {
    var generator = try generator(orientation: orientation)
    let upright = TestMovie.size.upright(orientation)
    generator.maximumSize = VideoDimensions(width: upright.width / 2, height: 0)
    let half = VideoDimensions(width: upright.width / 2, height: upright.height / 2)
    #expect(try generator.image(at: .zero).pixelBuffer.dimensions == half)
    generator.maximumSize = VideoDimensions(width: 0, height: upright.height / 2)
    #expect(try generator.image(at: .zero).pixelBuffer.dimensions == half)
    generator.maximumSize = VideoDimensions(width: 0, height: 0)
    #expect(try generator.image(at: .zero).pixelBuffer.dimensions == upright)
  }

  @Test func thumbnailsHaveSquarePixels() throws {
    let bytes = try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      var options = MovieWritingOptions()
      options.pixelAspectRatio = PixelAspectRatio(horizontalSpacing: 4, verticalSpacing: 3)
      try TestMovie.write(path, times: TestMovie.steadyTimes(2, rate: 25), orientation: .right, options: options)
      return try TestMovie.contents(path)
    }
    var generator = MovieImageGenerator(try TestMovie.reader(bytes))
    #expect(try generator.image(at: .zero).pixelBuffer.dimensions == VideoDimensions(width: 64, height: 128))
    generator.maximumSize = VideoDimensions(width: 0, height: 64)
    #expect(try generator.image(at: .zero).pixelBuffer.dimensions == VideoDimensions(width: 32, height: 64))
  }

  @Test func concurrentRequestsReceiveTheirOwnFrames() throws {
    let generator = try generator()
    let wrong = Log<(MediaTime, MediaTime)>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<50 {
        let time = MediaTime(value: Int64((thread * 12 + step * 7) % 50), timescale: 25)
        guard let image = try? generator.image(at: time), image.actualTime != time else { continue }
        wrong.append((time, image.actualTime))
      }
    }
    #expect(wrong.count == 0, "\(wrong.all)")
  }

  @Test func aToleranceSelectsTheKeyFrame() throws {
    var generator = try generator()
    generator.requestedTimeToleranceBefore = .positiveInfinity
    let image = try generator.image(at: MediaTime(value: 30, timescale: 25))
    #expect(image.actualTime == MediaTime(value: 20, timescale: 25))
  }
}
