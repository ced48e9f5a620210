import Glibc
import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem

/// The name of a sound device in error messages, with the texts of these messages.
struct SoundDeviceName: Sendable, Hashable {
  /// The localized name.
  let name: String
  /// The device file, or nil for a device of ALSA's configuration.
  let path: String?
  /// The kind of device in messages: `microphone` or `speaker`.
  var noun = "microphone"

  var subject: String { path.map { "\(name) (\($0))" } ?? name }

  /// Returns the error of a failed operation, with the processes or the group to blame.
  func error(_ failure: PCMError) -> CaptureError { error(failure.errno, "cannot \(failure.what)") }

  private func error(_ errno: Int32, _ what: String) -> CaptureError {
    let words = "\(what): \(SystemErrorMessages.reason(for: errno))"
    func make(_ code: CaptureError.Code, _ reason: String, _ hint: String? = nil) -> CaptureError {
      CaptureError(code, subject: subject, errno: errno, reason: reason, hint: hint)
    }
    switch errno {
    case EBUSY: return inUse(words)
    case EACCES, EPERM: return make(.notAuthorized, words, path.flatMap(DeviceAccess.hint))
    case ENOSYS where what.hasSuffix("open"):
      return make(.unsupported, "ALSA's library is not installed", ALSALibrary.hint)
    case ENODEV, ENXIO, ENOENT, ENOTCONN, ECONNREFUSED, ECONNRESET:
      if path == nil, what.hasSuffix("open") {
        return make(
          .noSuchDevice, "\(words): no such device, or no sound server is running", "choose another \(noun)")
      }
      return make(.deviceDisconnected, "\(words): \(noun) disconnected", "plug the \(noun) in again")
    case EINVAL:
      return make(
        .unsupportedFormat, "the \(noun) does not support this format", "choose one of the \(noun)'s formats")
    case ENOSPC:
      return make(
        .outOfBandwidth, "\(words): not enough USB bandwidth left for this format",
        "choose a lower rate or fewer channels, or plug the \(noun) into another USB controller")
    case ETIMEDOUT: return make(.stalled, "\(words): the \(noun) does not respond", stallHint)
    case ENOMEM: return make(.outOfMemory, words, "free memory")
    default: return make(.deviceFailed, words)
    }
  }

  /// The hint for a stalled device.
  var stallHint: String {
    path == nil
      ? "check that the sound server is running, and try again" : "unplug the \(noun) and plug it in again"
  }

  private func inUse(_ words: String) -> CaptureError {
    let holders = path.map(DeviceFileUsers.describe) ?? []
    // The holders are unknown if they run as another user, whose open files are hidden.
    let users = holders.isEmpty ? "another program, or elsewhere in this one" : holders.joined(separator: ", ")
    let quit = holders.isEmpty ? "quit the other program" : "quit " + holders.joined(separator: " and ")
    return CaptureError(
      .deviceInUse, subject: subject, errno: EBUSY, reason: "\(words): in use by \(users)",
      hint: "\(quit), or choose default, which a sound server shares")
  }
}

extension SoundDeviceName {
  /// The maximum time to open or start a device, in nanoseconds; USB devices take seconds.
  static let openTimeout: UInt64 = 10_000_000_000

  /// Calls ALSA's library on another thread and returns the result.
  ///
  /// The call may never return. After the timeout, the thread is abandoned and its later result is discarded.
  ///
  /// - Throws: `CaptureError` with the code `CaptureError.Code.stalled` after the timeout, or the error of the device.
  func withTimeout<Value: Sendable>(
    within timeout: UInt64 = Self.openTimeout, _ body: @escaping @Sendable () throws(PCMError) -> Value
  ) throws(CaptureError) -> Value {
    let answer = Monitor<Result<Value, PCMError>?>(nil)
    let thread = NamedThread(name: "alsa open") {
      let result = Result { () throws(PCMError) in try body() }
      answer.update { $0 = result }
    }
    guard let thread else { throw CaptureError(.outOfMemory, subject: subject, reason: "cannot create a thread") }
    guard let result = answer.wait(until: MonotonicClock.now() + timeout, { $0 }) else {
      throw hangError(forSeconds: Double(timeout) / 1e9)
    }
    thread.join()
    do throws(PCMError) { return try result.get() } catch { throw self.error(error) }
  }

  /// Returns the error of a call that hangs.
  func hangError(forSeconds seconds: Double) -> CaptureError {
    CaptureError(
      .stalled, subject: subject, reason: "ALSA's library has not responded for \((seconds * 10).rounded() / 10) s",
      hint: stallHint)
  }
}
