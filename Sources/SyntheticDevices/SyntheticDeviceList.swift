public import OpenCaptureSession
import OpenCaptureSystem

/// A provider of synthetic cameras, which connect and disconnect like real ones.
public final class SyntheticCameras: CaptureDeviceProvider {
  private let list: SyntheticDeviceList

  /// Creates a provider of cameras.
  public init(_ cameras: [SyntheticCamera]) {
    list = SyntheticDeviceList(cameras.map { (device: $0.device, presence: $0.presence) })
  }

  /// The connected cameras.
  public var devices: [CaptureDevice] { list.devices }

  /// The cameras that disconnect and connect from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { list.changes }

  /// The authorization status, which is always authorized.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { .authorized }
}

/// A provider of synthetic microphones, which connect and disconnect like real ones.
public final class SyntheticMicrophones: CaptureDeviceProvider {
  private let list: SyntheticDeviceList

  /// Creates a provider of microphones.
  public init(_ microphones: [SyntheticMicrophone]) {
    list = SyntheticDeviceList(microphones.map { (device: $0.device, presence: $0.presence) })
  }

  /// The connected microphones.
  public var devices: [CaptureDevice] { list.devices }

  /// The microphones that disconnect and connect from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { list.changes }

  /// The authorization status, which is always authorized.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { .authorized }
}

/// A list of synthetic devices that reports when one connects or disconnects.
final class SyntheticDeviceList: Sendable {
  /// All devices, held so that each has one device object.
  private let all: [CaptureDevice]
  private let broadcast = Broadcast<CaptureDeviceChange>()

  init<Stream>(_ members: [(device: CaptureDevice, presence: SyntheticConnection<Stream>)]) {
    all = members.map(\.device)
    for member in members { member.presence.setObserver { [weak self] change in self?.announce(change) } }
  }

  /// The connected devices.
  var devices: [CaptureDevice] { all.filter(\.isConnected) }

  var changes: AsyncStream<CaptureDeviceChange> { broadcast.stream() }

  private func announce(_ change: CaptureDeviceChange) {
    broadcast.send(change)
    CaptureNotification.post(change)
  }
}

/// The connection state of a synthetic device, with its stream and an observer of its changes.
final class SyntheticConnection<Stream: AnyObject & Sendable>: Sendable {
  private struct State: Lockable {
    var isGone = false
    weak var device: CaptureDevice?
    /// The current stream, held by its creator or, until it is stopped, by its own thread.
    weak var stream: Stream?
    var observer: (@Sendable (CaptureDeviceChange) -> Void)?
  }

  private let state = Locked(State())

  var isGone: Bool { state.withLock { $0.isGone } }

  var stream: Stream? { state.withLock { $0.stream } }

  /// Records the start of a stream, or returns false if the device is streaming already.
  func begin(_ stream: Stream) -> Bool {
    state.withLock { state in
      guard state.stream == nil else { return false }
      state.stream = stream
      return true
    }
  }

  func end(_ stream: Stream) { state.withLock { state in if state.stream === stream { state.stream = nil } } }

  /// Returns the device, which is the same object as long as it is in use.
  func device(_ make: () -> CaptureDevice) -> CaptureDevice {
    if let device = state.withLock({ $0.device }) { return device }
    let device = make()
    return state.withLock { state in
      if let other = state.device { return other }
      state.device = device
      return device
    }
  }

  func setObserver(_ observer: @escaping @Sendable (CaptureDeviceChange) -> Void) {
    state.withLock { $0.observer = observer }
  }

  /// Disconnects the device.
  func vanish() {
    let (device, observer) = state.withLock { state in
      defer { state.isGone = true }
      return state.isGone ? (nil, nil) : (state.device, state.observer)
    }
    guard let device else { return }
    device.didDisconnect()
    observer?(.disconnected(device))
  }

  /// Reconnects the device if it was disconnected.
  func reconnect(_ driver: any CaptureDeviceDriver) {
    let (device, wasGone, observer) = state.withLock { state in
      defer { state.isGone = false }
      return (state.device, state.isGone, state.observer)
    }
    guard wasGone, let device else { return }
    device.didConnect(driver)
    observer?(.connected(device))
  }
}
