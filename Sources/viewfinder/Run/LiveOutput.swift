import CommandSupport
import OpenCapture

/// What becomes of the frames of a camera: a movie, a picture that is always the newest, or a folder of pictures.
struct LiveOutput {
  private enum Kind {
    case movie(Recording)
    case newest
    case folder
  }

  private let name: InputPath
  private var kind: Kind
  private let interval: Double
  private var nextPicture: Double = 0
  private(set) var pictureCount = 0

  /// Prepares the place.
  ///
  /// - Parameter interval: Seconds between two pictures.
  /// - Throws: ``OutputError`` where it can't be made.
  init(_ path: InputPath, interval: Double) throws(OutputError) {
    (name, self.interval) = (path, interval)
    switch OutputEnding(path) {
    case .movie: kind = .movie(Recording(to: path, frameRate: nil))
    case .jpeg, .png: kind = .newest
    case nil:
      _ = try OutputTarget(path, isFolder: true, inputs: [])
      kind = .folder
    }
  }

  /// What the movie became; nil for pictures.
  var settings: MovieWriter.Settings? {
    guard case .movie(let recording) = kind else { return nil }
    return recording.settings
  }

  /// Takes a frame, where one is due at this many seconds from the first.
  mutating func take(_ picture: () throws -> PixelBuffer, timing: SampleTiming, at seconds: Double) throws {
    if case .movie(var recording) = kind {
      defer { kind = .movie(recording) }
      return try recording.append(picture(), timing: timing)
    }
    guard seconds >= nextPicture else { return }
    nextPicture = max(nextPicture + interval, seconds)
    pictureCount += 1
    let path = path(ofPicture: pictureCount)
    try OutputEnding.encoder(for: path).encode(picture()).write(toPath: path.bytes)
  }

  private func path(ofPicture number: Int) -> InputPath {
    guard case .folder = kind else { return name }
    let digits = String(number)
    return name.appending(
      InputPath("frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".jpg"))
  }

  /// Ends a movie.
  mutating func finish() throws {
    guard case .movie(var recording) = kind else { return }
    defer { kind = .movie(recording) }
    try recording.finish()
  }
}
