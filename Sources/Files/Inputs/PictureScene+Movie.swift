public import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import OpenCaptureMediaSamples
public import OpenCaptureMovies

extension PictureScene {
  /// Shows a movie at its own pace, and then again from its beginning.
  ///
  /// Where the movie is damaged, what can be read of it is shown.
  ///
  /// - Parameter movie: Nobody else reads from it.
  /// - Throws: `MovieError` where there is no frame in it that can be decoded.
  public init(movie: MovieReader) throws(MovieError) {
    let loop = Locked(try MovieLoop(movie))
    self.init { moment in
      let sample = try loop.withLock { try $0.frame(at: moment.time.seconds) }
      return try sample.image(as: .nv12).uprightCopy(sample.orientation)
    }
  }
}

/// A movie that is played again and again.
struct MovieLoop: Lockable, Sendable {
  private let movie: MovieReader
  private let beginning: Double
  /// When this round began, in seconds.
  private var roundStart = 0.0
  private var current: SampleBuffer
  /// The frame that comes after ``current``; nil behind the last one.
  private var upcoming: SampleBuffer?
  /// How long the frame before ``current`` was seen, in seconds.
  private var step = 1.0 / 30

  init(_ movie: MovieReader) throws(MovieError) {
    self.movie = movie
    guard let first = try movie.nextSample() else {
      throw MovieError(.noVideo, subject: "movie", reason: "there is no frame in it")
    }
    current = first
    beginning = first.presentationTimeStamp.isNumeric ? first.presentationTimeStamp.seconds : 0
    upcoming = next()
  }

  /// The frame that is seen so many seconds after the beginning.
  mutating func frame(at seconds: Double) throws(MovieError) -> SampleBuffer {
    if seconds < roundStart + place(of: current) { try rewind(to: min(seconds, roundStart)) }
    while true {
      if let frame = upcoming {
        guard roundStart + place(of: frame) <= seconds else { return current }
        step = place(of: frame) - place(of: current)
        (current, upcoming) = (frame, next())
        continue
      }
      let length = place(of: current) + max(lastDuration, 0.001)
      guard roundStart + length <= seconds else { return current }
      let rounds = ((seconds - roundStart) / length).rounded(.down)
      try rewind(to: roundStart + max(1, rounds) * length)
    }
  }

  /// How long the last frame is seen: as long as it says, or the one before it was, which files often say better.
  private var lastDuration: Double { max(current.duration.isNumeric ? current.duration.seconds : 0, step) }

  private func place(of sample: SampleBuffer) -> Double {
    sample.presentationTimeStamp.isNumeric ? sample.presentationTimeStamp.seconds - beginning : 0
  }

  /// The next frame; nil where there is none, or none that can be read.
  private func next() -> SampleBuffer? { try? movie.nextSample() }

  private mutating func rewind(to start: Double) throws(MovieError) {
    try movie.seek(to: MediaTime(seconds: beginning, preferredTimescale: 1_000_000))
    if let first = try movie.nextSample() { current = first }
    (roundStart, upcoming) = (start, next())
  }
}
