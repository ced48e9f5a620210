import OpenCaptureMediaSamples

/// A movie that is being decoded, by whichever library.
///
/// Used by one thread at a time, but for ``cancel()``.
protocol FrameDecoder: AnyObject, Sendable {
  /// What errors call the movie.
  var name: String { get }
  /// What the header says.
  var info: MovieInfo { get }
  /// What ticks are.
  var timeBase: TimeBase { get }
  /// When the first frame is shown, as far as the header says.
  var startTicks: Int64 { get }
  /// What was wrong in the file so far; nil where nothing was.
  var damage: MovieError? { get }

  /// The next frame; nil at the end.
  func next() throws(MovieError) -> (any DecodedPicture)?

  /// Goes to a place at or before a tick from which frames can be decoded.
  func seek(_ ticks: Int64) throws(MovieError)

  /// A frame of this decoder's as a sample buffer.
  func sample(_ decoded: any DecodedPicture, sequenceNumber: UInt64?) throws(MovieError) -> SampleBuffer

  /// Ends all reading; safe from any thread.
  func cancel()
}

/// A frame as it came from a decoder.
protocol DecodedPicture {
  /// When it is shown, in ticks.
  var time: Int64 { get }
}
