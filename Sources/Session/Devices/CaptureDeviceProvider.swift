import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// A source of devices: the system, the synthetic devices, or your own.
public protocol CaptureDeviceProvider: AnyObject, Sendable {
  /// The connected devices. A device always has the same object.
  var devices: [CaptureDevice] { get }

  /// A stream of connections and disconnections from now on.
  var deviceChanges: AsyncStream<CaptureDeviceChange> { get }

  /// Whether the current user may open the devices.
  var authorizationStatus: CaptureDevice.AuthorizationStatus { get }
}

/// A connection or disconnection of a camera or microphone.
public enum CaptureDeviceChange: Sendable, Hashable {
  /// The device was connected, for the first time or again.
  case connected(CaptureDevice)
  /// The device was disconnected.
  case disconnected(CaptureDevice)
}

extension CaptureDevice {
  /// The permission to open cameras or microphones (`AVAuthorizationStatus`).
  ///
  /// The permissions of the device files decide. In Flatpak and Snap, the user answers for cameras.
  public enum AuthorizationStatus: Int, Sendable, Hashable {
    /// Unknown, because no device is connected, or the user has not been asked.
    case notDetermined
    /// No device can be opened, and the user cannot change that.
    case restricted
    /// No device can be opened, usually because the user is not in the group that owns them, or has said no.
    case denied
    /// At least one device can be opened.
    case authorized
  }

  /// A search for devices by type, media type and position (`AVCaptureDevice.DiscoverySession`).
  public final class DiscoverySession: IdentityHashable, Sendable {
    private struct Observation: Lockable {
      /// The task that forwards the changes of the provider; nil before the first observation.
      var task: Task<Void, Never>?
    }

    private let provider: any CaptureDeviceProvider
    private let deviceTypes: [DeviceType]
    private let mediaType: MediaType?
    private let position: Position
    private let observation = Locked(Observation())
    private let signal = ChangeSignal()

    /// Creates a search among the devices of a provider.
    ///
    /// - Parameters:
    ///   - deviceTypes: The device types. They define the order of the devices. Without `external`, external cameras
    ///     follow those of the type `builtInWideAngleCamera`.
    ///   - mediaType: The media type; nil for any.
    ///   - position: The position; `unspecified` for any.
    ///   - provider: The provider of the devices.
    public init(
      deviceTypes: [DeviceType], mediaType: MediaType?, position: Position, provider: any CaptureDeviceProvider
    ) {
      self.deviceTypes = deviceTypes
      self.mediaType = mediaType
      self.position = position
      self.provider = provider
    }

    deinit { observation.withLock { $0.task }?.cancel() }

    /// A signal that is sent when devices connect or disconnect, from the first use of this property on.
    package var changes: ChangeSignal {
      guard observation.withLock({ $0.task == nil }) else { return signal }
      let changes = provider.deviceChanges
      let task = Task { [signal] in
        for await _ in changes { signal.send() }
      }
      let isFirst = observation.withLock { observation in
        guard observation.task == nil else { return false }
        observation.task = task
        return true
      }
      if !isFirst { task.cancel() }
      return signal
    }

    /// The matching connected devices.
    public var devices: [CaptureDevice] {
      let matching = provider.devices.filter { device in
        (mediaType.map(device.hasMediaType) ?? true)
          && (position == .unspecified || device.positions.contains(position))
      }
      return searchedTypes.flatMap { type in matching.filter { $0.deviceType == type } }
    }

    /// The device types, with external cameras as wide-angle cameras unless they are listed themselves.
    private var searchedTypes: [DeviceType] {
      var types = deviceTypes
      if let index = types.firstIndex(of: .builtInWideAngleCamera), !types.contains(.external) {
        types.insert(.external, at: index + 1)
      }
      return types
    }

    /// A stream of ``devices``: the current value, then one for each connection or disconnection.
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
  }
}
