import COpenCapturePipeWire
package import OpenCaptureCameras
package import OpenCaptureSession
import OpenCaptureSystem

/// A camera of PipeWire: a video source with its properties.
package struct PipeWireNode: DetectedDevice {
  /// The beginning of the unique IDs of PipeWire's cameras.
  package static let idPrefix = "pipewire:"

  /// The number by which the daemon's objects refer to the source.
  let id: UInt32
  /// The number that no other object of the daemon ever had.
  let serial: String
  /// The name, unique ID and location of the camera.
  package let identity: CaptureDevice.Identity

  /// Returns whether two values belong to a camera that stayed connected.
  package static func == (left: PipeWireNode, right: PipeWireNode) -> Bool {
    left.identity.uniqueID == right.identity.uniqueID && left.serial == right.serial
  }

  /// Hashes the unique ID.
  package func hash(into hasher: inout Hasher) { hasher.combine(identity.uniqueID) }

  /// Reads the properties of a source, or returns nil if the name or the serial number is missing.
  ///
  /// - Parameter number: The number of the source among those with the same name, from 1.
  package init?(
    id: UInt32, _ properties: [String: String], number: Int = 1, positions: CameraPositionAssignment = .system
  ) {
    guard let name = properties["node.name"], let serial = properties["object.serial"] else { return nil }
    self.id = id
    self.serial = serial
    let uniqueID = Self.idPrefix + name + (number > 1 ? ".\(number)" : "")
    let label =
      ["node.description", "node.nick", "media.name"].compactMap { properties[$0] }.first { !$0.isEmpty } ?? name
    let path = properties["api.v4l2.path"]
    let assigned = positions.position(of: [uniqueID, label] + (path.map { [$0] } ?? []), number: nil)
    let position: CaptureDevice.Position =
      switch properties["api.libcamera.location"] {
      case "front"?: assigned ?? .front
      case "back"?: assigned ?? .back
      default: assigned ?? .unspecified
      }
    identity = CaptureDevice.Identity(
      uniqueID: uniqueID, localizedName: label,
      deviceType: position == .unspecified ? .external : .builtInWideAngleCamera, position: position, path: path)
  }
}

/// The video sources of the daemon, as far as it has reported them.
struct PipeWireDirectory: Lockable, Sendable {
  private var sources: [UInt32: [String: String]] = [:]

  /// Adds or updates a source and returns whether that is a change.
  mutating func update(_ id: UInt32, _ properties: [String: String]) -> Bool {
    let old = sources.updateValue(properties, forKey: id)
    return old != properties
  }

  /// Removes a source.
  mutating func remove(_ id: UInt32) { sources[id] = nil }

  /// Removes all sources.
  mutating func removeAll() { sources = [:] }

  /// The cameras in the order of their connection.
  ///
  /// Of several cameras with one name, later ones have a number.
  var nodes: [PipeWireNode] {
    let ordered = sources.sorted { left, right in
      let numbers = [left, right].map { $0.value["object.serial"].flatMap { UInt64($0) } ?? .max }
      return (numbers[0], left.key) < (numbers[1], right.key)
    }
    var counts: [String: Int] = [:]
    return ordered.compactMap { id, properties in
      let name = properties["node.name"] ?? ""
      counts[name, default: 0] += 1
      return PipeWireNode(id: id, properties, number: counts[name] ?? 1)
    }
  }
}

/// The directory that a connection updates, with a closure that is called after changes.
final class WatchedDirectory: Sendable {
  private let directory = Locked(PipeWireDirectory())
  private let onChange: @Sendable () -> Void

  init(onChange: @escaping @Sendable () -> Void = {}) { self.onChange = onChange }

  var nodes: [PipeWireNode] { directory.withLock { $0 }.nodes }

  func removeAll() {
    directory.withLock { $0.removeAll() }
    onChange()
  }

  private func update(_ id: UInt32, _ properties: [String: String]) {
    if directory.withLock({ $0.update(id, properties) }) { onChange() }
  }

  private func remove(_ id: UInt32) {
    directory.withLock { $0.remove(id) }
    onChange()
  }

  /// The callbacks for the bridge, which do not retain the object.
  var events: cpipewire_events {
    cpipewire_events(
      context: Unmanaged.passUnretained(self).toOpaque(),
      source_changed: { context, id, properties, count in
        let values = UnsafeBufferPointer(start: properties, count: count).map {
          (String(cString: $0.key), String(cString: $0.value))
        }
        WatchedDirectory.of(context)?.update(id, Dictionary(values) { first, _ in first })
      },
      object_removed: { context, id in WatchedDirectory.of(context)?.remove(id) })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> WatchedDirectory? {
    context.map { Unmanaged<WatchedDirectory>.fromOpaque($0).takeUnretainedValue() }
  }
}
