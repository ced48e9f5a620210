public import ArgumentParser
import OpenCapture

/// How the picture is shown: the view that is written.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show it in a view of this many pixels, such as 640x360; default the picture's own size.", valueName: "WxH"),
    transform: ViewSize.parse)
  var size: VideoDimensions?

  @Option(help: "How it is fitted into the view: as a whole, so that the view is filled, or stretched.")
  var gravity: Gravity = .aspect

  @Option(help: ArgumentHelp("Turn it clockwise: 0, 90, 180 or 270 degrees.", valueName: "DEGREES"))
  var rotate: VideoRotation = .degrees0

  @Flag(help: "Mirror it left to right, after turning.")
  var mirror = false

  /// The words for ``VideoGravity``.
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

  /// What renders frames as they are asked for.
  var renderer: FrameRenderer {
    var renderer = FrameRenderer()
    (renderer.dimensions, renderer.videoGravity) = (size, gravity.videoGravity)
    (renderer.rotation, renderer.isVideoMirrored) = (rotate, mirror)
    return renderer
  }
}

extension VideoRotation: ExpressibleByArgument {}

/// A size as people write it.
enum ViewSize {
  private static let longest = 16_384

  /// Reads `640x360`.
  static func parse(_ text: String) throws -> VideoDimensions {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy((1...longest).contains) else {
      throw ValidationError("'\(text)' is no size: write 640x360, each side from 1 to \(longest).")
    }
    return VideoDimensions(width: sides[0], height: sides[1])
  }
}
