import OpenCaptureSystem
import COpenCaptureV4L2
import OpenCaptureSession
import Glibc

/// One `/dev/video…` of a camera, and what the system says about it.
struct V4L2Node: PluggedDevice {
  let path: String
  let identity: CaptureDevice.Identity
  /// Tells a camera from the one that was plugged in at the same place before.
  let incarnation: UInt

  static func == (left: V4L2Node, right: V4L2Node) -> Bool {
    left.identity.uniqueID == right.identity.uniqueID && left.path == right.path
      && left.incarnation == right.incarnation
  }

  func hash(into hasher: inout Hasher) { hasher.combine(identity.uniqueID) }

  private static let sysfs = "/sys/class/video4linux"

  /// The capture nodes, in the order of their numbers.
  static func all() -> [V4L2Node] {
    let names = FileSystem.names(in: sysfs).filter { $0.hasPrefix("video") }
    let numbered = names.compactMap { name in Int(name.dropFirst(5)).map { ($0, name) } }
    return numbered.sorted { $0.0 < $1.0 }.compactMap { V4L2Node($0.1) }
  }

  static func marks() -> [DeviceMark] {
    FileSystem.names(in: sysfs).filter { $0.hasPrefix("video") }.sorted().map { name in
      let real = FileSystem.real("\(sysfs)/\(name)")
      let mayOpen = access("/dev/\(name)", R_OK | W_OK) == 0
      let record = FileSystem.text("\(sysfs)/\(name)/dev").flatMap(AssignedPosition.system.record)
      return DeviceMark(
        name: name, incarnation: real.flatMap(FileSystem.inode), mayOpen: mayOpen,
        record: record.flatMap(FileSystem.inode))
    }
  }

  /// Whether device files exist, and whether one of them can be opened.
  static var authorization: CaptureDevice.AuthorizationStatus {
    let paths = FileSystem.names(in: sysfs).filter { $0.hasPrefix("video") }.map { "/dev/\($0)" }
    let present = paths.filter { access($0, F_OK) == 0 }
    if present.isEmpty { return .notDetermined }
    return present.contains { access($0, R_OK | W_OK) == 0 } ? .authorized : .denied
  }

  /// Looks at a node; nil where it captures no video, or is gone.
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
      // One that may not be opened is told of, so that the error that says why can be; the first node of a device
      // is the one that captures.
      guard -descriptor == EACCES || -descriptor == EBUSY || -descriptor == EPERM, index == "0" else { return nil }
      let place = real.split(separator: "/").dropLast(2).last.map(String.init) ?? name
      identity = Self.identity("\(place)", label, usb, path)
      return
    }
    defer { close(descriptor) }
    var node = cv4l2_node()
    guard cv4l2_describe(descriptor, &node) == 0, node.is_camera, node.can_stream else { return nil }
    let place = String(tuple: node.bus_info).isEmpty ? real : String(tuple: node.bus_info)
    let card = String(tuple: node.card)
    identity = Self.identity(
      place + (index == "0" ? "" : ".\(index)"), card.isEmpty ? label : card, usb, path)
  }

  private static func identity(
    _ place: String, _ name: String, _ usb: USBDescription?, _ path: String
  ) -> CaptureDevice.Identity {
    let uniqueID = place + (usb.map { "-\($0.signature)" } ?? "")
    let folder = "\(sysfs)/\(path.dropFirst(5))"
    let assigned = AssignedPosition.system.position(
      of: AssignedPosition.Camera(names: [uniqueID, name, path], number: FileSystem.text("\(folder)/dev")))
    return CaptureDevice.Identity(
      uniqueID: uniqueID, localizedName: name, modelID: usb?.model ?? "", manufacturer: usb?.manufacturer ?? "",
      // What isn't on a USB bus is on a board; what the user gives a position is meant to be as good as that.
      deviceType: assigned != nil || usb == nil || usb?.isRemovable == false ? .builtInWideAngleCamera : .external,
      position: assigned ?? CaptureDevice.Position(firmware: "\(folder)/device"), path: path,
      bus: usb?.bus.map { "USB bus \($0)" }, apparatus: usb?.folder)
  }
}

extension String {
  /// The text of a C array of characters, up to its zero.
  init<Tuple>(tuple: Tuple) {
    self = withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
