package import OpenCaptureMediaSamples

/// A reader of a movie's frames, in this process or in another one, for one thread at a time.
package protocol MovieFrameReader: AnyObject, Sendable {
  /// The information from the movie's header.
  var info: MovieInfo { get }

  /// Returns the next frame; nil after the last one.
  func nextSample() throws(MovieError) -> SampleBuffer?

  /// Seeks to the frame that is shown at a time, or to an earlier one within the tolerance.
  func seek(to time: MediaTime, toleranceBefore: MediaTime) throws(MovieError)
}

extension MovieReader: MovieFrameReader {}
