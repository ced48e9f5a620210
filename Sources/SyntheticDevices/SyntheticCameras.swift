public import OpenCaptureSession

/// Synthetic cameras, found as the machine's own are.
public final class SyntheticCameras: CaptureDeviceProvider {
  private let list: SyntheticDeviceList

  /// Offers cameras.
  public init(_ cameras: [SyntheticCamera]) {
    list = SyntheticDeviceList(cameras.map { ($0.device, $0.presence) })
  }

  /// Those that didn't vanish.
  public var devices: [CaptureDevice] { list.devices }

  /// Cameras that vanish and recover from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { list.changes }

  /// Nobody has to allow them.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { .authorized }
}
