import OpenCaptureFlow
public import OpenCaptureSyntheticDevices
public import OpenCaptureCameras
public import OpenCaptureMediaSamples
public import OpenCaptureSession
public import OpenCaptureSound

extension CaptureDevice {
  /// The machine's cameras: looked for when somebody asks first, and followed from then on.
  public static let systemCameras = SystemCameras()

  /// The cameras that are made of software: one, which sees a code that counts frames, and faces.
  public static let syntheticCameras = SyntheticCameras([SyntheticCamera(apparatus: syntheticApparatus)])

  /// The machine's microphones: looked for when somebody asks first, and followed from then on.
  public static let systemMicrophones = SystemMicrophones()

  /// The microphones that are made of software: one, which beeps in step with a scene that is flashing.
  public static let syntheticMicrophones = SyntheticMicrophones([SyntheticMicrophone(apparatus: syntheticApparatus)]
  )

  /// Both are one.
  private static let syntheticApparatus = "synthetic"

  /// The cameras of the machine, or those that pass for them (see `StandInDevices`), then those made of software.
  public static let allCameras: any CaptureDeviceProvider = DeviceList([
    StandInDevices.system?.cameras ?? systemCameras, syntheticCameras,
  ])

  /// The microphones of the machine, or one that passes for them (see `StandInDevices`), then those made of software.
  public static let allMicrophones: any CaptureDeviceProvider = DeviceList([
    StandInDevices.system?.microphones ?? systemMicrophones, syntheticMicrophones,
  ])

  /// Cameras and microphones.
  public static let allDevices: any CaptureDeviceProvider = DeviceList([allCameras, allMicrophones])

  /// The devices with media of a kind; of any, where it is nil.
  static func provider(for mediaType: MediaType?) -> any CaptureDeviceProvider {
    switch mediaType {
    case .video?: allCameras
    case .audio?: allMicrophones
    default: allDevices
    }
  }

  /// The first camera or microphone of the machine; nil where there is none.
  public static func `default`(for mediaType: MediaType) -> CaptureDevice? {
    provider(for: mediaType).devices.first { $0.hasMediaType(mediaType) && $0.deviceType != .synthetic }
  }

  /// The first device of a kind at a position; nil where there is none.
  ///
  /// - Parameters:
  ///   - deviceType: `CaptureDevice.DeviceType.synthetic` for one that is always there.
  ///   - mediaType: Nil for any.
  ///   - position: `CaptureDevice.Position.unspecified` for any.
  public static func `default`(
    _ deviceType: DeviceType, for mediaType: MediaType?, position: Position
  ) -> CaptureDevice? {
    DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
  }

  /// The machine's devices with media of a kind; those made of software have to be asked for by their type.
  public static func devices(for mediaType: MediaType) -> [CaptureDevice] {
    provider(for: mediaType).devices.filter { $0.hasMediaType(mediaType) && $0.deviceType != .synthetic }
  }

  /// The camera or microphone with this unique id; nil where there is none now.
  public static func device(uniqueID: String) -> CaptureDevice? {
    allDevices.devices.first { $0.uniqueID == uniqueID }
  }

  /// What the device is one with, such as the microphone that is built into a webcam (`linkedDevices`).
  public var linkedDevices: [CaptureDevice] { linkedDevices(among: Self.allDevices.devices) }

  /// Whether this user may open the machine's cameras, or microphones, by the permissions of their device files.
  public static func authorizationStatus(for mediaType: MediaType) -> AuthorizationStatus {
    provider(for: mediaType).authorizationStatus
  }

  /// Whether this user may open the machine's cameras, or microphones.
  ///
  /// Nobody is asked: Linux has no such question.
  public static func requestAccess(for mediaType: MediaType) async -> Bool {
    authorizationStatus(for: mediaType) == .authorized
  }

  /// Whether this user may open the machine's cameras, or microphones, told to a closure before this returns.
  public static func requestAccess(for mediaType: MediaType, completionHandler: @escaping @Sendable (Bool) -> Void)
  {
    completionHandler(authorizationStatus(for: mediaType) == .authorized)
  }
}

extension CaptureDevice.DiscoverySession {
  /// Looks among the machine's cameras and microphones, and those made of software where
  /// `CaptureDevice.DeviceType.synthetic` is asked for.
  ///
  /// - Parameters:
  ///   - deviceTypes: What kinds; the devices are given in this order.
  ///   - mediaType: Nil for any.
  ///   - position: `CaptureDevice.Position.unspecified` for any.
  public convenience init(
    deviceTypes: [CaptureDevice.DeviceType], mediaType: MediaType?, position: CaptureDevice.Position
  ) {
    self.init(
      deviceTypes: deviceTypes, mediaType: mediaType, position: position,
      provider: CaptureDevice.provider(for: mediaType))
  }
}

/// The devices of several providers, one after the other.
final class DeviceList: CaptureDeviceProvider {
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
