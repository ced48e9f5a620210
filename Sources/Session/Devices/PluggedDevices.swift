import OpenCaptureSystem

/// A device as the system shows it, in one of the places where devices of its kind can be.
///
/// Two are equal where it is one device that stayed in its place; more can be known of it than before.
package protocol PluggedDevice: Sendable, Hashable {
  /// What it is called, and where it is.
  var identity: CaptureDevice.Identity { get }
}

/// What tells whether there is another device in a place than before, or may be opened now.
package struct DeviceMark: Sendable, Hashable {
  private let name: String
  private let incarnation: UInt?
  private let mayOpen: Bool
  private let record: UInt?

  /// Takes note of a place.
  ///
  /// - Parameters:
  ///   - name: What the place is called.
  ///   - incarnation: Tells a device from the one that was plugged in at the same place before.
  ///   - mayOpen: Whether this user may open it.
  ///   - record: Tells what is known of the device from what was known before; default nothing.
  package init(name: String, incarnation: UInt?, mayOpen: Bool, record: UInt? = nil) {
    (self.name, self.incarnation, self.mayOpen, self.record) = (name, incarnation, mayOpen, record)
  }
}

/// The machine's devices of a kind, found again whenever one is plugged in or out.
///
/// Changes are noticed by inotify, so that no device manager is needed.
package final class PluggedDevices<Place: PluggedDevice>: Sendable {
  private struct Entry {
    let device: CaptureDevice
    /// Nil while it is unplugged.
    var place: Place?
  }

  private struct State: Lockable {
    /// Every device that there was, in the order in which they were found.
    var entries: [Entry] = []
    /// The order of those that are there.
    var places: [Place] = []
  }

  private let lookAround: @Sendable () -> [DeviceMark]
  private let findPlaces: @Sendable () -> [Place]
  private struct Seen: Lockable {
    var marks: [DeviceMark]?
    /// Whether that was looked at once more since: a device that comes shows before everything about it does.
    var isSettled = false
  }

  private let makeDriver: @Sendable (Place) -> any CaptureDeviceDriver
  private let state = Locked(State())
  /// What the last scan saw; held by a scan, so that what one tells comes before what the next does.
  private let seen = Locked(Seen())
  private let broadcast = Broadcast<CaptureDeviceChange>()
  private let watch: FolderWatch

  /// Looks for devices, and goes on to do so.
  ///
  /// - Parameters:
  ///   - folders: Where device files come and go.
  ///   - name: What the thread that notices is called.
  ///   - marks: Says what the system shows, without asking any device.
  ///   - places: Says which are there, in the order in which people are shown them.
  ///   - makeDriver: Makes what drives a device.
  package init(
    in folders: [String], threadName name: String, marks: @escaping @Sendable () -> [DeviceMark],
    places: @escaping @Sendable () -> [Place], makeDriver: @escaping @Sendable (Place) -> any CaptureDeviceDriver
  ) {
    (lookAround, findPlaces, self.makeDriver) = (marks, places, makeDriver)
    let hand = WeakHand()
    watch = FolderWatch(folders, threadName: name) { hand.owner?.scan() }
    hand.owner = self
    scan()
  }

  /// Lets the thread reach the object without keeping it.
  private final class WeakHand: Sendable {
    private struct Held: Lockable {
      weak var object: PluggedDevices?
    }

    private let held = Locked(Held())

    var owner: PluggedDevices? {
      get { held.withLock { $0.object } }
      set { held.withLock { $0.object = newValue } }
    }
  }

  /// Those that are connected now, in their order.
  package var devices: [CaptureDevice] {
    state.withLock { state in
      state.places.compactMap { place in state.entries.first { $0.place == place }?.device }
    }
  }

  /// Those that are plugged in or unplugged from now on.
  package var changes: AsyncStream<CaptureDeviceChange> { broadcast.stream() }

  /// Looks which devices there are now, and tells what has changed.
  package func scan() {
    seen.withLock { seen in
      // Asking a device what it is wakes it up, so that it is asked only when something is different.
      let marks = lookAround()
      guard !seen.isSettled || seen.marks != marks else { return }
      seen = Seen(marks: marks, isSettled: seen.marks == marks)
      let places = findPlaces()
      let gone = state.withLock { state in
        state.places = places
        return Self.takeGone(&state, places)
      }
      for device in gone { announce(.disconnected(device)) }
      for place in places { connect(place) }
    }
  }

  /// Those whose place is gone, or another device's.
  private static func takeGone(_ state: inout State, _ places: [Place]) -> [CaptureDevice] {
    var gone: [CaptureDevice] = []
    for index in state.entries.indices {
      guard let place = state.entries[index].place, !places.contains(place) else { continue }
      state.entries[index].place = nil
      gone.append(state.entries[index].device)
    }
    return gone
  }

  /// A device that stayed where it is, but of which more is known now.
  private func takeNews(of place: Place) -> CaptureDevice? {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.place == place }),
        state.entries[index].place?.identity != place.identity
      else { return nil }
      state.entries[index].place = place
      return state.entries[index].device
    }
  }

  private func connect(_ place: Place) {
    if let known = takeNews(of: place) { return known.didIdentify(as: place.identity) }
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
