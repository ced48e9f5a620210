import OpenCaptureSystem
import COpenCaptureV4L2
public import OpenCaptureSession
import Glibc

/// The machine's cameras: every V4L2 node that captures video, found again whenever one is plugged in or out.
///
/// Changes are noticed by inotify on `/dev`, so that no device manager is needed; a thread waits for them as long as
/// the object lives.
public final class SystemCameras: CaptureDeviceProvider {
  private struct Entry {
    let device: CaptureDevice
    var node: V4L2Node?
  }

  private struct State: Lockable {
    /// Every camera that there was, in the order in which they were found.
    var entries: [Entry] = []
  }

  private let options: V4L2Camera.Options
  private let state = Locked(State())
  /// What the system showed at the last scan; held by a scan, so that what one tells comes before what the next does.
  private let marks = Locked<[V4L2Node.Mark]>([])
  private let changes = Broadcast<CaptureDeviceChange>()
  private let wake: Int32
  private let thread: NamedThread?

  /// Looks for cameras, and goes on to do so.
  ///
  /// - Parameter options: How they are driven.
  public init(options: V4L2Camera.Options = V4L2Camera.Options()) {
    self.options = options
    let wake = cv4l2_make_event()
    self.wake = wake
    let hand = WeakHand()
    thread = wake < 0 ? nil : NamedThread(name: "cameras") { Self.watch(wake) { hand.owner?.scan() } }
    hand.owner = self
    scan()
  }

  deinit {
    guard wake >= 0 else { return }
    cv4l2_signal_event(wake)
    thread?.join()
    close(wake)
  }

  /// Lets the thread reach the object without keeping it.
  private final class WeakHand: Sendable {
    private struct Held: Lockable {
      weak var object: SystemCameras?
    }

    private let held = Locked(Held())

    var owner: SystemCameras? {
      get { held.withLock { $0.object } }
      set { held.withLock { $0.object = newValue } }
    }
  }

  /// The cameras that are connected now, in the order of their device files.
  public var devices: [CaptureDevice] {
    let present = state.withLock { $0.entries.filter { $0.node != nil } }
    return present.sorted { ($0.node?.number ?? 0) < ($1.node?.number ?? 0) }.map(\.device)
  }

  /// Cameras that are plugged in or unplugged from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { changes.stream() }

  /// From the permissions of the device files.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { V4L2Node.authorization }

  /// Looks which cameras there are now, and tells what has changed.
  func scan() {
    marks.withLock { known in
      // Asking a camera what it is wakes it up, so that it is asked only when something is different.
      let marks = V4L2Node.marks()
      guard known != marks else { return }
      known = marks
      let nodes = V4L2Node.all()
      let gone = state.withLock { Self.takeGone(&$0, nodes) }
      for device in gone { announce(.disconnected(device)) }
      for node in nodes { connect(node) }
    }
  }

  /// Those whose node is gone, or another camera's.
  private static func takeGone(_ state: inout State, _ nodes: [V4L2Node]) -> [CaptureDevice] {
    var gone: [CaptureDevice] = []
    for index in state.entries.indices {
      guard let node = state.entries[index].node, !nodes.contains(node) else { continue }
      state.entries[index].node = nil
      gone.append(state.entries[index].device)
    }
    return gone
  }

  private func connect(_ node: V4L2Node) {
    let index = state.withLock { state in
      state.entries.firstIndex { $0.device.uniqueID == node.identity.uniqueID }
    }
    let camera = V4L2Camera(node, options: options)
    guard let index else {
      let device = CaptureDevice(camera)
      state.withLock { $0.entries.append(Entry(device: device, node: node)) }
      return announce(.connected(device))
    }
    let device = state.withLock { state -> CaptureDevice? in
      guard state.entries[index].node == nil else { return nil }
      state.entries[index].node = node
      return state.entries[index].device
    }
    guard let device else { return }
    device.didConnect(camera)
    announce(.connected(device))
  }

  private func announce(_ change: CaptureDeviceChange) {
    if case .disconnected(let device) = change { device.didDisconnect() }
    changes.send(change)
    CaptureNotification.post(change)
  }

  /// On the thread: until `wake` is signalled.
  private static func watch(_ wake: Int32, _ onChange: () -> Void) {
    let folder = cv4l2_watch_folder("/dev")
    defer { if folder >= 0 { close(folder) } }
    while true {
      var descriptors = [
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0), pollfd(fd: folder, events: Int16(POLLIN), revents: 0),
      ]
      // Where /dev can't be watched, it is looked at now and then.
      let ready = poll(&descriptors, 2, folder >= 0 ? -1 : 1000)
      if descriptors[0].revents != 0 { return }
      guard ready >= 0 || errno == EINTR else { return }
      if folder >= 0 { cv4l2_drain(folder) }
      onChange()
    }
  }
}

extension V4L2Node {
  /// The number in the name of the device file.
  var number: Int { Int(path.drop { !$0.isNumber }) ?? 0 }
}
