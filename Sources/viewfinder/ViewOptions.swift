public import ArgumentParser
import OpenCapture
import OpenCaptureCommandSupport

/// The options for the size and orientation of the view.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Scale to a view of this many pixels, such as 640x360 (default: the input's size).", valueName: "WxH"),
    transform: ViewSize.parse)
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

/// A size as the value of an option.
enum ViewSize {
  private static let longest = 16_384

  /// Parses a size such as `640x360`.
  static func parse(_ text: String) throws -> VideoDimensions {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy((1...longest).contains) else {
      throw ValidationError("Invalid size '\(text)'. Use a size such as 640x360, each side from 1 to \(longest).")
    }
    return VideoDimensions(width: sides[0], height: sides[1])
  }
}

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
