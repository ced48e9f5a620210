public import OpenCaptureCameras
import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCapturePipeWire
public import OpenCaptureSession
public import OpenCaptureSound
public import OpenCaptureSyntheticDevices
import OpenCaptureSystem

extension CaptureDevice {
  /// The cameras of this system, V4L2's and PipeWire's, enumerated on first access and monitored afterwards.
  public static let connectedCameras = ConnectedCameras()

  /// The cameras of this system that have a V4L2 driver.
  public static var systemCameras: SystemCameras { connectedCameras.systemCameras }

  /// The cameras of PipeWire, including those that have a V4L2 driver.
  public static var pipeWireCameras: PipeWireCameras { connectedCameras.pipeWireCameras }

  /// The synthetic cameras: one camera that shows a code with the frame number, and faces.
  public static let syntheticCameras = SyntheticCameras([SyntheticCamera(physicalDevice: syntheticApparatus)])

  /// The microphones of this system, enumerated on first access and monitored afterwards.
  public static let systemMicrophones = SystemMicrophones()

  /// The synthetic microphones: one that beeps in time with a flashing scene.
  public static let syntheticMicrophones = SyntheticMicrophones([
    SyntheticMicrophone(physicalDevice: syntheticApparatus)
  ])

  /// The physical device that links the synthetic camera and microphone.
  private static let syntheticApparatus = "synthetic"

  /// The system's cameras or their replacements (see `ReplacementDevices`), followed by the synthetic cameras.
  ///
  /// A system camera without a position can have a default one; see ``default(_:for:position:)``.
  public static let allCameras: any CaptureDeviceProvider = {
    // The user can enable Center Stage in a program that does not know of it.
    _ = installFaceDetector
    return DeviceList([
      ReplacementDevices.system?.cameras ?? PositionedCameras(connectedCameras), syntheticCameras,
    ])
  }()

  /// The system's microphones or their replacement (see `ReplacementDevices`), followed by the synthetic microphones.
  public static let allMicrophones: any CaptureDeviceProvider = DeviceList([
    ReplacementDevices.system?.microphones ?? systemMicrophones, syntheticMicrophones,
  ])

  /// All cameras and microphones.
  public static let allDevices: any CaptureDeviceProvider = DeviceList([allCameras, allMicrophones])

  /// Returns the provider of devices with a media type; nil stands for any type.
  static func provider(for mediaType: MediaType?) -> any CaptureDeviceProvider {
    switch mediaType {
    case .video?: allCameras
    case .audio?: allMicrophones
    default: allDevices
    }
  }

  /// Returns the first camera or microphone of this system, without synthetic devices; nil for none.
  public static func `default`(for mediaType: MediaType) -> CaptureDevice? {
    let devices = systemDevices(for: mediaType)
    if mediaType == .video { CameraSearchReporter.system.reportAbsence(of: devices) }
    return devices.first
  }

  fileprivate static func systemDevices(for mediaType: MediaType) -> [CaptureDevice] {
    provider(for: mediaType).devices.filter { $0.hasMediaType(mediaType) && $0.deviceType != .synthetic }
  }

  /// Returns the first device of a type at a position; nil for none.
  ///
  /// An external camera is also found as `builtInWideAngleCamera`. If no camera has a position, the first counts as
  /// the back camera and the second as the front camera. A single camera is found at both positions, and its
  /// `position` is back. The choice is reported once on standard error.
  ///
  /// - Parameters:
  ///   - deviceType: The type; `CaptureDevice.DeviceType.synthetic` is always available.
  ///   - mediaType: The media type; nil for any.
  ///   - position: The position; `CaptureDevice.Position.unspecified` for any.
  public static func `default`(
    _ deviceType: DeviceType, for mediaType: MediaType?, position: Position
  ) -> CaptureDevice? {
    DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
  }

  /// Returns the system's devices with a media type; synthetic devices must be requested by their type.
  public static func devices(for mediaType: MediaType) -> [CaptureDevice] {
    let devices = systemDevices(for: mediaType)
    if mediaType == .video { CameraSearchReporter.system.report(devices, among: devices) }
    return devices
  }

  /// Returns the camera or microphone with a unique identifier; nil if not connected.
  public static func device(uniqueID: String) -> CaptureDevice? {
    allDevices.devices.first { $0.uniqueID == uniqueID }
  }

  /// The other devices of the same physical device, such as the built-in microphone of a webcam (`linkedDevices`).
  public var linkedDevices: [CaptureDevice] { linkedDevices(among: Self.allDevices.devices) }

  /// Returns whether the user may open cameras or microphones.
  ///
  /// The permissions of the device files decide. In Flatpak and Snap, the user's answer to the desktop's portal decides
  /// about cameras.
  public static func authorizationStatus(for mediaType: MediaType) -> AuthorizationStatus {
    provider(for: mediaType).authorizationStatus
  }

  /// Returns whether the user may open cameras or microphones.
  ///
  /// In Flatpak and Snap, the desktop's portal asks the user about cameras. Otherwise no request appears.
  public static func requestAccess(for mediaType: MediaType) async -> Bool {
    guard mediaType == .video, asksForCameras else { return authorizationStatus(for: mediaType) == .authorized }
    return await connectedCameras.requestAccess()
  }

  /// Calls a closure with whether the user may open cameras or microphones.
  ///
  /// The call happens before this function returns, unless the desktop's portal asks the user.
  public static func requestAccess(for mediaType: MediaType, completionHandler: @escaping @Sendable (Bool) -> Void)
  {
    guard mediaType == .video, asksForCameras else {
      return completionHandler(authorizationStatus(for: mediaType) == .authorized)
    }
    Task { completionHandler(await connectedCameras.requestAccess()) }
  }

  /// Whether the desktop's portal decides about the cameras.
  private static var asksForCameras: Bool { ReplacementDevices.system == nil && connectedCameras.needsPortal }
}

extension CaptureDevice.DiscoverySession {
  /// Creates a discovery session for cameras and microphones of this system.
  ///
  /// Synthetic devices are included if `deviceTypes` contains `CaptureDevice.DeviceType.synthetic`.
  ///
  /// - Parameters:
  ///   - deviceTypes: The device types, which determine the order of the devices.
  ///   - mediaType: The media type; nil for any.
  ///   - position: The position; `CaptureDevice.Position.unspecified` for any.
  public convenience init(
    deviceTypes: [CaptureDevice.DeviceType], mediaType: MediaType?, position: CaptureDevice.Position
  ) {
    self.init(
      deviceTypes: deviceTypes, mediaType: mediaType, position: position,
      provider: CaptureDevice.provider(for: mediaType))
    guard mediaType == .video, !deviceTypes.contains(.synthetic) else { return }
    CameraSearchReporter.system.report(devices, among: CaptureDevice.systemDevices(for: .video))
  }
}

/// A provider that concatenates the devices of several providers.
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

  /// The status of the system's devices; synthetic devices need no permission.
  var authorizationStatus: CaptureDevice.AuthorizationStatus {
    providers.first?.authorizationStatus ?? .notDetermined
  }
}

/// Synthetic cameras and a microphone that replace the system's, for running unchanged programs without hardware.
///
/// The environment variable `OPENCAPTURE_SYNTHETIC_DEVICES=1` enables a back camera and a front camera. Each shows
/// a code with the frame number and two drawn faces.
struct ReplacementDevices {
  /// The cameras.
  let cameras: SyntheticCameras
  /// The microphone.
  let microphones: SyntheticMicrophones

  /// The replacement devices; nil if the environment does not enable them.
  static let system = Self(environment: { Environment.value($0) })

  /// Creates the devices; nil if the environment does not enable them.
  init?(environment: (String) -> String?) {
    guard environment("OPENCAPTURE_SYNTHETIC_DEVICES") == "1" else { return nil }
    var options = SyntheticCamera.Options()
    options.controls += SyntheticCamera.Options.whiteBalanceControls
    cameras = SyntheticCameras([
      SyntheticCamera(
        uniqueID: "synthetic-back", localizedName: "Back Camera", position: .back,
        deviceType: .builtInWideAngleCamera, options: options),
      SyntheticCamera(
        uniqueID: "synthetic-front", localizedName: "Front Camera", position: .front,
        deviceType: .builtInWideAngleCamera, options: options),
    ])
    microphones = SyntheticMicrophones([
      SyntheticMicrophone(uniqueID: "synthetic-microphone", localizedName: "Microphone", deviceType: .microphone)
    ])
  }
}
