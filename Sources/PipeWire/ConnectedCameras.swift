public import OpenCaptureCameras
import OpenCaptureFlow
public import OpenCaptureSession
import OpenCaptureSystem

/// The cameras of this system: those with a V4L2 driver, and the other ones of PipeWire.
///
/// A camera that both have is listed once, as V4L2's. PipeWire delivers its frames while another program uses the device
/// file or the user may not open it.
public final class ConnectedCameras: CaptureDeviceProvider {
  /// All cameras with a V4L2 driver.
  public let systemCameras: SystemCameras
  /// All cameras of PipeWire, including those with a V4L2 driver.
  public let pipeWireCameras: PipeWireCameras

  /// Lists the cameras and starts to watch for changes.
  ///
  /// - Parameters:
  ///   - options: The options of V4L2's cameras.
  ///   - pipeWireOptions: The options of PipeWire's cameras.
  public init(
    options: V4L2Camera.Options = V4L2Camera.Options(),
    pipeWireOptions: PipeWireCamera.Options = PipeWireCamera.Options()
  ) {
    let pipeWireCameras = PipeWireCameras(options: pipeWireOptions)
    self.pipeWireCameras = pipeWireCameras
    systemCameras = SystemCameras(options: options) { pipeWireCameras.driver(ofDeviceFile: $0) }
  }

  /// The connected cameras, V4L2's first.
  public var devices: [CaptureDevice] {
    let files = systemCameras.devices
    return files + Self.others(pipeWireCameras.devices, besides: files.map(\.identity), identity: \.identity)
  }

  /// The identities of the connected cameras, listed without starting a thread of this library.
  package static var connectedIdentities: [CaptureDevice.Identity] {
    let files = SystemCameras.connectedIdentities
    return files + others(PipeWireCameras.connectedIdentities, besides: files, identity: \.self)
  }

  /// Returns those of PipeWire's cameras that V4L2 does not have.
  static func others<Camera>(
    _ cameras: [Camera], besides files: [CaptureDevice.Identity], identity: (Camera) -> CaptureDevice.Identity
  ) -> [Camera] {
    let paths = Set(files.compactMap(\.path))
    return cameras.filter { camera in identity(camera).path.map { !paths.contains($0) } ?? true }
  }

  /// The cameras that connect and disconnect from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> {
    let files = systemCameras.deviceChanges
    let others = pipeWireCameras.deviceChanges
    return AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      let task = Task { [systemCameras] in
        await withTaskGroup { group in
          group.addTask { for await change in files { continuation.yield(change) } }
          group.addTask {
            for await change in others {
              let known = systemCameras.devices.map(\.identity)
              if !Self.others([change.device], besides: known, identity: \.identity).isEmpty {
                continuation.yield(change)
              }
            }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Whether the user may open cameras: authorized if PipeWire has any, else according to the device files.
  ///
  /// A process that needs the desktop's portal has the user's answer, unless it may open a device file.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus {
    if let portal = CameraPortal.system, systemCameras.authorizationStatus != .authorized {
      return portal.authorizationStatus
    }
    let status = pipeWireCameras.authorizationStatus
    return status == .authorized ? status : systemCameras.authorizationStatus
  }

  /// Whether only the desktop's portal can give access to cameras.
  package var needsPortal: Bool { CameraPortal.system != nil && systemCameras.authorizationStatus != .authorized }

  /// Asks the user for access to cameras if only the portal can give it, and returns whether they may be opened.
  ///
  /// The cameras are listed when the function returns.
  package func requestAccess() async -> Bool {
    guard needsPortal, let portal = CameraPortal.system else { return authorizationStatus == .authorized }
    guard (try? await portal.requestAccess()) == true else { return false }
    pipeWireCameras.connect()
    return true
  }
}

extension CaptureDeviceChange {
  fileprivate var device: CaptureDevice {
    switch self {
    case .connected(let device), .disconnected(let device): device
    }
  }
}
