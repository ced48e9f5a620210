import OpenCaptureSession
import OpenCaptureSystem

/// Where a user says that cameras are whose firmware doesn't tell, so that programs find one at the front or the back.
///
/// Said by the environment for a program, `OPENCAPTURE_FRONT_CAMERA` and `OPENCAPTURE_BACK_CAMERA`, each a part of the
/// name, the unique id or the path of cameras; or by a rule of udev for the machine, which sets the property
/// `OPENCAPTURE_POSITION` to `front` or `back`.
struct AssignedPosition {
  /// What is known of a camera before it has a position.
  struct Camera {
    /// The unique id, the name for people, and the path.
    var names: [String]
    /// The numbers of its device file, such as `81:0`; nil where nobody knows.
    var number: String?
  }

  var environment: @Sendable (String) -> String?
  /// Where udev keeps what its rules set (`/run/udev/data`).
  var database: String

  static let system = AssignedPosition(
    environment: { Environment.value($0) }, database: "/run/udev/data")

  private static let variables: [(name: String, position: CaptureDevice.Position)] = [
    ("OPENCAPTURE_FRONT_CAMERA", .front), ("OPENCAPTURE_BACK_CAMERA", .back),
  ]

  /// Where udev keeps what it knows of the device with these numbers; another file whenever that changes.
  func record(_ number: String) -> String { "\(database)/c\(number)" }

  /// The position that a camera was given; nil where it wasn't given any.
  func position(of camera: Camera) -> CaptureDevice.Position? {
    for variable in Self.variables {
      guard let part = environment(variable.name), !part.isEmpty else { continue }
      if camera.names.contains(where: { $0.contains(part) }) { return variable.position }
    }
    guard let number = camera.number, let bytes = FileSystem.bytes(record(number), atMost: 65_536) else {
      return nil
    }
    let prefix = "E:OPENCAPTURE_POSITION="
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let value = lines.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
    return value.flatMap { CaptureDevice.Position(rawValue: String($0)) }
  }
}
