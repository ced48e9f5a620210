public import OpenCaptureFlow
import OpenCaptureMediaSamples

/// Whether a session runs, which of its inputs stream, and what is told about it: a state machine without effects.
struct SessionLifecycle: Sendable {
  enum InputStatus: Sendable, Hashable {
    case streaming
    /// It streams, but no frame has come for a while.
    case stalled
    case interrupted(CaptureSession.InterruptionReason)
    case failed
    /// There is nothing more in it.
    case finished
  }

  private(set) var isRunning = false
  private(set) var inputs: [ObjectIdentifier: InputStatus] = [:]

  /// Whether an input waits for its camera.
  var isInterrupted: Bool { inputs.values.contains { if case .interrupted = $0 { true } else { false } } }

  /// The inputs that wait for their cameras.
  var interruptedInputs: [ObjectIdentifier] {
    inputs.compactMap { if case .interrupted = $0.value { $0.key } else { nil } }
  }

  /// The inputs in which there is nothing more.
  var finishedInputs: [ObjectIdentifier] { inputs.filter { $0.value == .finished }.map(\.key) }

  /// Takes note that these inputs stream; one of which no frames come stays so until they do.
  mutating func start(_ ids: some Sequence<ObjectIdentifier>) -> [CaptureSession.Event] {
    for id in ids where inputs[id] != .stalled { inputs[id] = .streaming }
    guard !isRunning else { return [] }
    isRunning = true
    return [.didStartRunning]
  }

  mutating func stop() -> [CaptureSession.Event] {
    let wasRunning = isRunning
    (isRunning, inputs) = (false, [:])
    return wasRunning ? [.didStopRunning] : []
  }

  /// Takes note that inputs are no longer part of the session.
  mutating func remove(_ ids: some Sequence<ObjectIdentifier>) -> [CaptureSession.Event] {
    let wasInterrupted = isInterrupted
    for id in ids { inputs[id] = nil }
    return wasInterrupted && !isInterrupted ? [.interruptionEnded] : []
  }

  /// Takes note that no frame has come from an input for a while.
  mutating func stall(
    _ id: ObjectIdentifier, _ port: CaptureInputPort, _ stall: CaptureStall
  ) -> [CaptureSession.Event] {
    guard isRunning, inputs[id] == .streaming else { return [] }
    inputs[id] = .stalled
    return [.didStall(port, stall)]
  }

  /// Takes note that frames come again from an input.
  mutating func recover(_ id: ObjectIdentifier, _ port: CaptureInputPort) -> [CaptureSession.Event] {
    guard isRunning, inputs[id] == .stalled else { return [] }
    inputs[id] = .streaming
    return [.stallEnded(port)]
  }

  /// Takes note that an input failed; where it is to resume, the session is interrupted rather than at fault.
  ///
  /// A session without an input that streams or may resume stops.
  mutating func fail(
    _ id: ObjectIdentifier, _ error: CaptureError, of mediaType: MediaType? = .video, resumes: Bool
  ) -> [CaptureSession.Event] {
    guard isRunning else { return [.runtimeError(error)] }
    if resumes, let reason = CaptureSession.InterruptionReason(error, of: mediaType) {
      let old = inputs.updateValue(.interrupted(reason), forKey: id)
      return old == .interrupted(reason) ? [] : [.wasInterrupted(reason, error)]
    }
    inputs[id] = .failed
    return [.runtimeError(error)] + (isOver ? stop() : [])
  }

  /// Takes note that there is nothing more in an input; once that is so of all, the session stops.
  mutating func finish(_ id: ObjectIdentifier) -> [CaptureSession.Event] {
    guard isRunning else { return [] }
    inputs[id] = .finished
    return isOver ? stop() : []
  }

  /// Whether no input streams or may resume.
  private var isOver: Bool { inputs.values.allSatisfy { $0 == .failed || $0 == .finished } }

  /// Takes note that an input streams again.
  mutating func resume(_ id: ObjectIdentifier) -> [CaptureSession.Event] {
    guard isRunning, case .interrupted? = inputs[id] else { return [] }
    inputs[id] = .streaming
    return isInterrupted ? [] : [.interruptionEnded]
  }
}

extension CaptureSession {
  /// Why a session is interrupted (`AVCaptureSession.InterruptionReason`).
  ///
  /// The raw values are AVFoundation's, as far as it has the reason.
  public enum InterruptionReason: Int, Sendable, Hashable {
    /// The program is in the background; this doesn't happen here.
    case videoDeviceNotAvailableInBackground = 1
    /// Another program records from the microphone.
    case audioDeviceInUseByAnotherClient = 2
    /// Another program streams from the camera.
    case videoDeviceInUseByAnotherClient = 3
    /// Another program is beside this one; this doesn't happen here.
    case videoDeviceNotAvailableWithMultipleForegroundApps = 4
    /// There isn't enough of something that cameras share, such as bandwidth.
    case videoDeviceNotAvailableDueToSystemPressure = 5
    /// The camera is gone, or delivers nothing; AVFoundation has no such reason.
    case videoDeviceNotAvailable = 101
    /// The microphone is gone, or delivers nothing; AVFoundation has no such reason.
    case audioDeviceNotAvailable = 102

    init?(_ error: CaptureError, of mediaType: MediaType? = .video) {
      let isSound = mediaType == .audio
      switch error.code {
      case .deviceInUse: self = isSound ? .audioDeviceInUseByAnotherClient : .videoDeviceInUseByAnotherClient
      case .deviceDisconnected, .stalled, .deviceFailed:
        self = isSound ? .audioDeviceNotAvailable : .videoDeviceNotAvailable
      case .outOfBandwidth, .outOfMemory: self = .videoDeviceNotAvailableDueToSystemPressure
      default: return nil
      }
    }
  }

  /// What happens to a session by itself; each is also a notification, of AVFoundation's name where that has one.
  public enum Event: Sendable, Hashable {
    /// Frames come.
    case didStartRunning
    /// No more frames come: the session was stopped, all its inputs failed, or those that are files are at their end.
    case didStopRunning
    /// An input failed, and does not resume by itself.
    case runtimeError(CaptureError)
    /// An input failed, and resumes once it can; see ``CaptureSession/resumesAfterInterruption``.
    case wasInterrupted(InterruptionReason, CaptureError)
    /// All inputs stream again.
    case interruptionEnded
    /// A camera streams, but nothing has come through this port for a while: after a second where its driver isn't told
    /// otherwise. The session waits for it; told once, until frames come again.
    case didStall(CaptureInputPort, CaptureStall)
    /// Frames come again through a port after a stall. Not told where it fails or is stopped instead, which ends a
    /// stall as well.
    case stallEnded(CaptureInputPort)
  }
}
