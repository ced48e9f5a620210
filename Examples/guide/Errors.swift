import OpenCapture

/// What a program that reads pictures and cameras does when one of them fails.
func response(to error: any Error) -> String {
  switch error {
  case let error as PictureError where error.code == .truncated:
    return "get \(error.subject) again"
  case let error as CaptureError:
    switch error.code {
    case .deviceInUse, .deviceDisconnected: return "wait for \(error.subject)"
    default: return "go on without \(error.subject): \(error.reasonAndRemedy)"
    }
  default:
    // Whatever it is, it says in one line what it happened to, what is wrong, and what helps.
    return "\(error)"
  }
}
