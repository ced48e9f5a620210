import OpenCapture
import OpenCaptureCommandSupport

/// What becomes of the frames of a camera: a movie, a picture that is always the newest, or a folder of pictures.
struct LiveOutput {
  private(set) var movie: MovieFileConsumer?
  private(set) var pictures: (any FrameConsumer)?
  /// The folders that are written in.
  private(set) var places: [InputPath] = []

  /// Prepares the place.
  ///
  /// - Throws: ``OutputError`` where it can't be made, or is one of the inputs.
  init(_ options: RunCommand) throws(OutputError) {
    guard let path = options.output.output.map({ InputPath(argument: $0) }) else { return }
    let renderer = options.view.renderer
    // Who reads along wants to see what moves.
    let format = path.isStandardStream ? .stream : OutputFormat(path)
    let target = try OutputTarget(path, isFolder: format == nil, inputs: options.camera.inputs)
    places = target.places
    let file = try target.file(name: format == nil ? nil : path, from: nil, streamedAs: .stream)
    let interval = MediaTime(seconds: options.live.interval, preferredTimescale: 1_000_000)
    switch format {
    case .movie: movie = MovieFileConsumer(file, renderer: renderer)
    case .jpeg, .png: pictures = PictureFileConsumer(file, renderer: renderer, every: interval)
    case nil: pictures = PictureFolderConsumer(file, renderer: renderer, every: interval)
    }
  }
}
