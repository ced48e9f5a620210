import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// Where cameras or microphones come from: the system's, made ones, or those of your own.
public protocol CaptureDeviceProvider: AnyObject, Sendable {
  /// The devices that are connected now, always the same object for the same one.
  var devices: [CaptureDevice] { get }

  /// Devices that are plugged in or unplugged from now on.
  var deviceChanges: AsyncStream<CaptureDeviceChange> { get }

  /// Whether this user may open them.
  var authorizationStatus: CaptureDevice.AuthorizationStatus { get }
}

/// A camera or a microphone that was plugged in or unplugged.
public enum CaptureDeviceChange: Sendable, Hashable {
  /// It is there, for the first time or again.
  case connected(CaptureDevice)
  /// It is gone.
  case disconnected(CaptureDevice)
}

extension CaptureDevice {
  /// Whether this user may open cameras, or microphones (`AVAuthorizationStatus`).
  ///
  /// Linux asks nobody: the permissions of the device files decide.
  public enum AuthorizationStatus: Sendable, Hashable {
    /// There is no device to tell by.
    case notDetermined
    /// There are some, and none can be opened, nor can the user change that.
    case restricted
    /// There are some, and none can be opened: mostly the user isn't in the group that owns them.
    case denied
    /// One can be opened.
    case authorized
  }

  /// Finds devices by kind, media and position (`AVCaptureDevice.DiscoverySession`).
  public final class DiscoverySession: Sendable {
    private let provider: any CaptureDeviceProvider
    private let deviceTypes: [DeviceType]
    private let mediaType: MediaType?
    private let position: Position

    /// Looks among a provider's devices.
    ///
    /// - Parameters:
    ///   - deviceTypes: What kinds; the devices are given in this order.
    ///   - mediaType: Nil for any.
    ///   - position: `unspecified` for any.
    ///   - provider: Whose devices.
    public init(
      deviceTypes: [DeviceType], mediaType: MediaType?, position: Position, provider: any CaptureDeviceProvider
    ) {
      (self.deviceTypes, self.mediaType) = (deviceTypes, mediaType)
      (self.position, self.provider) = (position, provider)
    }

    /// Those that are connected now.
    public var devices: [CaptureDevice] {
      let all = provider.devices.filter(isWanted)
      return deviceTypes.flatMap { type in all.filter { $0.deviceType == type } }
    }

    /// ``devices`` now, and whenever one is plugged in or unplugged.
    public var deviceUpdates: AsyncStream<[CaptureDevice]> {
      let changes = provider.deviceChanges
      return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let task = Task { [self] in
          continuation.yield(devices)
          for await _ in changes { continuation.yield(devices) }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }

    private func isWanted(_ device: CaptureDevice) -> Bool {
      (mediaType.map(device.hasMediaType) ?? true) && (position == .unspecified || device.position == position)
    }
  }
}
