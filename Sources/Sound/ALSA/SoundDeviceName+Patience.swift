import OpenCaptureFlow
import OpenCaptureSystem

extension SoundDeviceName {
  /// For how long a device may take to be opened and started, in nanoseconds: those of USB take seconds.
  static let patience: UInt64 = 10_000_000_000

  private struct Answer<Value: Sendable>: Lockable {
    var result: Result<Value, PCMFailure>?
  }

  /// What a call into ALSA's library gives, on a thread of its own, since it may never come back: then the thread is left
  /// alone, and what it gives later is let go of.
  ///
  /// - Throws: `CaptureError` with `CaptureError.Code.stalled` where it doesn't come back; what the device refused.
  func patiently<Value: Sendable>(
    within patience: UInt64 = Self.patience, _ body: @escaping @Sendable () throws(PCMFailure) -> Value
  ) throws(CaptureError) -> Value {
    let answer = Monitor(Answer<Value>())
    let thread = NamedThread(name: "alsa open") {
      let result = Result { () throws(PCMFailure) in try body() }
      answer.update { $0.result = result }
    }
    guard let thread else {
      throw CaptureError(.outOfMemory, subject: subject, reason: "the system gives no thread")
    }
    guard let result = answer.wait(until: MonotonicClock.now() + patience, { $0.result }) else {
      throw hangs(forSeconds: Double(patience) / 1e9)
    }
    thread.join()
    do throws(PCMFailure) { return try result.get() } catch { throw self.error(error) }
  }

  /// The error for a call that doesn't come back.
  func hangs(forSeconds seconds: Double) -> CaptureError {
    CaptureError(
      .stalled, subject: subject,
      reason: "ALSA's library hasn't answered for \((seconds * 10).rounded() / 10) s",
      remedy: stallRemedy)
  }
}
