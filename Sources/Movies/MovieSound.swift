public import OpenCaptureMediaSamples

/// What is heard with a movie's pictures.
public struct MovieSound: Sendable {
  enum Kind: Sendable {
    case appended(AudioFormat, AudioWritingOptions)
    case copied(MovieReader, from: MediaTime)
  }

  let kind: Kind

  /// Sound that is appended as it comes.
  ///
  /// - Parameters:
  ///   - format: How its samples are stored.
  ///   - options: How it is written; default in the container's best codec.
  public init(_ format: AudioFormat, options: AudioWritingOptions = AudioWritingOptions()) {
    kind = .appended(format, options)
  }

  private init(_ kind: Kind) { self.kind = kind }

  /// The sound of another movie: as it is where the container takes it, else encoded anew; nothing where there is none.
  ///
  /// Where it can be neither, or breaks off, the pictures go on without, and ``MovieWriter/soundDamage`` says why.
  ///
  /// - Parameters:
  ///   - movie: Whoever reads its frames isn't disturbed.
  ///   - start: Which of its times is the new movie's beginning; default its own.
  public static func copied(of movie: MovieReader, from start: MediaTime? = nil) -> MovieSound {
    let own = movie.info.startTime
    return MovieSound(.copied(movie, from: start ?? (own.isNumeric ? own : .zero)))
  }
}
