public import OpenCaptureFlow
import OpenCaptureMediaSamples

/// The running state of a session and its inputs, and the events to report, without side effects.
struct SessionLifecycle: Sendable {
  enum InputStatus: Sendable, Hashable {
    case streaming
    /// The input is streaming, but no frame has arrived for a while.
    case stalled
    case interrupted(CaptureSession.InterruptionReason)
    case failed
    /// The input has delivered all its media.
    case finished
  }

  private(set) var isRunning = false
  private(set) var inputs: [ObjectIdentifier: InputStatus] = [:]

  /// Whether an input waits for its device.
  var isInterrupted: Bool { inputs.values.contains { if case .interrupted = $0 { true } else { false } } }

  /// Whether the session is running and not all of its devices are interrupted.
  var isStreaming: Bool {
    isRunning && !(isInterrupted && !inputs.values.contains { $0 == .streaming || $0 == .stalled })
  }

  /// The inputs that wait for their devices.
  var interruptedInputs: [ObjectIdentifier] {
    inputs.compactMap { if case .interrupted = $0.value { $0.key } else { nil } }
  }

  /// The inputs that have delivered all their media.
  var finishedInputs: [ObjectIdentifier] { inputs.filter { $0.value == .finished }.map(\.key) }

  /// Records that inputs are streaming; a stalled input stays stalled until frames arrive.
  mutating func start(_ ids: some Sequence<ObjectIdentifier>) -> [CaptureSession.Event] {
    for id in ids where inputs[id] != .stalled { inputs[id] = .streaming }
    guard !isRunning else { return [] }
    isRunning = true
    return [.didStartRunning]
  }

  mutating func stop() -> [CaptureSession.Event] {
    let wasRunning = isRunning
    isRunning = false
    inputs = [:]
    return wasRunning ? [.didStopRunning] : []
  }

  /// Records the removal of inputs.
  mutating func remove(_ ids: some Sequence<ObjectIdentifier>) -> [CaptureSession.Event] {
    let wasInterrupted = isInterrupted
    for id in ids { inputs[id] = nil }
    return wasInterrupted && !isInterrupted ? [.interruptionEnded] : []
  }

  /// Records a stall of an input.
  mutating func stall(
    _ id: ObjectIdentifier, _ port: CaptureInputPort, _ stall: CaptureStall
  ) -> [CaptureSession.Event] {
    guard isRunning, inputs[id] == .streaming else { return [] }
    inputs[id] = .stalled
    return [.didStall(port, stall)]
  }

  /// Records the end of a stall.
  mutating func recover(_ id: ObjectIdentifier, _ port: CaptureInputPort) -> [CaptureSession.Event] {
    guard isRunning, inputs[id] == .stalled else { return [] }
    inputs[id] = .streaming
    return [.stallEnded(port)]
  }

  /// Records the failure of an input, or the interruption of the session if the input resumes later.
  ///
  /// The session stops if no input is streaming or may resume.
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

  /// Records that an input has delivered all its media; the session stops after the last input.
  mutating func finish(_ id: ObjectIdentifier) -> [CaptureSession.Event] {
    guard isRunning else { return [] }
    inputs[id] = .finished
    return isOver ? stop() : []
  }

  /// Whether no input is streaming or may resume.
  private var isOver: Bool { inputs.values.allSatisfy { $0 == .failed || $0 == .finished } }

  /// Records that an interrupted input is streaming again.
  mutating func resume(_ id: ObjectIdentifier) -> [CaptureSession.Event] {
    guard isRunning, case .interrupted? = inputs[id] else { return [] }
    inputs[id] = .streaming
    return isInterrupted ? [] : [.interruptionEnded]
  }
}

extension CaptureSession {
  /// The reason for an interruption of a session (`AVCaptureSession.InterruptionReason`).
  ///
  /// Raw values below 100 are those of AVFoundation.
  public enum InterruptionReason: Int, Sendable, Hashable {
    /// The program is in the background. Never reported on Linux.
    case videoDeviceNotAvailableInBackground = 1
    /// Another program uses the microphone.
    case audioDeviceInUseByAnotherClient = 2
    /// Another program uses the camera.
    case videoDeviceInUseByAnotherClient = 3
    /// Another program is visible beside this one. Never reported on Linux.
    case videoDeviceNotAvailableWithMultipleForegroundApps = 4
    /// A resource shared by cameras is exhausted, such as bandwidth.
    case videoDeviceNotAvailableDueToSystemPressure = 5
    /// The camera is disconnected or delivers no frames. Not in AVFoundation.
    case videoDeviceNotAvailable = 101
    /// The microphone is disconnected or delivers no audio. Not in AVFoundation.
    case audioDeviceNotAvailable = 102

    init?(_ error: CaptureError, of mediaType: MediaType? = .video) {
      let isAudio = mediaType == .audio
      switch error.code {
      case .deviceInUse, .deviceUsedByAnotherSession:
        self = isAudio ? .audioDeviceInUseByAnotherClient : .videoDeviceInUseByAnotherClient
      case .deviceNotConnected, .deviceDisconnected, .stalled, .deviceFailed:
        self = isAudio ? .audioDeviceNotAvailable : .videoDeviceNotAvailable
      case .outOfBandwidth, .outOfMemory: self = .videoDeviceNotAvailableDueToSystemPressure
      default: return nil
      }
    }
  }

  /// An event of a session.
  ///
  /// Each event is also posted as a notification, under AVFoundation's name if it has one.
  public enum Event: Sendable, Hashable {
    /// The session has started.
    case didStartRunning
    /// The session has stopped: the client stopped it, all inputs failed, or all file inputs ended.
    case didStopRunning
    /// An input failed and does not resume on its own.
    case runtimeError(CaptureError)
    /// An input failed and resumes when possible; see ``CaptureSession/resumesAfterInterruption``.
    case wasInterrupted(InterruptionReason, CaptureError)
    /// All inputs are streaming again.
    case interruptionEnded
    /// A running camera has delivered nothing through the port for a while, by default one second.
    ///
    /// The session waits for the camera. The event is sent once per stall.
    case didStall(CaptureInputPort, CaptureStall)
    /// Frames arrive again through a port after a stall that did not end by a failure or stop of the camera.
    case stallEnded(CaptureInputPort)
  }
}
