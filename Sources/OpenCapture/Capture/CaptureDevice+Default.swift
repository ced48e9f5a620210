import OpenCaptureFlow
public import OpenCaptureSyntheticDevices
public import OpenCaptureCameras
public import OpenCaptureMediaSamples
public import OpenCaptureSession

extension CaptureDevice {
  /// The machine's cameras: looked for when somebody asks first, and followed from then on.
  public static let systemCameras = SystemCameras()

  /// The cameras that are made of software: one, which sees colour bars and a clock.
  public static let syntheticCameras = SyntheticCameras([SyntheticCamera()])

  /// The cameras of the machine, then those made of software.
  public static let allCameras: any CaptureDeviceProvider = CameraList([systemCameras, syntheticCameras])

  /// The first camera of the machine; nil where there is none.
  public static func `default`(for mediaType: MediaType) -> CaptureDevice? {
    systemCameras.devices.first { $0.hasMediaType(mediaType) }
  }

  /// The first camera of a kind at a position; nil where there is none.
  ///
  /// - Parameters:
  ///   - deviceType: `CaptureDevice.DeviceType.synthetic` for the one that is always there.
  ///   - mediaType: Nil for any.
  ///   - position: `CaptureDevice.Position.unspecified` for any.
  public static func `default`(
    _ deviceType: DeviceType, for mediaType: MediaType?, position: Position
  ) -> CaptureDevice? {
    DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
  }

  /// All cameras with media of a kind.
  public static func devices(for mediaType: MediaType) -> [CaptureDevice] {
    allCameras.devices.filter { $0.hasMediaType(mediaType) }
  }

  /// The camera with this unique id; nil where there is none now.
  public static func device(uniqueID: String) -> CaptureDevice? {
    allCameras.devices.first { $0.uniqueID == uniqueID }
  }

  /// Whether this user may open the machine's cameras, by the permissions of their device files.
  public static func authorizationStatus(for mediaType: MediaType) -> AuthorizationStatus {
    systemCameras.authorizationStatus
  }

  /// Whether this user may open the machine's cameras.
  ///
  /// Nobody is asked: Linux has no such question.
  public static func requestAccess(for mediaType: MediaType) async -> Bool {
    authorizationStatus(for: mediaType) == .authorized
  }

  /// Whether this user may open the machine's cameras, told to a closure before this returns.
  public static func requestAccess(for mediaType: MediaType, completionHandler: @escaping @Sendable (Bool) -> Void)
  {
    completionHandler(authorizationStatus(for: mediaType) == .authorized)
  }
}

extension CaptureDevice.DiscoverySession {
  /// Looks among the machine's cameras, and those made of software where `CaptureDevice.DeviceType.synthetic` is asked
  /// for.
  ///
  /// - Parameters:
  ///   - deviceTypes: What kinds; the cameras are given in this order.
  ///   - mediaType: Nil for any.
  ///   - position: `CaptureDevice.Position.unspecified` for any.
  public convenience init(
    deviceTypes: [CaptureDevice.DeviceType], mediaType: MediaType?, position: CaptureDevice.Position
  ) {
    self.init(
      deviceTypes: deviceTypes, mediaType: mediaType, position: position, provider: CaptureDevice.allCameras)
  }
}

/// The cameras of several providers, one after the other.
final class CameraList: CaptureDeviceProvider {
  private let providers: [any CaptureDeviceProvider]

  init(_ providers: [any CaptureDeviceProvider]) { self.providers = providers }

  var devices: [CaptureDevice] { providers.flatMap(\.devices) }

  var deviceChanges: AsyncStream<CaptureDeviceChange> {
    let streams = providers.map(\.deviceChanges)
    return AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      let task = Task {
        await withTaskGroup { group in
          for stream in streams { group.addTask { for await change in stream { continuation.yield(change) } } }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The machine's: software needs no permission.
  var authorizationStatus: CaptureDevice.AuthorizationStatus {
    providers.first?.authorizationStatus ?? .notDetermined
  }
}
