public import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The options for the size and orientation of the view.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Scale to a view of this many pixels, such as 640x360; a camera uses its nearest size (default: the input's size).",
      valueName: "WxH"),
    completion: .list(PictureSize.usual), transform: PictureSize.parse)
  var size: VideoDimensions?

  @Option(help: "Fit the picture into the view: whole, filling the view, or stretched.")
  var gravity: Gravity = .aspect

  @Option(help: ArgumentHelp("Rotate clockwise by 0, 90, 180 or 270 degrees.", valueName: "DEGREES"))
  var rotate: VideoRotation = .degrees0

  @Flag(help: "Mirror left to right, after the rotation.")
  var mirror = false

  /// The option values for ``VideoGravity``.
  enum Gravity: String, ExpressibleByArgument, CaseIterable {
    case aspect, fill, resize

    var videoGravity: VideoGravity {
      switch self {
      case .aspect: .resizeAspect
      case .fill: .resizeAspectFill
      case .resize: .resize
      }
    }
  }

  /// A renderer with these options.
  var renderer: FrameRenderer {
    var renderer = FrameRenderer()
    renderer.dimensions = size
    renderer.videoGravity = gravity.videoGravity
    renderer.rotation = rotate
    renderer.isVideoMirrored = mirror
    return renderer
  }
}

extension VideoRotation: ExpressibleByArgument {}

/// The options for the window.
struct WindowOptions: ParsableArguments {
  @Flag(help: "Show a window even if output is written or printed (default: only without output).")
  var show = false

  @Flag(help: "Open the window in full screen.")
  var fullScreen = false

  @Option(
    help: ArgumentHelp(
      "Save photos and movies from the window in this folder (default: the current folder).",
      valueName: "DIR"), completion: .directory)
  var photos: String?

  /// The folder for photos and movies.
  var folder: InputPath { InputPath(argument: photos ?? ".") }
}
