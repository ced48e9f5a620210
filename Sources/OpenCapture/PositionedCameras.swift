import OpenCaptureCameras
import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSystem

/// The system's cameras, where cameras without a position count as back or front camera.
///
/// USB cameras rarely have a position, but programs written for phones search for a back and a front camera.
final class PositionedCameras: CaptureDeviceProvider {
  private let cameras: any CaptureDeviceProvider
  private let positions: [CaptureDevice.Position]

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - cameras: The provider of the cameras.
  ///   - positions: The default positions in the order of their assignment; default those of the environment.
  init(
    _ cameras: any CaptureDeviceProvider,
    positions: [CaptureDevice.Position] = CameraPositionAssignment.system.defaultPositions
  ) {
    self.cameras = cameras
    self.positions = positions
  }

  var devices: [CaptureDevice] {
    let devices = cameras.devices
    assignPositions(to: devices)
    return devices
  }

  var deviceChanges: AsyncStream<CaptureDeviceChange> { cameras.deviceChanges }

  var authorizationStatus: CaptureDevice.AuthorizationStatus { cameras.authorizationStatus }

  /// Gives each position that no camera has to the first camera without one.
  ///
  /// A camera keeps its position while others connect and disconnect. A single camera has all positions.
  private func assignPositions(to devices: [CaptureDevice]) {
    let known = devices.map(\.identity.position)
    var free = positions.filter { position in !devices.contains { $0.position == position } }
    for device in devices where device.identity.position == .unspecified {
      let former = device.defaultPositions.first { !known.contains($0) }
      let own = former ?? free.first
      free.removeAll { $0 == own }
      let others = devices.count == 1 ? positions.filter { $0 != own } : []
      device.defaultPositions = (own.map { [$0] } ?? []) + others
    }
  }
}

/// A reporter of searches for cameras, which writes each message once per process.
final class CameraSearchReporter: Sendable {
  private struct State: Lockable {
    var hasReportedAbsence = false
    var hasReportedPositions = false
  }

  /// The reporter of the process, which writes to standard error.
  static let system = CameraSearchReporter { StandardError.write(line: "OpenCapture: \($0)") }

  private let state = Locked(State())
  private let write: @Sendable (String) -> Void

  /// Creates a reporter with a function that receives the messages.
  init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Reports that no camera is connected, if the list of cameras is empty.
  func reportAbsence(of cameras: [CaptureDevice]) {
    let isFirst = state.withLock { state in
      defer { state.hasReportedAbsence = state.hasReportedAbsence || cameras.isEmpty }
      return cameras.isEmpty && !state.hasReportedAbsence
    }
    guard isFirst else { return }
    write(
      "no camera found; set OPENCAPTURE_SYNTHETIC_DEVICES=1 to use synthetic cameras, or run `viewfinder doctor`")
  }

  /// Reports the default positions if a search found a camera that has one, or that no camera is connected.
  ///
  /// - Parameters:
  ///   - found: The devices that the search found.
  ///   - cameras: The connected cameras.
  func report(_ found: [CaptureDevice], among cameras: [CaptureDevice]) {
    reportAbsence(of: cameras)
    let positioned = cameras.filter { $0.identity.position == .unspecified && !$0.defaultPositions.isEmpty }
    guard found.contains(where: { positioned.contains($0) }) else { return }
    let isFirst = state.withLock { state in
      defer { state.hasReportedPositions = true }
      return !state.hasReportedPositions
    }
    if isFirst { write(Self.describePositions(of: positioned)) }
  }

  private static func describePositions(of cameras: [CaptureDevice]) -> String {
    let uses = cameras.map { camera in
      let path = camera.identity.path.map { " (\($0))" } ?? ""
      let positions = camera.defaultPositions.map(\.name).joined(separator: " and ")
      return "\(EscapedText.line(camera.localizedName))\(path) as the \(positions) camera"
    }
    return "using \(uses.joined(separator: ", ")) by default; to change this, set OPENCAPTURE_BACK_CAMERA and "
      + "OPENCAPTURE_FRONT_CAMERA to a part of a camera's name, unique ID or path, or to none"
  }
}
