import Dispatch
import OpenCaptureSession
import OpenCaptureSystem

/// Is told of the readiness that a coordinator sees (`AVCapturePhotoOutputReadinessCoordinatorDelegate`).
public protocol CapturePhotoOutputReadinessCoordinatorDelegate: AnyObject {
  /// Readiness has changed.
  func readinessCoordinator(
    _ coordinator: CapturePhotoOutputReadinessCoordinator,
    captureReadinessDidChange captureReadiness: CapturePhotoOutput.CaptureReadiness)
}

/// An output's readiness for a shutter button (`AVCapturePhotoOutputReadinessCoordinator`): photos that were asked for,
/// but haven't reached the output yet, count as well.
public final class CapturePhotoOutputReadinessCoordinator: Sendable {
  private struct State: Lockable {
    var tracked: Set<Int64> = []
    var told: CapturePhotoOutput.CaptureReadiness
    var delegate = WeakDelegate()
  }

  /// Unchecked: the delegate is called on one queue alone.
  private struct WeakDelegate: @unchecked Sendable {
    weak var delegate: (any CapturePhotoOutputReadinessCoordinatorDelegate)?
  }

  private let output: CapturePhotoOutput
  private let state: Locked<State>

  /// Makes a coordinator of an output.
  public init(photoOutput: CapturePhotoOutput) {
    output = photoOutput
    state = Locked(State(told: photoOutput.captureReadiness))
    output.shutter.observe(self) { [weak self] id in self?.outputChanged(id) }
  }

  deinit { output.shutter.stopObserving(ObjectIdentifier(self)) }

  /// Is told of changes, on the output's queue; held weakly.
  public var delegate: (any CapturePhotoOutputReadinessCoordinatorDelegate)? {
    get { state.withLock { $0.delegate }.delegate }
    set {
      let box = WeakDelegate(delegate: newValue)
      state.withLock { $0.delegate = box }
    }
  }

  /// The output's readiness; where photos were asked for that it doesn't know of, it waits for them.
  public var captureReadiness: CapturePhotoOutput.CaptureReadiness {
    let readiness = output.captureReadiness
    let isWaiting = state.withLock { !$0.tracked.isEmpty }
    return readiness == .ready && isWaiting ? .notReadyMomentarily : readiness
  }

  /// Takes note that a photo of these settings will be asked for, on another thread for instance.
  ///
  /// It ends by itself once the output has it.
  @_disfavoredOverload public func startTrackingCaptureRequest(using settings: CapturePhotoSettings) {
    _ = state.withLock { $0.tracked.insert(settings.uniqueID) }
    tellLater()
  }

  /// Takes note that no photo of these settings will be asked for.
  public func stopTrackingCaptureRequest(using settingsUniqueID: Int64) {
    _ = state.withLock { $0.tracked.remove(settingsUniqueID) }
    tellLater()
  }

  private func outputChanged(_ id: Int64?) {
    if let id { _ = state.withLock { $0.tracked.remove(id) } }
    tell()
  }

  private func tellLater() { output.shutter.callbacks.async { [weak self] in self?.tell() } }

  /// Tells of a change, on the output's queue.
  private func tell() {
    let readiness = captureReadiness
    let box = state.withLock { state -> WeakDelegate? in
      guard state.told != readiness else { return nil }
      state.told = readiness
      return state.delegate
    }
    box?.delegate?.readinessCoordinator(self, captureReadinessDidChange: readiness)
  }
}
