import OpenCaptureFlow
import OpenCaptureSystem

/// A device found by the system, at one of the places for devices of its kind.
///
/// Values of a device that stayed connected are equal, even if one identity is more complete.
package protocol DetectedDevice: Sendable, Hashable {
  /// The names and location of the device.
  var identity: CaptureDevice.Identity { get }
}

/// The state of a device place, which changes if another device is connected or permissions change.
package struct DevicePlaceState: Sendable, Hashable {
  private let name: String
  private let incarnation: UInt?
  private let mayOpen: Bool
  private let record: UInt?

  /// Creates the state of a place.
  ///
  /// - Parameters:
  ///   - incarnation: A value that distinguishes a device from the previous one at the same place.
  ///   - record: A value that changes when more becomes known about the device. The default is nil.
  package init(name: String, incarnation: UInt?, mayOpen: Bool, record: UInt? = nil) {
    self.name = name
    self.incarnation = incarnation
    self.mayOpen = mayOpen
    self.record = record
  }
}

/// A monitor of the system's devices of one kind, which detects changes with inotify, without a device manager.
package final class DeviceMonitor<Place: DetectedDevice>: Sendable {
  private struct Entry {
    let device: CaptureDevice
    /// The place of the device; nil while it is disconnected.
    var place: Place?
  }

  private struct State: Lockable {
    /// All devices ever found, in the order of discovery.
    var entries: [Entry] = []
    /// The places of the connected devices, in display order.
    var places: [Place] = []
  }

  private struct LastScan: Lockable {
    var marks: [DevicePlaceState]?
    /// Whether the marks were stable over two scans; a new device appears before all its properties are readable.
    var isSettled = false
  }

  private let readMarks: @Sendable () -> [DevicePlaceState]
  private let findPlaces: @Sendable () -> [Place]
  private let makeDriver: @Sendable (Place) -> any CaptureDeviceDriver
  private let state = Locked(State())
  /// The result of the last scan, locked during a scan so that events stay in order.
  private let lastScan = Locked(LastScan())
  private let broadcast = Broadcast<CaptureDeviceChange>()
  private let watch: FolderWatch

  /// Creates a monitor and scans once.
  ///
  /// - Parameters:
  ///   - folders: The directories that contain the device files.
  ///   - marks: Reads the state of all places without accessing a device.
  ///   - places: Finds the connected devices, in display order.
  package init(
    in folders: [String], threadName name: String, marks: @escaping @Sendable () -> [DevicePlaceState],
    places: @escaping @Sendable () -> [Place], makeDriver: @escaping @Sendable (Place) -> any CaptureDeviceDriver
  ) {
    readMarks = marks
    findPlaces = places
    self.makeDriver = makeDriver
    let monitor = WeakReference<DeviceMonitor>()
    watch = FolderWatch(folders, threadName: name) { monitor.object?.scan() }
    monitor.object = self
    scan()
  }

  /// The connected devices, in display order.
  package var devices: [CaptureDevice] {
    state.withLock { state in
      state.places.compactMap { place in state.entries.first { $0.place == place }?.device }
    }
  }

  /// A stream of connections and disconnections from now on.
  package var changes: AsyncStream<CaptureDeviceChange> { broadcast.stream() }

  /// Scans for devices and reports the changes.
  package func scan() {
    lastScan.withLock { lastScan in
      // Reading a device's identity wakes the device, so this happens only after a change.
      let marks = readMarks()
      guard !lastScan.isSettled || lastScan.marks != marks else { return }
      lastScan = LastScan(marks: marks, isSettled: lastScan.marks == marks)
      let places = findPlaces()
      let removed = state.withLock { state in
        state.places = places
        return state.entries.indices.compactMap { index -> CaptureDevice? in
          guard let place = state.entries[index].place, !places.contains(place) else { return nil }
          state.entries[index].place = nil
          return state.entries[index].device
        }
      }
      for device in removed { announce(.disconnected(device)) }
      for place in places { connect(place) }
    }
  }

  /// Updates the place of a connected device and returns the device if its identity has changed.
  private func updateIdentity(of place: Place) -> CaptureDevice? {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.place == place }),
        state.entries[index].place?.identity != place.identity
      else { return nil }
      state.entries[index].place = place
      return state.entries[index].device
    }
  }

  private func connect(_ place: Place) {
    if let known = updateIdentity(of: place) { return known.didIdentify(as: place.identity) }
    let index = state.withLock { state in
      state.entries.firstIndex { $0.device.uniqueID == place.identity.uniqueID }
    }
    let driver = makeDriver(place)
    guard let index else {
      let device = CaptureDevice(driver)
      state.withLock { $0.entries.append(Entry(device: device, place: place)) }
      return announce(.connected(device))
    }
    let device = state.withLock { state -> CaptureDevice? in
      guard state.entries[index].place == nil else { return nil }
      state.entries[index].place = place
      return state.entries[index].device
    }
    guard let device else { return }
    device.didConnect(driver)
    announce(.connected(device))
  }

  private func announce(_ change: CaptureDeviceChange) {
    if case .disconnected(let device) = change { device.didDisconnect() }
    broadcast.send(change)
    CaptureNotification.post(change)
  }
}
