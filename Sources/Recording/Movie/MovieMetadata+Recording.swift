import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSession

extension MovieMetadata {
  /// What is known of a recording that begins now.
  init(ofRecordingFrom connections: [CaptureConnection]) {
    self.init()
    (creationDate, software) = (.now, "OpenCapture")
    let camera = connections.first { $0.mediaType == .video } ?? connections.first
    let device = (camera?.input as? CaptureDeviceInput)?.device
    (make, model) = (device?.makeInFiles, device?.modelInFiles)
  }
}
