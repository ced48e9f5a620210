import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The output for a camera's frames: a movie, a picture that is overwritten, a folder of pictures, or another camera.
struct LiveOutput {
  /// A camera that other programs read.
  enum Camera: Hashable {
    /// A camera of PipeWire, by its name.
    case named(String)
    /// A device of v4l2loopback, by its path.
    case device(String)

    /// Returns the camera that an output stands for; nil for files and folders.
    init?(_ output: String) {
      let prefix = "camera:"
      if output.hasPrefix(prefix) {
        self = .named(String(output.dropFirst(prefix.count)))
      } else if output.hasPrefix("/dev/video") || output.hasPrefix("/dev/v4l/") {
        self = .device(output)
      } else {
        return nil
      }
    }
  }

  private(set) var movie: MovieFileConsumer?
  private(set) var pictures: (any FrameConsumer)?
  /// The camera for other programs; nil for none.
  private(set) var camera: Camera?
  /// The renderer of what is shown.
  private let renderer: FrameRenderer
  /// The folders to write to.
  private(set) var places: [InputPath] = []

  /// Prepares the output.
  ///
  /// - Throws: ``OutputError`` if the output cannot be made, or is one of the inputs.
  init(_ options: RunCommand) throws(OutputError) {
    renderer = options.view.renderer
    camera = options.output.output.flatMap(Camera.init)
    guard camera == nil, let path = options.output.output.map({ InputPath(argument: $0) }) else { return }
    // A movie format that can be played while it is written.
    let format = path.isStandardStream ? .stream : OutputFormat(path)
    let target = try OutputTarget(
      path, isFolder: format == nil, inputs: options.camera.inputs, force: options.output.force)
    places = target.places
    let file = try target.file(name: format == nil ? nil : path, from: nil, streamedAs: .stream)
    let interval = MediaTime(seconds: options.live.interval, preferredTimescale: 1_000_000)
    switch format {
    case .movie: movie = MovieFileConsumer(file, renderer: renderer)
    case .jpeg, .png: pictures = PictureFileConsumer(file, renderer: renderer, every: interval)
    case nil: pictures = PictureFolderConsumer(file, renderer: renderer, every: interval)
    }
  }

  /// Starts the camera for other programs; nil for other outputs.
  ///
  /// - Throws: `CaptureError` if PipeWire does not run or the device cannot be used.
  func startCamera() throws(CaptureError) -> VirtualCameraConsumer? {
    switch camera {
    case .named(let name): try VirtualCameraConsumer(name: name, renderer: renderer)
    case .device(let path): try VirtualCameraConsumer(devicePath: path, renderer: renderer)
    case nil: nil
    }
  }
}

/// The options for the duration and the frames of a camera.
struct LiveOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Stop after this many seconds (default: on Control-C).", valueName: "SECONDS"))
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "Write a picture at this interval in seconds; OUT.jpg is overwritten each time, a folder keeps all.",
      valueName: "SECONDS"))
  var interval: Double = 1

  @Flag(
    help: "Process frames in order and skip those that arrive meanwhile (default: always the latest frame).")
  var everyFrame = false

  func validate() throws {
    if let duration, !(duration > 0 && duration < 1e9) {
      throw ValidationError("--duration must be greater than 0.")
    }
    if !(interval >= 0 && interval < 1e9) { throw ValidationError("--interval must not be negative.") }
  }
}
