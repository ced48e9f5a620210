import OpenCaptureSystem
public import OpenCaptureSession

/// Synthetic cameras, found as the machine's own are.
public final class SyntheticCameras: CaptureDeviceProvider {
  private let cameras: [SyntheticCamera]
  /// Kept, so that each camera has one device.
  private let all: [CaptureDevice]
  private let changes = Broadcast<CaptureDeviceChange>()

  /// Offers cameras.
  public init(_ cameras: [SyntheticCamera]) {
    (self.cameras, all) = (cameras, cameras.map(\.device))
    for camera in cameras {
      camera.setObserver { [weak self] change in self?.announce(change) }
    }
  }

  /// Those that didn't vanish.
  public var devices: [CaptureDevice] { all.filter(\.isConnected) }

  /// Cameras that vanish and recover from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { changes.stream() }

  /// Nobody has to allow them.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { .authorized }

  private func announce(_ change: CaptureDeviceChange) {
    changes.send(change)
    switch change {
    case .connected(let device): CaptureNotification.poster?(.device(device, isConnected: true))
    case .disconnected(let device): CaptureNotification.poster?(.device(device, isConnected: false))
    }
  }
}
