import OpenCapture

/// Returns a program's reaction to an error of a picture or camera.
func response(to error: any Error) -> String {
  switch error {
  case let error as PictureError where error.code == .truncated:
    return "fetch \(error.subject) again"
  case let error as CaptureError:
    switch error.code {
    case .deviceInUse, .deviceNotConnected, .deviceDisconnected: return "wait for \(error.subject)"
    default: return "continue without \(error.subject): \(error.reasonAndHint)"
    }
  default:
    // An error describes its subject, reason and hint in one line.
    return "\(error)"
  }
}
