import OpenCaptureSession
import OpenCaptureSystem

/// Whether a device made of software is plugged in, and who is to know of it.
final class SyntheticPresence: Sendable {
  private struct State: Lockable {
    var isGone = false
    weak var device: CaptureDevice?
    var observer: (@Sendable (CaptureDeviceChange) -> Void)?
  }

  private let state = Locked(State())

  var isGone: Bool { state.withLock { $0.isGone } }

  /// The device: the same object as long as anybody holds it.
  func device(_ make: () -> CaptureDevice) -> CaptureDevice {
    if let device = state.withLock({ $0.device }) { return device }
    let device = make()
    return state.withLock { state in
      if let other = state.device { return other }
      state.device = device
      return device
    }
  }

  func setObserver(_ observer: @escaping @Sendable (CaptureDeviceChange) -> Void) {
    state.withLock { $0.observer = observer }
  }

  /// Takes the device away.
  func vanish() {
    let (device, observer) = state.withLock { state in
      defer { state.isGone = true }
      return state.isGone ? (nil, nil) : (state.device, state.observer)
    }
    guard let device else { return }
    device.didDisconnect()
    observer?(.disconnected(device))
  }

  /// Plugs the device in again, where it was gone.
  func reconnect(_ driver: any CaptureDeviceDriver) {
    let (device, wasGone, observer) = state.withLock { state in
      defer { state.isGone = false }
      return (state.device, state.isGone, state.observer)
    }
    guard wasGone, let device else { return }
    device.didConnect(driver)
    observer?(.connected(device))
  }
}
