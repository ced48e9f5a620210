import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePages
import OpenCapturePictures
import OpenCaptureSystem

/// A source of frames from files.
enum FileFrameSource: Sendable {
  /// A movie, opened for each run.
  case movie(String, MovieReadingOptions)
  /// A movie opened by the caller.
  case reader(RewindableMovie)
  /// A sequence of picture files.
  case pictures([String], each: MediaTime)
  /// An encoded picture of the caller, and the pixel format to decode to.
  case picture(EncodedPicture, PixelFormat)
  /// One page of a file opened by the caller.
  case page(Int, PicturePages)

  /// A function that returns the next frame, or nil after the last.
  typealias Next = @Sendable () throws(CaptureError) -> SampleBuffer?

  /// Opens the first file and returns a function that reads its frames.
  func open() throws(CaptureError) -> Next {
    switch self {
    case .movie(let path, let options):
      let movie = try withCaptureError(path) { try MovieReader(contentsOf: path, options: options) }
      return { () throws(CaptureError) in try withCaptureError(path) { try movie.nextSample() } }
    case .reader(let movie):
      try withCaptureError(movie.name) { try movie.rewind() }
      return { () throws(CaptureError) in try withCaptureError(movie.name) { try movie.next() } }
    case .pictures(let paths, let duration):
      return numbered { (number) throws(CaptureError) in
        guard number < paths.count else { return nil }
        var sample = try withCaptureError(paths[number]) { try SampleBuffer(pictureAt: paths[number]) }
        sample.timing = SampleTiming(presentationTimeStamp: duration * number, duration: duration)
        sample.sequenceNumber = UInt64(number)
        return sample
      }
    case .picture(let encoded, let format):
      return single(encoded.name) {
        let picture = try encoded.decoded(PictureReadingOptions(pixelFormat: format, acceptsDamage: true))
        return (SampleBuffer(pixelBuffer: picture.pixelBuffer, orientation: picture.orientation), picture.damage)
      }
    case .page(let number, let pages):
      return single(pages.name) {
        let page = try pages.page(number)
        return (page.sampleBuffer, page.damage)
      }
    }
  }

  /// Returns a function that delivers one picture and then throws its damage, if any.
  private func single(
    _ name: String, _ picture: @escaping @Sendable () throws -> (SampleBuffer, damage: PictureError?)
  ) -> Next {
    let damage = Locked(Damage())
    return numbered { (number) throws(CaptureError) in
      try withCaptureError(name) {
        guard number == 0 else {
          if let error = damage.withLock({ $0.error.take() }) { throw error }
          return nil
        }
        let (sample, error) = try picture()
        damage.withLock { $0.error = error }
        return sample
      }
    }
  }

  private struct Damage: Lockable {
    var error: PictureError?
  }

  private func numbered(_ frame: @escaping @Sendable (Int) throws(CaptureError) -> SampleBuffer?) -> Next {
    let nextNumber = Locked(0)
    return { () throws(CaptureError) in
      try frame(
        nextNumber.withLock { nextNumber in
          defer { nextNumber += 1 }
          return nextNumber
        })
    }
  }
}

/// An open movie that starts again from its beginning in each run.
final class RewindableMovie: Sendable {
  let name: String
  private let movie: any MovieFrameReader
  private let hasBegun = Locked(false)

  init(_ movie: any MovieFrameReader, name: String) {
    self.movie = movie
    self.name = name
  }

  /// Seeks to the beginning unless nothing has been read.
  func rewind() throws(MovieError) {
    guard hasBegun.withLock({ $0 }) else { return }
    try movie.seek(to: movie.info.startTime.isNumeric ? movie.info.startTime : .zero, toleranceBefore: .zero)
  }

  func next() throws(MovieError) -> SampleBuffer? {
    hasBegun.withLock { $0 = true }
    guard var sample = try movie.nextSample() else { return nil }
    // A still picture has no time stamp.
    if movie.info.isStillPicture {
      sample.timing = SampleTiming()
      sample.sequenceNumber = nil
    }
    return sample
  }
}

/// Returns the value of `body`, and rethrows its errors as a `CaptureError`.
func withCaptureError<Value>(_ path: String, _ body: () throws -> Value) throws(CaptureError) -> Value {
  do { return try body() } catch let error as MovieError where error.code == .tooLarge {
    throw CaptureError(.mediaTooLarge, subject: path, error)
  } catch {
    throw CaptureError(.mediaFailed, subject: path, error)
  }
}

/// A source of sound from a file.
enum FileSoundSource: Sendable {
  /// A file, opened for each run.
  case file(String)
  /// A movie opened by the caller and its name for errors; the position of its pictures is unaffected.
  case movie(MovieReader, name: String)

  private var name: String {
    switch self {
    case .file(let name), .movie(_, let name): name
    }
  }

  /// Opens the file and reads until its sound format is known.
  ///
  /// - Returns: The format, nil for a file without sound, and a function that returns the next sample.
  func open() throws(CaptureError) -> (format: FormatDescription?, next: FileFrameSource.Next) {
    let name = name
    guard let reader = try withCaptureError(name, { try reader() }) else { return (nil, { nil }) }
    let first = try withCaptureError(name) { try reader.nextSample() }
    let beginning = Locked(Beginning(sample: first))
    return (
      first?.format,
      { () throws(CaptureError) in
        if let first = beginning.withLock({ $0.sample.take() }) { return first }
        return try withCaptureError(name) { try reader.nextSample() }
      }
    )
  }

  private struct Beginning: Lockable {
    var sample: SampleBuffer?
  }

  private func reader() throws(MovieError) -> AudioReader? {
    switch self {
    case .file(let path): try AudioReader(contentsOf: path)
    case .movie(let movie, _): try movie.audioReader()
    }
  }
}
