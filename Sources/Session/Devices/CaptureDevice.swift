import OpenCaptureFlow
public import OpenCaptureSystem
public import OpenCaptureMediaSamples

/// A camera or a microphone, with its formats and controls (`AVCaptureDevice`).
///
/// One object represents one device for the lifetime of the program, even if the device is reconnected. It can be
/// used from any thread. A microphone reports camera features, such as focus, as unsupported. Call
/// ``lockForConfiguration()`` before changing a property:
///
///     try device.lockForConfiguration()
///     device.minFrameDuration = MediaTime(value: 1, timescale: 15)
///     device.unlockForConfiguration()
///
/// A property setter cannot throw. If the device rejects a value, the property keeps its old value and
/// ``configurationError`` is set. ``set(_:to:)`` throws the error instead. Values are never adjusted silently.
public final class CaptureDevice: Sendable {
  /// An identifier that stays the same when the device is reconnected.
  public let uniqueID: String
  /// The display name.
  public let localizedName: String
  /// The media type of the device.
  let mediaType: MediaType

  let state: Monitor<State>
  /// The features that need the frames of a stream.
  let frameFeatures = ActiveFrameFeatures()
  /// A signal that is sent when properties may have changed.
  package let changes = ChangeSignal()
  let isConnectedBroadcast: Broadcast<Bool>
  let isAdjustingFocusBroadcast: Broadcast<Bool>
  let isAdjustingExposureBroadcast: Broadcast<Bool>
  let isAdjustingWhiteBalanceBroadcast: Broadcast<Bool>
  let exposureTargetOffsetBroadcast: Broadcast<Float>
  let subjectAreaBroadcast = Broadcast<Void>()
  let isRampingBroadcast: Broadcast<Bool>
  let isCenterStageActiveBroadcast: Broadcast<Bool>
  /// The switch of Center Stage for this and other cameras.
  let centerStageSwitch = CenterStageSwitch.current
  /// The crop of Center Stage.
  let follower = Locked(CenterStageFollower())
  let controlBroadcast: Broadcast<CaptureControl.Name>

  struct State: Lockable {
    var driver: any CaptureDeviceDriver
    /// The current identity, which can be more complete than at first.
    var identity: Identity
    /// The positions if the identity has none.
    var defaultPositions: [Position] = []
    /// The device's features, updated by the properties below.
    let frameFeatures: ActiveFrameFeatures
    var isConnected = true
    /// The number of reconnections.
    var connectionNumber = 0
    var formats: [Format]?
    var controls: [CaptureControl.Name: CaptureControl]?
    var requested: CaptureStreamConfiguration?
    /// The actual configuration of the running stream; nil after a new request.
    var actual: CaptureStreamConfiguration?
    /// The actual configuration of the running stream, regardless of new requests; nil if none is running.
    var streaming: CaptureStreamConfiguration?
    var frameDurations = FrameDurations()
    var lock = ConfigurationLock()
    var changed: CaptureInputChange?
    /// The configuration that a session will request.
    var planned: CaptureStreamConfiguration?
    var error: CaptureError?
    var focus = FocusState() { didSet { updateFrameFeatures() } }
    var exposure = ExposureState() { didSet { updateFrameFeatures() } }
    var subjectArea: SubjectAreaMonitor? { didSet { updateFrameFeatures() } }
    var zoom = ZoomState() { didSet { updateFrameFeatures() } }
    var centerStage = CenterStageState() { didSet { updateFrameFeatures() } }
    var adjustments = AutomaticAdjustments() { didSet { updateFrameFeatures() } }
    var firstFrames = FirstFrameWaits() { didSet { updateFrameFeatures() } }
    var observers: [ObjectIdentifier: @Sendable (CaptureInputChange) -> Void] = [:]
  }

  /// The state of the configuration lock.
  struct ConfigurationLock: Sendable {
    /// The number of times that the owner has locked.
    var count: Int = 0
    /// The thread that holds the lock.
    var owner: UInt = 0
    /// The number of failed lock calls by thread, whose unlock calls must have no effect.
    var failedLocks: [UInt: Int] = [:]
    /// The number of internal requests that are changing the device.
    var requests = 0
  }

  /// The requested limits of the frame duration; invalid if not requested.
  struct FrameDurations: Sendable {
    var minimum = MediaTime.invalid
    var maximum = MediaTime.invalid

    /// Returns the duration within the limits that is nearest to the usual one.
    func clamped(_ usual: MediaTime) -> MediaTime {
      let low = minimum.isNumeric && !(usual >= minimum && usual.isNumeric) ? minimum : usual
      return maximum.isNumeric && !(low <= maximum && low.isNumeric) ? maximum : low
    }
  }

  /// Creates a device from a driver, which providers do once for each camera or microphone.
  public init(_ driver: any CaptureDeviceDriver) {
    let identity = driver.identity
    uniqueID = identity.uniqueID
    localizedName = identity.localizedName
    mediaType = driver.mediaType
    state = Monitor(State(driver: driver, identity: identity, frameFeatures: frameFeatures))
    isConnectedBroadcast = Broadcast(initially: true, sending: changes)
    isAdjustingFocusBroadcast = Broadcast(initially: false, sending: changes)
    isAdjustingExposureBroadcast = Broadcast(initially: false, sending: changes)
    isAdjustingWhiteBalanceBroadcast = Broadcast(initially: false, sending: changes)
    exposureTargetOffsetBroadcast = Broadcast(initially: 0, sending: changes)
    isRampingBroadcast = Broadcast(initially: false, sending: changes)
    isCenterStageActiveBroadcast = Broadcast(initially: false, sending: changes)
    controlBroadcast = Broadcast(sending: changes)
  }

  package var driver: any CaptureDeviceDriver { state.withLock { $0.driver } }

  /// The names and location of the device.
  public var identity: Identity { state.withLock { $0.identity } }

  /// The model; empty if unknown.
  public var modelID: String { identity.modelID }

  /// The manufacturer; empty if unknown.
  public var manufacturer: String { identity.manufacturer }

  /// The type of the device.
  public var deviceType: DeviceType { identity.deviceType }

  /// The position of the device on the system.
  ///
  /// If the ``identity`` has none, the module `OpenCapture` gives the first cameras a default position.
  public var position: Position { positions.first ?? .unspecified }

  /// The positions at which searches find the device, beginning with ``position``.
  var positions: [Position] {
    state.withLock { $0.identity.position == .unspecified ? $0.defaultPositions : [$0.identity.position] }
  }

  /// The positions of the device if its ``identity`` has none; empty by default.
  package var defaultPositions: [Position] {
    get { state.withLock { $0.defaultPositions } }
    set {
      let hasChanged = state.withLock { state in
        defer { state.defaultPositions = newValue }
        return state.defaultPositions != newValue
      }
      if hasChanged { changes.send() }
    }
  }

  /// Returns whether the device delivers media of the given type.
  public func hasMediaType(_ mediaType: MediaType) -> Bool { mediaType == self.mediaType }

  /// Returns the devices that belong to the same physical device, such as the microphone of a webcam.
  ///
  /// - Parameter devices: The devices to search. This device may be among them.
  public func linkedDevices(among devices: [CaptureDevice]) -> [CaptureDevice] {
    guard let physicalDevice = identity.physicalDevice else { return [] }
    return devices.filter { $0 !== self && $0.identity.physicalDevice == physicalDevice }
  }

  /// The word for the device in messages.
  var deviceWord: String { mediaType == .audio ? "microphone" : "camera" }

  /// The error for a disconnected device.
  var notConnected: CaptureError {
    CaptureError(
      .deviceNotConnected, subject: localizedName, reason: "the \(deviceWord) is not connected",
      hint: "connect the \(deviceWord) again"
    ).of(self)
  }

  /// Returns the error of a stream that did not start.
  ///
  /// A driver cannot distinguish streams of this program from those of other programs.
  func startFailure(_ error: CaptureError) -> CaptureError {
    guard error.code == .deviceInUse, state.withLock({ $0.streaming != nil }) else { return error.of(self) }
    return CaptureError(
      .deviceUsedByAnotherSession, subject: error.subject, errno: error.errno, reason: error.reason
    ).of(self)
  }
}

extension CaptureError {
  /// Returns the same error with the device that failed.
  func of(_ device: CaptureDevice) -> Self {
    var error = self
    error.details.values[CaptureErrorKey.device] = device
    return error
  }
}

extension CaptureDevice: IdentityHashable {
  /// The name and the unique ID.
  public var description: String { "\(localizedName) (\(uniqueID))" }
}

// MARK: Connection

extension CaptureDevice {
  /// Whether the device is connected.
  public var isConnected: Bool { state.withLock { $0.isConnected } }

  /// The other programs that have the device open, each as name and process ID, such as `cheese (process 4711)`.
  ///
  /// Programs of other users are visible only to root.
  public var otherUsers: [String] { driver.otherUsers }

  /// Whether another program has the device open, as far as visible; see ``otherUsers``.
  public var isInUseByAnotherApplication: Bool { !otherUsers.isEmpty }

  /// A stream of ``isConnected``: the current value, then every change.
  public var isConnectedUpdates: AsyncStream<Bool> { isConnectedBroadcast.stream() }

  /// Handles the reconnection of the device, as reported by its provider.
  public func didConnect(_ driver: any CaptureDeviceDriver) {
    state.withLock { state in
      state.driver = driver
      state.identity = driver.identity
      state.isConnected = true
      state.formats = nil
      state.controls = nil
      state.connectionNumber += 1
    }
    isConnectedBroadcast.send(true)
    notifyObservers(.available)
  }

  /// Updates the identity of a connected device, such as its position.
  package func didIdentify(as identity: Identity) {
    state.withLock { $0.identity = identity }
    changes.send()
  }

  /// Handles the disconnection of the device, as reported by its provider.
  public func didDisconnect() { didDisconnect(from: state.withLock { $0.connectionNumber }) }

  /// Handles a disconnection reported by a stream, unless the device has been reconnected since.
  func didDisconnect(from connectionNumber: Int) {
    let wasConnected = state.withLock { state in
      guard state.connectionNumber == connectionNumber else { return false }
      defer { state.isConnected = false }
      return state.isConnected
    }
    guard wasConnected else { return }
    isConnectedBroadcast.send(false)
    CaptureNotification.post([.device(self, isConnected: false)])
    notifyObservers(.unavailable)
  }

  func observe(_ observer: AnyObject, _ body: @escaping @Sendable (CaptureInputChange) -> Void) {
    state.withLock { $0.observers[ObjectIdentifier(observer)] = body }
  }

  func stopObserving(_ observer: AnyObject) {
    _ = state.withLock { $0.observers.removeValue(forKey: ObjectIdentifier(observer)) }
  }

  func notifyObservers(_ change: CaptureInputChange) {
    for observer in state.withLock({ Array($0.observers.values) }) { observer(change) }
  }
}
