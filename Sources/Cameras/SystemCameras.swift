public import OpenCaptureSession

/// The cameras of this system: all V4L2 nodes that capture video.
///
/// A thread watches `/dev` and udev's database with inotify for as long as the object lives. It notices cameras that
/// are plugged in or unplugged without a device manager.
public final class SystemCameras: CaptureDeviceProvider {
  private let plugged: DeviceMonitor<V4L2Node>

  /// Lists the cameras and starts to watch for changes.
  ///
  /// - Parameter options: The options of all cameras.
  public convenience init(options: V4L2Camera.Options = V4L2Camera.Options()) {
    self.init(options: options) { _ in nil }
  }

  /// Lists the cameras and starts to watch for changes.
  ///
  /// - Parameters:
  ///   - options: The options of all cameras.
  ///   - alternative: Returns another driver of the camera with the given device file, for use while V4L2 cannot open it.
  package init(
    options: V4L2Camera.Options = V4L2Camera.Options(),
    alternative: @escaping @Sendable (String) -> (any CaptureDeviceDriver)?
  ) {
    plugged = DeviceMonitor(
      in: ["/dev", CameraPositionAssignment.system.database], threadName: "cameras", marks: V4L2Node.marks,
      places: V4L2Node.all
    ) { V4L2Camera($0, options: options, alternative: alternative) }
  }

  /// The connected cameras, in the order of their device files.
  public var devices: [CaptureDevice] { plugged.devices }

  /// The identities of the connected cameras, listed without starting a thread.
  package static var connectedIdentities: [CaptureDevice.Identity] { V4L2Node.all().map(\.identity) }

  /// The cameras that connect and disconnect from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { plugged.changes }

  /// The authorization status, taken from the permissions of the device files.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { V4L2Node.authorization }
}
