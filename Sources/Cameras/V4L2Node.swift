import OpenCaptureSystem
import COpenCaptureV4L2
package import OpenCaptureSession
import Glibc

/// A V4L2 capture node, `/dev/video…`, with its properties from sysfs.
struct V4L2Node: DetectedDevice {
  let path: String
  let identity: CaptureDevice.Identity
  /// The inode of the sysfs folder, which changes when another camera is plugged in at the same place.
  let incarnation: UInt

  static func == (left: V4L2Node, right: V4L2Node) -> Bool {
    left.identity.uniqueID == right.identity.uniqueID && left.path == right.path
      && left.incarnation == right.incarnation
  }

  func hash(into hasher: inout Hasher) { hasher.combine(identity.uniqueID) }

  private static let sysfs = "/sys/class/video4linux"

  /// Returns the capture nodes, in the order of their numbers.
  static func all() -> [V4L2Node] {
    let names = FileSystem.names(in: sysfs).filter { $0.hasPrefix("video") }
    let numbered = names.compactMap { name in Int(name.dropFirst(5)).map { ($0, name) } }
    return numbered.sorted { $0.0 < $1.0 }.compactMap { V4L2Node($0.1) }
  }

  static func marks() -> [DevicePlaceState] {
    FileSystem.names(in: sysfs).filter { $0.hasPrefix("video") }.sorted().map { name in
      let real = FileSystem.real("\(sysfs)/\(name)")
      let mayOpen = access("/dev/\(name)", R_OK | W_OK) == 0
      let record = FileSystem.text("\(sysfs)/\(name)/dev").flatMap(CameraPositionAssignment.system.record)
      return DevicePlaceState(
        name: name, incarnation: real.flatMap(FileSystem.inode), mayOpen: mayOpen,
        record: record.flatMap(FileSystem.inode))
    }
  }

  /// The authorization: not determined without device files, and authorized if one of them can be opened.
  static var authorization: CaptureDevice.AuthorizationStatus {
    let paths = FileSystem.names(in: sysfs).filter { $0.hasPrefix("video") }.map { "/dev/\($0)" }
    let present = paths.filter { access($0, F_OK) == 0 }
    if present.isEmpty { return .notDetermined }
    return present.contains { access($0, R_OK | W_OK) == 0 } ? .authorized : .denied
  }

  /// Reads the properties of a node, or returns nil if the node captures no video or no longer exists.
  init?(_ name: String) {
    path = "/dev/\(name)"
    let folder = "\(Self.sysfs)/\(name)"
    guard access(path, F_OK) == 0, let real = FileSystem.real(folder), let inode = FileSystem.inode(real) else {
      return nil
    }
    incarnation = inode
    let index = FileSystem.text("\(folder)/index") ?? "0"
    let usb = USBDescription(above: real)
    let label = FileSystem.text("\(folder)/name") ?? name
    let descriptor = cv4l2_open(path)
    guard descriptor >= 0 else {
      // A camera without access is listed too, so that opening it reports the reason. Only the first node of such a
      // device is listed, because that node captures video.
      guard -descriptor == EACCES || -descriptor == EBUSY || -descriptor == EPERM, index == "0" else { return nil }
      let place = real.split(separator: "/").dropLast(2).last.map(String.init) ?? name
      identity = Self.identity("\(place)", label, usb, path)
      return
    }
    defer { close(descriptor) }
    var node = cv4l2_node()
    guard cv4l2_query_capabilities(descriptor, &node) == 0, node.is_camera, node.can_stream else { return nil }
    let place = String(tuple: node.bus_info).isEmpty ? real : String(tuple: node.bus_info)
    let card = String(tuple: node.card)
    identity = Self.identity(place + (index == "0" ? "" : ".\(index)"), card.isEmpty ? label : card, usb, path)
  }

  private static func identity(
    _ place: String, _ name: String, _ usb: USBDescription?, _ path: String
  ) -> CaptureDevice.Identity {
    let uniqueID = place + (usb.map { "-\($0.signature)" } ?? "")
    let folder = "\(sysfs)/\(path.dropFirst(5))"
    let assigned = CameraPositionAssignment.system.position(
      of: [uniqueID, name, path], number: FileSystem.text("\(folder)/dev"))
    return CaptureDevice.Identity(
      uniqueID: uniqueID, localizedName: name, modelID: usb?.model ?? "", manufacturer: usb?.manufacturer ?? "",
      // A camera that is not on a USB bus is built in. So is one that the user assigned a position.
      deviceType: assigned != nil || usb == nil || usb?.isRemovable == false ? .builtInWideAngleCamera : .external,
      position: assigned ?? CaptureDevice.Position(firmware: "\(folder)/device"), path: path,
      bus: usb?.bus.map { "USB bus \($0)" }, physicalDevice: usb?.folder)
  }
}

extension String {
  /// Creates a string from a null-terminated C array of characters.
  init<Tuple>(tuple: Tuple) {
    self = withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// Camera positions that the user assigns to cameras whose firmware reports none.
///
/// For one program, the environment variables `OPENCAPTURE_FRONT_CAMERA` and `OPENCAPTURE_BACK_CAMERA` assign them.
/// Each holds a part of a camera's name, unique ID or path. For the whole system, a udev rule assigns them: it sets the
/// property `OPENCAPTURE_POSITION` to `front` or `back`.
package struct CameraPositionAssignment: Sendable {
  var environment: @Sendable (String) -> String?
  /// The directory in which udev stores device properties (`/run/udev/data`).
  var database: String

  package static let system = CameraPositionAssignment(
    environment: { Environment.value($0) }, database: "/run/udev/data")

  private static let variables: [(name: String, position: CaptureDevice.Position)] = [
    ("OPENCAPTURE_FRONT_CAMERA", .front), ("OPENCAPTURE_BACK_CAMERA", .back),
  ]

  /// The value of a variable that turns the default position off.
  private static let off = "none"

  /// The positions that cameras without one can have by default: back and front, unless a variable is `none`.
  package var defaultPositions: [CaptureDevice.Position] {
    Self.variables.reversed().filter { environment($0.name) != Self.off }.map { $0.position }
  }

  /// Returns the path of udev's record of a device, which udev replaces when the record changes.
  func record(_ number: String) -> String { "\(database)/c\(number)" }

  /// Returns the position assigned to a camera, or nil if none is assigned.
  ///
  /// - Parameter number: The device number of the device file, such as `81:0`, or nil if unknown.
  package func position(of names: [String], number: String?) -> CaptureDevice.Position? {
    for variable in Self.variables {
      guard let part = environment(variable.name), !part.isEmpty, part != Self.off else { continue }
      if names.contains(where: { $0.contains(part) }) { return variable.position }
    }
    guard let number, let bytes = FileSystem.bytes(record(number), atMost: 65_536) else { return nil }
    let prefix = "E:OPENCAPTURE_POSITION="
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let value = lines.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
    return value.flatMap { CaptureDevice.Position(name: String($0)) }
  }
}
