import OpenCaptureFlow
import OpenCaptureSystem
public import OpenCaptureMediaSamples

/// A camera or a microphone: what it is, what formats it has, and everything that can be set at it (`AVCaptureDevice`).
///
/// One object stands for one device as long as the program runs, unplugged and plugged in again or not. Safe from any
/// thread. What a microphone doesn't have, such as focus, answers as unsupported. To change something,
/// ``lockForConfiguration()`` first:
///
///     try device.lockForConfiguration()
///     device.activeVideoMinFrameDuration = MediaTime(value: 1, timescale: 15)
///     device.unlockForConfiguration()
///
/// A property can't throw where it is set. What the device refused is then ``configurationError``, and the property
/// keeps its value; ``set(_:to:)`` throws it instead. Nothing is adjusted silently.
public final class CaptureDevice: Sendable {
  /// The same for the same device whenever it is plugged in again.
  public let uniqueID: String
  /// The name for people.
  public let localizedName: String
  /// What it delivers: pictures or sound.
  let mediaType: MediaType

  let state: Monitor<State>
  /// Sent when properties may have changed.
  package let changes = ChangeSignal()
  let isConnectedBroadcast: Broadcast<Bool>
  let isAdjustingFocusBroadcast: Broadcast<Bool>
  let isAdjustingExposureBroadcast: Broadcast<Bool>
  let isAdjustingWhiteBalanceBroadcast: Broadcast<Bool>
  let exposureTargetOffsetBroadcast: Broadcast<Float>
  let subjectAreaBroadcast = Broadcast<Void>()
  let isRampingBroadcast: Broadcast<Bool>
  let controlBroadcast: Broadcast<CaptureControl.Name>

  struct State: Lockable {
    var driver: any CaptureDeviceDriver
    /// What is known of the device now, which can be more than when it was found.
    var identity: Identity
    var isConnected = true
    /// How often it was plugged in again.
    var connectionNumber = 0
    var formats: [Format]?
    var controls: [CaptureControl.Name: CaptureControl]?
    var requested: CaptureStreamConfiguration?
    /// What a stream that runs was granted, as long as nothing else is asked for.
    var granted: CaptureStreamConfiguration?
    /// What the stream that runs was granted, whatever is asked for since; nil where none does.
    var streaming: CaptureStreamConfiguration?
    var frameDurations = FrameDurations()
    var lock = ConfigurationLock()
    var changed: CaptureInputChange?
    /// What a session will ask for.
    var planned: CaptureStreamConfiguration?
    var error: CaptureError?
    var focus = FocusState()
    var exposure = ExposureState()
    var subjectArea: SubjectAreaMonitor?
    var zoom = ZoomState()
    var adjustments = AutomaticAdjustments()
    var firstFrames = FirstFrames()
    var observers: [ObjectIdentifier: @Sendable (CaptureInputChange) -> Void] = [:]
  }

  /// Who may change the device.
  struct ConfigurationLock: Sendable {
    /// How often it was taken, and on which thread.
    var (count, owner): (Int, UInt) = (0, 0)
    /// On which threads it wasn't had, and how often: what they hand back isn't theirs.
    var refusals: [UInt: Int] = [:]
    /// How many of the stack's own requests change the device now.
    var requests = 0
  }

  /// How long frames may last at least and at most; invalid where nobody asked.
  struct FrameDurations: Sendable {
    var minimum = MediaTime.invalid
    var maximum = MediaTime.invalid

    /// The duration that keeps to both and is nearest to the usual one.
    func wish(_ usual: MediaTime) -> MediaTime {
      let low = minimum.isNumeric && !(usual >= minimum && usual.isNumeric) ? minimum : usual
      return maximum.isNumeric && !(low <= maximum && low.isNumeric) ? maximum : low
    }
  }

  /// Makes a device of a driver; providers do this once for each camera or microphone.
  public init(_ driver: any CaptureDeviceDriver) {
    let identity = driver.identity
    (uniqueID, localizedName, mediaType) = (identity.uniqueID, identity.localizedName, driver.mediaType)
    state = Monitor(State(driver: driver, identity: identity))
    isConnectedBroadcast = Broadcast(initially: true, sending: changes)
    isAdjustingFocusBroadcast = Broadcast(initially: false, sending: changes)
    isAdjustingExposureBroadcast = Broadcast(initially: false, sending: changes)
    isAdjustingWhiteBalanceBroadcast = Broadcast(initially: false, sending: changes)
    exposureTargetOffsetBroadcast = Broadcast(initially: 0, sending: changes)
    isRampingBroadcast = Broadcast(initially: false, sending: changes)
    controlBroadcast = Broadcast(sending: changes)
  }

  var driver: any CaptureDeviceDriver { state.withLock { $0.driver } }

  /// What the device is called, and where it is now.
  public var identity: Identity { state.withLock { $0.identity } }

  /// The model; empty where nobody knows.
  public var modelID: String { identity.modelID }

  /// Who made it; empty where nobody knows.
  public var manufacturer: String { identity.manufacturer }

  /// What kind of device it is.
  public var deviceType: DeviceType { identity.deviceType }

  /// Where on the machine the device is.
  public var position: Position { identity.position }

  /// Whether the device has media of a kind.
  public func hasMediaType(_ mediaType: MediaType) -> Bool { mediaType == self.mediaType }

  /// Those of some devices that this one is one with: the microphone that is built into a webcam, and the other way round.
  ///
  /// - Parameter devices: This one may be among them.
  public func linkedDevices(among devices: [CaptureDevice]) -> [CaptureDevice] {
    guard let apparatus = identity.apparatus else { return [] }
    return devices.filter { $0 !== self && $0.identity.apparatus == apparatus }
  }

  /// What people call such a device.
  var noun: String { mediaType == .audio ? "microphone" : "camera" }

  /// The error of a device that is gone.
  var notConnected: CaptureError {
    CaptureError(
      .deviceDisconnected, subject: localizedName, reason: "the \(noun) is not connected",
      remedy: "plug the \(noun) in again")
  }
}

extension CaptureDevice: Hashable {
  /// Whether both are the same object.
  public static func == (left: CaptureDevice, right: CaptureDevice) -> Bool { left === right }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CaptureDevice: CustomStringConvertible {
  /// The name and the unique id.
  public var description: String { "\(localizedName) (\(uniqueID))" }
}

// MARK: Connection

extension CaptureDevice {
  /// Whether the device is plugged in.
  public var isConnected: Bool { state.withLock { $0.isConnected } }

  /// The programs beside this one that have the device open, each as its name and process number, such as
  /// `cheese (process 4711)`.
  ///
  /// Those of other users show only to the administrator.
  public var otherUsers: [String] { driver.otherUsers }

  /// Whether another program has the device open, as far as this one may know; see ``otherUsers``.
  public var isInUseByAnotherApplication: Bool { !otherUsers.isEmpty }

  /// ``isConnected`` now, and whenever it changes.
  public var isConnectedUpdates: AsyncStream<Bool> { isConnectedBroadcast.stream() }

  /// Takes note that the device is there again; for providers.
  public func didConnect(_ driver: any CaptureDeviceDriver) {
    state.withLock { state in
      (state.driver, state.identity, state.isConnected) = (driver, driver.identity, true)
      (state.formats, state.controls) = (nil, nil)
      state.connectionNumber += 1
    }
    isConnectedBroadcast.send(true)
    tell(.available)
  }

  /// Takes note of what became known of a device that stayed where it is, such as its position.
  package func didIdentify(as identity: Identity) {
    state.withLock { $0.identity = identity }
    changes.send()
  }

  /// Takes note that the device is gone; for providers.
  public func didDisconnect() { didDisconnect(from: state.withLock { $0.connectionNumber }) }

  /// Takes note that the device is gone, unless it was plugged in again since; for streams, which can be late to say so.
  func didDisconnect(from connectionNumber: Int) {
    let wasConnected = state.withLock { state in
      guard state.connectionNumber == connectionNumber else { return false }
      defer { state.isConnected = false }
      return state.isConnected
    }
    guard wasConnected else { return }
    isConnectedBroadcast.send(false)
    CaptureNotification.post([.device(self, isConnected: false)])
    tell(.unavailable)
  }

  func observe(_ observer: AnyObject, _ body: @escaping @Sendable (CaptureInputChange) -> Void) {
    state.withLock { $0.observers[ObjectIdentifier(observer)] = body }
  }

  func stopObserving(_ observer: AnyObject) {
    _ = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
  }

  func tell(_ change: CaptureInputChange) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer(change) }
  }
}
