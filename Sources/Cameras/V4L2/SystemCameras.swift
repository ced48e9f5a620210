public import OpenCaptureSession

/// The machine's cameras: every V4L2 node that captures video, found again whenever one is plugged in or out.
///
/// Changes are noticed by inotify on `/dev` and on what udev knows, so that no device manager is needed; a thread waits for them as long as
/// the object lives.
public final class SystemCameras: CaptureDeviceProvider {
  private let plugged: PluggedDevices<V4L2Node>

  /// Looks for cameras, and goes on to do so.
  ///
  /// - Parameter options: How they are driven.
  public init(options: V4L2Camera.Options = V4L2Camera.Options()) {
    plugged = PluggedDevices(
      in: ["/dev", AssignedPosition.system.database], threadName: "cameras", marks: V4L2Node.marks,
      places: V4L2Node.all
    ) { V4L2Camera($0, options: options) }
  }

  /// The cameras that are connected now, in the order of their device files.
  public var devices: [CaptureDevice] { plugged.devices }

  /// Cameras that are plugged in or unplugged from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { plugged.changes }

  /// From the permissions of the device files.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { V4L2Node.authorization }
}
