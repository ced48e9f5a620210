import OpenCaptureCommandSupport
import OpenCapture

/// A movie that is written; its first frame says how large it is.
struct Recording {
  private let path: InputPath
  private let frameRate: Double
  private var writer: MovieWriter?
  private var hasFailed = false
  /// Its end has to be written, whatever ends the run.
  private var unfinished: UnfinishedWork?

  /// Prepares a movie; nothing is written before its first frame.
  ///
  /// - Parameter frameRate: About how many frames a second come; nil where nobody knows.
  init(to path: InputPath, frameRate: Double?) {
    (self.path, self.frameRate) = (path, frameRate ?? 30)
  }

  /// What the movie became; nil before its first frame.
  var settings: MovieWriter.Settings? { writer?.settings }

  /// Writes a frame.
  ///
  /// - Throws: ``OutputError`` where the movie can't be written; `MovieError` where the frame doesn't fit into it.
  mutating func append(_ picture: PixelBuffer, timing: SampleTiming) throws {
    let sample = SampleBuffer(imageBuffer: picture, timing: timing)
    do throws(MovieError) {
      try openWriter(for: sample).append(sample)
    } catch {
      if error.code == .invalidFrame { throw error }
      throw failure(error)
    }
  }

  /// Ends the movie; does nothing where there was no frame, or none could be written any more, which was said.
  ///
  /// - Throws: ``OutputError`` where the movie can't be written.
  mutating func finish() throws(OutputError) {
    guard !hasFailed else { return }
    do throws(MovieError) { try writer?.finish() } catch { throw failure(error) }
  }

  private mutating func failure(_ error: MovieError) -> OutputError {
    hasFailed = true
    return OutputError(path: path, reason: error.reasonAndRemedy)
  }

  private mutating func openWriter(for sample: SampleBuffer) throws(MovieError) -> MovieWriter {
    if let writer { return writer }
    let options = MovieWritingOptions(
      expectedFrameRate: min(max(frameRate, 0.01), 1_000), replacesExistingFile: true)
    let new = try MovieWriter(contentsOfPath: path.bytes, for: sample, options: options)
    if sample.presentationTimeStamp.isNumeric { new.startSession(atSourceTime: sample.presentationTimeStamp) }
    (writer, unfinished) = (new, UnfinishedWork())
    return new
  }
}
