public import OpenCaptureSystem
import OpenCaptureMediaSamples
public import OpenCaptureMovies

extension PictureScene {
  /// Creates a scene that plays a movie in a loop at its own speed.
  ///
  /// A damaged movie plays as far as it can be read.
  ///
  /// - Parameter movie: The movie, which must have no other reader.
  /// - Throws: `MovieError` when no frame of the movie can be decoded.
  public init(movie: MovieReader) throws(MovieError) {
    let loop = Locked(try MovieLoop(movie))
    self.init { moment in
      let sample = try loop.withLock { try $0.frame(at: moment.time.seconds) }
      return try sample.image(as: .nv12).uprightCopy(sample.orientation)
    }
  }
}

/// A movie played in a loop.
struct MovieLoop: Lockable, Sendable {
  private let movie: MovieReader
  private let beginning: Double
  /// The start of the current round, in seconds.
  private var roundStart = 0.0
  private var current: SampleBuffer
  /// The frame after ``current``; nil after the last one.
  private var upcoming: SampleBuffer?
  /// The duration of the frame before ``current``, in seconds.
  private var step = 1.0 / 30

  init(_ movie: MovieReader) throws(MovieError) {
    self.movie = movie
    guard let first = try movie.nextSample() else {
      throw MovieError(.noVideo, subject: "movie", reason: "the movie has no frame")
    }
    current = first
    beginning = first.presentationTimeStamp.isNumeric ? first.presentationTimeStamp.seconds : 0
    upcoming = next()
  }

  /// Returns the frame visible the given number of seconds after the start.
  mutating func frame(at seconds: Double) throws(MovieError) -> SampleBuffer {
    if seconds < roundStart + place(of: current) { try rewind(to: min(seconds, roundStart)) }
    while true {
      if let frame = upcoming {
        guard roundStart + place(of: frame) <= seconds else { return current }
        step = place(of: frame) - place(of: current)
        current = frame
        upcoming = next()
        continue
      }
      let length = place(of: current) + max(lastDuration, 0.001)
      guard roundStart + length <= seconds else { return current }
      let rounds = ((seconds - roundStart) / length).rounded(.down)
      try rewind(to: roundStart + max(1, rounds) * length)
    }
  }

  /// The longer of the last two frames' durations, in seconds, because many files state the last one too short.
  private var lastDuration: Double { max(current.duration.isNumeric ? current.duration.seconds : 0, step) }

  private func place(of sample: SampleBuffer) -> Double {
    sample.presentationTimeStamp.isNumeric ? sample.presentationTimeStamp.seconds - beginning : 0
  }

  /// The next frame; nil at the end or after a read error.
  private func next() -> SampleBuffer? { try? movie.nextSample() }

  private mutating func rewind(to start: Double) throws(MovieError) {
    try movie.seek(to: MediaTime(seconds: beginning, preferredTimescale: 1_000_000))
    if let first = try movie.nextSample() { current = first }
    roundStart = start
    upcoming = next()
  }
}
