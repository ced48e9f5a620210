import Glibc
import OpenCapture
import OpenCaptureSystem

/// Whether graphics processors can encode movies: what machines have that need none is no fault.
enum GraphicsProcessorCheck {
  static var findings: [Finding] { GraphicsProcessors.paths.map(finding) }

  private static func finding(about path: String) -> Finding {
    let subject = "graphics processor (\(path))"
    guard access(path, R_OK | W_OK) == 0 else {
      return .note("\(subject): you may not open it", remedy: DeviceAccess.remedy(path))
    }
    guard GraphicsProcessors.encodesH264(path) else {
      return .note(
        "\(subject): it encodes no H.264 by VA-API, so that software does",
        remedy: "if it can: sudo apt-get install mesa-va-drivers intel-media-va-driver; vainfo says more")
    }
    return .well("\(subject): it encodes H.264 by VA-API, where software is too slow")
  }
}
