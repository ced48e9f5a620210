import CommandSupport
import OpenCapture

/// A movie that is written; its first frame says how large it is.
struct Recording {
  private let path: InputPath
  private let frameRate: Double
  private var writer: MovieWriter?

  /// Prepares a movie; nothing is written before its first frame.
  ///
  /// - Parameter frameRate: About how many frames a second come; nil where nobody knows.
  init(to path: InputPath, frameRate: Double?) {
    (self.path, self.frameRate) = (path, frameRate ?? 30)
  }

  /// What the movie became; nil before its first frame.
  var settings: MovieWriter.Settings? { writer?.settings }

  /// Writes a frame.
  mutating func append(_ picture: PixelBuffer, timing: SampleTiming) throws {
    let sample = SampleBuffer(imageBuffer: picture, timing: timing)
    let writer = try writer ?? begin(for: sample)
    try writer.append(sample)
  }

  /// Ends the movie; does nothing where there was no frame.
  func finish() throws { try writer?.finish() }

  private mutating func begin(for sample: SampleBuffer) throws -> MovieWriter {
    let options = MovieWritingOptions(
      expectedFrameRate: min(max(frameRate, 0.01), 1_000), replacesExistingFile: true)
    let new = try MovieWriter(contentsOfPath: path.bytes, for: sample, options: options)
    if sample.presentationTimeStamp.isNumeric { new.startSession(atSourceTime: sample.presentationTimeStamp) }
    writer = new
    return new
  }
}
