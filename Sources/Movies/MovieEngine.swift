import COpenCaptureFFmpeg

/// FFmpeg's libraries, which are opened when the first movie is.
public enum MovieEngine {
  /// Opens the libraries, where that was not done yet: to know beforehand whether movies can be read.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/engineMissing``, which says what to install.
  public static func load() throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_load(&failure) else { throw MovieError(failure, subject: "FFmpeg", refused: .engineMissing) }
  }
}
