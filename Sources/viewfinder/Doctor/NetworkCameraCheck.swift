import OpenCapture
import OpenCaptureCommandSupport

/// Whether the file of cameras on the network can be read, and by its owner alone.
enum NetworkCameraCheck {
  /// Nothing where there is no such file.
  static var findings: [Finding] {
    do throws(CaptureError) {
      let count = try NetworkCameraFile().entries.count
      guard count > 0, let path = NetworkCameraFile.path else { return [] }
      return [.well("cameras on the network: \(count) in \(path)")]
    } catch {
      return [.wrong("cameras on the network: \(error.subject): \(error.reason)", remedy: error.remedy)]
    }
  }
}
