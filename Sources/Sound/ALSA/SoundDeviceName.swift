import Glibc
import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem

/// What errors call a sound device, and say about it.
struct SoundDeviceName: Sendable, Hashable {
  /// For people.
  let name: String
  /// Its file; nil where ALSA's configuration says what it is.
  let path: String?
  /// What people call such a device: `microphone` or `speaker`.
  var noun = "microphone"

  var subject: String { path.map { "\(name) (\($0))" } ?? name }

  /// The error for what a driver refused: who has the device, which group one has to be in.
  func error(_ failure: PCMFailure) -> CaptureError { error(failure.errno, "can't \(failure.what)") }

  private func error(_ errno: Int32, _ what: String) -> CaptureError {
    let words = "\(what): \(SystemErrorWords.reason(for: errno))"
    func make(_ code: CaptureError.Code, _ reason: String, _ remedy: String? = nil) -> CaptureError {
      CaptureError(code, subject: subject, errno: errno, reason: reason, remedy: remedy)
    }
    switch errno {
    case EBUSY: return inUse(words)
    case EACCES, EPERM: return make(.notAuthorized, words, path.flatMap(DeviceAccess.remedy))
    case ENOSYS where what.hasSuffix("open it"):
      return make(.unsupported, "ALSA's library is not installed", ALSALibrary.remedy)
    case ENODEV, ENXIO, ENOENT, ENOTCONN, ECONNREFUSED, ECONNRESET:
      if path == nil, what.hasSuffix("open it") {
        return make(
          .noSuchDevice, "\(words): there is no such device, or no sound server answers", "choose another \(noun)")
      }
      return make(.deviceDisconnected, "\(words): the \(noun) is gone", "plug the \(noun) in again")
    case EINVAL:
      return make(.unsupportedFormat, "it hasn't this format", "choose one of the \(noun)'s formats")
    case ENOSPC:
      return make(
        .outOfBandwidth, "\(words): the USB bus has not enough bandwidth left for this format",
        "choose a lower rate or fewer channels, or plug the \(noun) into another USB controller")
    case ETIMEDOUT: return make(.stalled, "\(words): the \(noun) does not go on", stallRemedy)
    case ENOMEM: return make(.outOfMemory, words, "free memory")
    default: return make(.deviceFailed, words)
    }
  }

  /// What to do where it doesn't go on.
  var stallRemedy: String {
    path == nil ? "look whether the sound server runs, and begin again" : "unplug the \(noun) and plug it in again"
  }

  private func inUse(_ words: String) -> CaptureError {
    let holders = path.map(DeviceHolders.describe) ?? []
    // Processes of other users don't show what they have open.
    let who = holders.isEmpty ? "another program, or elsewhere in this one" : holders.joined(separator: ", ")
    let end = holders.isEmpty ? "end the other program" : "end " + holders.joined(separator: " and ")
    return CaptureError(
      .deviceInUse, subject: subject, errno: EBUSY, reason: "\(words): it is in use by \(who)",
      remedy: "\(end), or choose default, which a sound server shares")
  }
}
