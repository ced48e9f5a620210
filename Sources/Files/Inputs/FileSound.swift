import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// Where the sound of a file comes from.
enum FileSound: Sendable {
  /// A file, opened anew each time.
  case file(String)
  /// A movie that somebody opened, whose pictures aren't disturbed; and what errors call it.
  case movie(MovieReader, name: String)

  private var name: String {
    switch self {
    case .file(let name), .movie(_, let name): name
    }
  }

  /// Opens the file, and reads on as far as to know what its sound is.
  ///
  /// - Returns: What it is, nil where there is none; and what gives one sample after the other.
  func open() throws(CaptureError) -> (format: FormatDescription?, next: FileFrames.Next) {
    let name = name
    guard let reader = try failing(name, { try reader() }) else { return (nil, { nil }) }
    let first = try failing(name) { try reader.nextSample() }
    let beginning = Locked(Beginning(sample: first))
    return (
      first?.formatDescription,
      { () throws(CaptureError) in
        if let first = beginning.withLock({ $0.sample.take() }) { return first }
        return try failing(name) { try reader.nextSample() }
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
