/// Reads what a camera on the network sends.
///
/// Used by one thread at a time, but for ``cancel()``.
package protocol LiveReader: AnyObject, Sendable {
  /// What the camera says that it sends.
  var info: MovieInfo { get }

  /// The next frame, once it is there.
  ///
  /// - Throws: ``MovieError`` where none will come, or ``cancel()`` was called.
  func next() throws(MovieError) -> LiveArrival

  /// Ends all reading, now and later; from any thread.
  func cancel()
}

extension LiveReader {
  /// Whether frames have times of the camera's; JPEG by HTTP has none.
  package var tellsTime: Bool { !["mpjpeg", "mjpeg", "h264", "hevc"].contains(info.container) }
}
