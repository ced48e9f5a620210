import OpenCaptureSystem

/// A device found by the system, at one of the places for devices of its kind.
///
/// Two values are equal if they are the same device that stayed connected. Their identities may differ in
/// completeness.
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
  ///   - name: The name of the place.
  ///   - incarnation: A value that distinguishes a device from the previous one at the same place.
  ///   - mayOpen: Whether the current user may open the device.
  ///   - record: A value that changes when more becomes known about the device. The default is nil.
  package init(name: String, incarnation: UInt?, mayOpen: Bool, record: UInt? = nil) {
    self.name = name
    self.incarnation = incarnation
    self.mayOpen = mayOpen
    self.record = record
  }
}

/// A monitor of the system's devices of one kind, which updates when devices connect or disconnect.
///
/// The changes are detected with inotify, without a device manager.
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

  private let readMarks: @Sendable () -> [DevicePlaceState]
  private let findPlaces: @Sendable () -> [Place]
  private struct LastScan: Lockable {
    var marks: [DevicePlaceState]?
    /// Whether the marks were stable over two scans.
    ///
    /// A new device appears before all its properties are readable.
    var isSettled = false
  }

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
  ///   - name: The name of the monitoring thread.
  ///   - marks: Reads the state of all places without accessing a device.
  ///   - places: Finds the connected devices, in display order.
  ///   - makeDriver: Creates the driver of a device.
  package init(
    in folders: [String], threadName name: String, marks: @escaping @Sendable () -> [DevicePlaceState],
    places: @escaping @Sendable () -> [Place], makeDriver: @escaping @Sendable (Place) -> any CaptureDeviceDriver
  ) {
    readMarks = marks
    findPlaces = places
    self.makeDriver = makeDriver
    let reference = WeakReference()
    watch = FolderWatch(folders, threadName: name) { reference.owner?.scan() }
    reference.owner = self
    scan()
  }

  /// A weak reference that lets the monitoring thread reach the object.
  private final class WeakReference: Sendable {
    private struct Target: Lockable {
      weak var object: DeviceMonitor?
    }

    private let target = Locked(Target())

    var owner: DeviceMonitor? {
      get { target.withLock { $0.object } }
      set { target.withLock { $0.object = newValue } }
    }
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
        return Self.takeRemoved(&state, places)
      }
      for device in removed { announce(.disconnected(device)) }
      for place in places { connect(place) }
    }
  }

  /// Removes and returns the devices whose place is empty or belongs to another device.
  private static func takeRemoved(_ state: inout State, _ places: [Place]) -> [CaptureDevice] {
    var removed: [CaptureDevice] = []
    for index in state.entries.indices {
      guard let place = state.entries[index].place, !places.contains(place) else { continue }
      state.entries[index].place = nil
      removed.append(state.entries[index].device)
    }
    return removed
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
