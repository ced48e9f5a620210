import OpenCaptureCommandSupport
import OpenCapture

/// What becomes of the frames of a camera: a movie, a picture that is always the newest, or a folder of pictures.
struct LiveOutput {
  private enum Kind {
    case movie(Recording)
    case newest
    case folder
  }

  private let target: OutputTarget
  private var kind: Kind
  private let interval: Double
  private var nextPicture: Double = 0
  private(set) var pictureCount = 0

  /// Prepares the place.
  ///
  /// - Parameters:
  ///   - interval: Seconds between two pictures.
  ///   - inputs: What tells the files that the camera sees from others.
  /// - Throws: ``OutputError`` where it can't be made, or is one of the inputs.
  init(_ path: InputPath, interval: Double, inputs: Set<FileIdentity>) throws(OutputError) {
    let ending = OutputEnding(path)
    target = try OutputTarget(path, isFolder: ending == nil, inputs: inputs)
    self.interval = interval
    switch ending {
    case .movie: kind = .movie(Recording(to: try target.path(name: path, from: nil), frameRate: nil))
    case .jpeg, .png: kind = .newest
    case nil: kind = .folder
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
    let shown = try picture()
    try target.write(name: name(ofPicture: pictureCount), from: nil) { path throws(PictureError) in
      try OutputEnding.encoder(for: path).encode(shown)
    }
  }

  /// What a picture is called in a folder.
  private func name(ofPicture number: Int) -> InputPath {
    let digits = String(number)
    return InputPath("frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".jpg")
  }

  /// Ends a movie.
  mutating func finish() throws {
    guard case .movie(var recording) = kind else { return }
    defer { kind = .movie(recording) }
    try recording.finish()
  }
}
