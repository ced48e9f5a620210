import OpenCaptureFlow
import OpenCaptureMovies
import OpenCaptureSession

extension CaptureError {
  /// The error of a camera on the network, without its password, whatever the library's words are.
  init(network error: MovieError, _ name: String, _ address: NetworkCameraAddress) {
    var reason = error.reason
    // The longest first: it may have others in it.
    for secret in [address.connected] + address.secrets.sorted(by: { $0.count > $1.count }) {
      reason = reason.replacing(secret, with: secret == address.connected ? address.description : "…")
    }
    let subject = name == address.description ? name : "\(name) (\(address))"
    switch error.code {
    case .silent: self.init(.stalled, subject: subject, reason: reason, remedy: Self.advice)
    case .unauthorized:
      self.init(.notAuthorized, subject: subject, reason: reason, remedy: "check its user and its password")
    case .engineMissing, .unsupportedCodec, .refusedFormat:
      self.init(.unsupported, subject: subject, reason: reason, remedy: error.remedy)
    case .outOfMemory: self.init(.outOfMemory, subject: subject, reason: reason)
    default: self.init(.deviceFailed, subject: subject, reason: reason, remedy: Self.advice)
    }
  }

  private static let advice = "see whether it is switched on and connected, and whether its address is right"
}
