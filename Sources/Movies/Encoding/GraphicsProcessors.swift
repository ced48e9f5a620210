import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Graphics processors that may encode, by VA-API.
package enum GraphicsProcessors {
  private static let folder = "/dev/dri"

  /// The device files by which they work without showing anything (the kernel's render nodes), the first that was found first.
  package static var paths: [String] {
    FileSystem.names(in: folder).filter { $0.hasPrefix("renderD") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Whether one encodes H.264.
  ///
  /// - Parameter device: Its device file, or the X11 display that has it.
  package static func encodesH264(_ device: String) -> Bool {
    var options = MovieWritingOptions()
    options.h264 = H264Speed(encoder: "h264_vaapi", device: device)
    let size = VideoDimensions(width: 640, height: 480)
    let track = try? PictureTrack(size, .up, .bt709, in: .mp4, options, name: device)
    return track?.coder.encoder?.choice.device == device
  }
}
