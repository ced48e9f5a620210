public import OpenCaptureSession

/// Synthetic microphones, found as the machine's own are.
public final class SyntheticMicrophones: CaptureDeviceProvider {
  private let list: SyntheticDeviceList

  /// Offers microphones.
  public init(_ microphones: [SyntheticMicrophone]) {
    list = SyntheticDeviceList(microphones.map { ($0.device, $0.presence) })
  }

  /// Those that didn't vanish.
  public var devices: [CaptureDevice] { list.devices }

  /// Microphones that vanish and recover from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { list.changes }

  /// Nobody has to allow them.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { .authorized }
}
