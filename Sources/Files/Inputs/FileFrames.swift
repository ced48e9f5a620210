import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePages
import OpenCapturePictures
import OpenCaptureSystem

/// Where frames of files come from.
enum FileFrames: Sendable {
  /// A movie, opened anew each time.
  case movie(String, MovieReadingOptions)
  /// A movie that somebody opened.
  case reader(OpenedMovie)
  /// Pictures, one after the other.
  case pictures([String], each: MediaTime)
  /// A picture that somebody opened, and what it is decoded to.
  case picture(EncodedPicture, PixelFormat)
  /// A page of a file that somebody opened.
  case page(Int, PicturePages)

  /// Gives one frame after the other, and nil behind the last.
  typealias Next = @Sendable () throws(CaptureError) -> SampleBuffer?

  /// Opens the first file.
  func open() throws(CaptureError) -> Next {
    switch self {
    case .movie(let path, let options):
      let movie = try failing(path) { try MovieReader(contentsOf: path, options: options) }
      return { () throws(CaptureError) in try failing(path) { try movie.nextSample() } }
    case .reader(let movie):
      try failing(movie.name) { try movie.rewind() }
      return { () throws(CaptureError) in try failing(movie.name) { try movie.next() } }
    case .pictures(let paths, let duration):
      return numbered { (number) throws(CaptureError) in
        guard number < paths.count else { return nil }
        var sample = try failing(paths[number]) { try SampleBuffer(pictureAt: paths[number]) }
        sample.timing = SampleTiming(presentationTimeStamp: duration * number, duration: duration)
        sample.sequenceNumber = UInt64(number)
        return sample
      }
    case .picture(let encoded, let format):
      return single(encoded.name) {
        let picture = try encoded.decoded(PictureReadingOptions(pixelFormat: format, acceptsDamage: true))
        return (SampleBuffer(imageBuffer: picture.pixelBuffer, orientation: picture.orientation), picture.damage)
      }
    case .page(let number, let pages):
      return single(pages.name) {
        let page = try pages.page(number)
        return (page.sampleBuffer, page.damage)
      }
    }
  }

  /// Gives one picture; what is wrong with it comes behind what there is of it.
  private func single(
    _ name: String, _ picture: @escaping @Sendable () throws -> (SampleBuffer, damage: PictureError?)
  ) -> Next {
    let damage = Locked(Damage())
    return numbered { (number) throws(CaptureError) in
      try failing(name) {
        guard number == 0 else { return try damage.withLock { try $0.throwOnce() } }
        let (sample, error) = try picture()
        damage.withLock { $0.error = error }
        return sample
      }
    }
  }

  private struct Damage: Lockable {
    var error: PictureError?

    /// Nothing, where there is none any more.
    mutating func throwOnce() throws(PictureError) -> SampleBuffer? {
      if let error = error.take() { throw error }
      return nil
    }
  }

  private func numbered(
    _ frame: @escaping @Sendable (Int) throws(CaptureError) -> SampleBuffer?
  ) -> Next {
    let turn = Locked(0)
    return { () throws(CaptureError) in
      try frame(
        turn.withLock { turn in
          defer { turn += 1 }
          return turn
        })
    }
  }
}

/// A movie that is read from its beginning, and again from there when it is streamed again.
final class OpenedMovie: Sendable {
  let name: String
  private let movie: MovieReader
  private let hasBegun = Locked(false)

  init(_ movie: MovieReader, name: String) { (self.movie, self.name) = (movie, name) }

  /// Goes back to the beginning, where anything was read before.
  func rewind() throws(MovieError) {
    guard hasBegun.withLock({ $0 }) else { return }
    try movie.seek(to: movie.info.startTime.isNumeric ? movie.info.startTime : .zero)
  }

  func next() throws(MovieError) -> SampleBuffer? {
    hasBegun.withLock { $0 = true }
    guard var sample = try movie.nextSample() else { return nil }
    // A picture is shown at no time.
    if movie.info.isStillPicture { (sample.timing, sample.sequenceNumber) = (SampleTiming(), nil) }
    return sample
  }
}

/// What `body` gives; what it throws, as an error of capture.
func failing<Value>(_ path: String, _ body: () throws -> Value) throws(CaptureError) -> Value {
  do { return try body() } catch let error as MovieError where error.code == .tooLarge {
    throw CaptureError(.mediaTooLarge, subject: path, error)
  } catch {
    throw CaptureError(.mediaFailed, subject: path, error)
  }
}
