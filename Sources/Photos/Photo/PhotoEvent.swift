import OpenCaptureSession

/// A step of a request, with what goes along.
enum PhotoEvent: Sendable {
  case willBegin
  case willCapture
  case didCapture
  case didProcess(CapturePhoto, CaptureError?)
  case didRecordMovie(String)
  case didProcessMovie(String, LiveMovie.Outcome, CaptureError?)
  case didFinish(CaptureError?)
}
