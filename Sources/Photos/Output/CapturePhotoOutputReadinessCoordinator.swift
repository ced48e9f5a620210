import Dispatch
import OpenCaptureSession
import OpenCaptureSystem

/// An observer of the readiness of a coordinator (`AVCapturePhotoOutputReadinessCoordinatorDelegate`).
public protocol CapturePhotoOutputReadinessCoordinatorDelegate: AnyObject {
  /// Called when the readiness has changed.
  func readinessCoordinator(
    _ coordinator: CapturePhotoOutputReadinessCoordinator,
    captureReadinessDidChange captureReadiness: CapturePhotoOutput.CaptureReadiness)
}

/// The readiness of an output for a shutter button (`AVCapturePhotoOutputReadinessCoordinator`).
///
/// It includes tracked requests that have not reached the output yet.
public final class CapturePhotoOutputReadinessCoordinator: Sendable {
  private struct State: Lockable {
    var tracked: Set<Int64> = []
    var reported: CapturePhotoOutput.CaptureReadiness
    var delegate = WeakDelegate()
  }

  /// Unchecked: the delegate is called on only one queue.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CapturePhotoOutputReadinessCoordinatorDelegate)?
  }

  private let output: CapturePhotoOutput
  private let state: Locked<State>

  /// Creates a coordinator for an output.
  public init(photoOutput: CapturePhotoOutput) {
    output = photoOutput
    state = Locked(State(reported: photoOutput.captureReadiness))
    output.captureController.observe(self) { [weak self] id in self?.outputChanged(id) }
  }

  deinit { output.captureController.stopObserving(ObjectIdentifier(self)) }

  /// The delegate, called on the output's queue and held weakly.
  public var delegate: (any CapturePhotoOutputReadinessCoordinatorDelegate)? {
    get { state.withLock { $0.delegate }.delegate }
    set {
      let box = WeakDelegate(delegate: newValue)
      state.withLock { $0.delegate = box }
    }
  }

  /// The readiness of the output; not ready while tracked requests have not reached it.
  public var captureReadiness: CapturePhotoOutput.CaptureReadiness {
    let readiness = output.captureReadiness
    let isWaiting = state.withLock { !$0.tracked.isEmpty }
    return readiness == .ready && isWaiting ? .notReadyMomentarily : readiness
  }

  /// Tracks a request with the given settings that will be made soon, for instance on another thread.
  ///
  /// Tracking ends when the request reaches the output.
  public func startTrackingCaptureRequest(using settings: CapturePhotoSettings) {
    _ = state.withLock { $0.tracked.insert(settings.uniqueID) }
    notifyLater()
  }

  /// Ends the tracking of a request that will not be made.
  public func stopTrackingCaptureRequest(using settingsUniqueID: Int64) {
    _ = state.withLock { $0.tracked.remove(settingsUniqueID) }
    notifyLater()
  }

  private func outputChanged(_ id: Int64?) {
    if let id { _ = state.withLock { $0.tracked.remove(id) } }
    notify()
  }

  private func notifyLater() { output.captureController.callbacks.async { [weak self] in self?.notify() } }

  /// Calls the delegate if the readiness has changed, on the output's queue.
  private func notify() {
    let readiness = captureReadiness
    let box = state.withLock { state -> WeakDelegate? in
      guard state.reported != readiness else { return nil }
      state.reported = readiness
      return state.delegate
    }
    box?.delegate?.readinessCoordinator(self, captureReadinessDidChange: readiness)
  }
}

extension CapturePhotoOutput {
  /// The readiness to take a photo immediately (`AVCapturePhotoOutput.CaptureReadiness`).
  public enum CaptureReadiness: Int, Sendable, Hashable, CaseIterable {
    /// The session doesn't run, or no camera is connected to the output.
    case sessionNotRunning
    /// A photo would be taken immediately.
    case ready
    /// Another photo waits for the next frame.
    case notReadyMomentarily
    /// Another request changes the settings of the camera or needs several frames.
    case notReadyWaitingForCapture
    /// The queue of photos to encode is full.
    case notReadyWaitingForProcessing
  }
}
