package import OpenCaptureFlow
package import OpenCaptureProcessing
import OpenCaptureSystem

extension CaptureDevice {
  /// The control of Center Stage (`AVCaptureDevice.CenterStageControlMode`).
  public enum CenterStageControlMode: Int, Sendable, Hashable {
    /// The user controls Center Stage.
    case user = 0
    /// The program controls Center Stage.
    case app = 1
    /// Both control Center Stage.
    case cooperative = 2
  }
}

/// The switch of Center Stage for all cameras of a process.
package final class CenterStageSwitch: Sendable {
  /// A function that makes a face detector; it returns nil if none is installed.
  package typealias DetectorFactory = @Sendable () -> (any FrameProcessor)?

  private struct State: Lockable {
    var isEnabled: Bool
    var mode = CaptureDevice.CenterStageControlMode.user
    /// The cameras that stream.
    var cameras: [ObjectIdentifier: WeakReference<CaptureDevice>] = [:]
  }

  /// The switch of the cameras that are created in this task; tests replace it.
  @TaskLocal package static var current = CenterStageSwitch()

  private let state: Locked<State>
  private let broadcast: Broadcast<Bool>
  private let isEnabledByUser: Bool
  private let makeOwnDetector: DetectorFactory?

  private struct Installed: Lockable {
    var makeDetector: DetectorFactory = { nil }
  }

  private static let installed = Locked(Installed())

  /// Sets the source of detectors for switches that have none, which the module `OpenCapture` does.
  package static func install(_ makeDetector: @escaping DetectorFactory) {
    installed.withLock { $0.makeDetector = makeDetector }
  }

  /// Creates a switch.
  ///
  /// - Parameters:
  ///   - isEnabledByUser: The user's choice (default: that of the environment).
  ///   - makeDetector: The source of detectors (default: the installed one).
  package init(
    isEnabledByUser: Bool = Environment.value("OPENCAPTURE_CENTER_STAGE") == "1",
    makeDetector: DetectorFactory? = nil
  ) {
    self.isEnabledByUser = isEnabledByUser
    makeOwnDetector = makeDetector
    state = Locked(State(isEnabled: isEnabledByUser))
    broadcast = Broadcast(initially: isEnabledByUser)
  }

  /// Whether cameras follow faces.
  package var isEnabled: Bool { state.withLock { $0.isEnabled } }

  /// A stream of ``isEnabled``: the current value, then every change.
  package var isEnabledUpdates: AsyncStream<Bool> { broadcast.stream() }

  /// The control; with `user`, the user's choice applies (default: `user`).
  package var mode: CaptureDevice.CenterStageControlMode {
    get { state.withLock { $0.mode } }
    set {
      state.withLock { $0.mode = newValue }
      if newValue == .user { apply(isEnabledByUser) }
    }
  }

  /// Makes a face detector; returns nil if none is installed.
  func makeDetector() -> (any FrameProcessor)? {
    let make = makeOwnDetector ?? Self.installed.withLock { $0.makeDetector }
    return make()
  }

  /// Switches Center Stage on or off.
  ///
  /// - Throws: `CaptureError` if only the user controls it.
  package func setEnabled(_ isEnabled: Bool) throws(CaptureError) {
    guard mode != .user else {
      throw CaptureError(
        .unsupported, subject: "Center Stage", reason: "the program does not control it",
        hint: "set centerStageControlMode to app or cooperative first")
    }
    apply(isEnabled)
  }

  private func apply(_ isEnabled: Bool) {
    let cameras = state.withLock { state -> [WeakReference<CaptureDevice>]? in
      guard state.isEnabled != isEnabled else { return nil }
      state.isEnabled = isEnabled
      return Array(state.cameras.values)
    }
    guard let cameras else { return }
    broadcast.send(isEnabled)
    for camera in cameras { camera.object?.updateCenterStage() }
  }

  /// Records that a camera starts or stops streaming.
  func setStreaming(_ isStreaming: Bool, _ camera: CaptureDevice) {
    let reference = WeakReference<CaptureDevice>()
    reference.object = camera
    state.withLock { $0.cameras[ObjectIdentifier(camera)] = isStreaming ? reference : nil }
  }
}
