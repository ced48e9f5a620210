import COpenCapturePipeWire
import OpenCaptureCameras
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSystem

/// A camera of PipeWire that shows the newest frame of this program, published on its own thread.
final class VirtualCamera: VirtualCameraTarget {
  private struct State: Lockable {
    /// The offer of the newest frame; nil before the first.
    var offer: VirtualCameraOffer?
    /// The newest frame, until it is sent.
    var newest: SampleBuffer?
    var isRead = false
    var connection: PipeWireConnection?
    var thread: NamedThread?
    var isStopped = false
    var statistics = VirtualCameraStatistics()
  }

  /// The time between attempts to reach the daemon again, in nanoseconds.
  private static let reconnectionDelay: UInt64 = 250_000_000

  let name: String
  private let state = Monitor(State())

  /// Creates a camera, which appears with the first offer.
  ///
  /// - Throws: ``CaptureError`` if PipeWire's library is missing or its daemon does not run.
  init(name: String) throws(CaptureError) {
    self.name = name
    let connection = try PipeWireConnection(through: nil)
    state.withLock { $0.connection = connection }
    // The thread keeps the camera alive until it is stopped.
    guard let thread = NamedThread(name: "pipewire camera", { [state] in Self.run(name, state) }) else {
      throw CaptureError(.outOfMemory, subject: name, reason: "cannot create a thread")
    }
    state.withLock { $0.thread = thread }
  }

  deinit { stop() }

  var statistics: VirtualCameraStatistics { state.withLock { $0.statistics } }

  /// Offers the formats for a frame and returns whether a program reads the camera.
  func prepare(_ offer: VirtualCameraOffer) -> Bool {
    let (isRead, changed) = state.update { state -> (Bool, PipeWireConnection?) in
      let isChanged = state.offer != offer
      state.offer = offer
      state.statistics.takenCount += 1
      if !state.isRead { state.statistics.unreadCount += 1 }
      return (state.isRead, isChanged ? state.connection : nil)
    }
    changed?.wake()
    return isRead
  }

  /// Sends a frame to the programs that read the camera, instead of an older one that was not sent yet.
  func show(_ sample: SampleBuffer) {
    let (old, connection) = state.withLock { state in
      defer { state.newest = sample }
      return (state.newest, state.connection)
    }
    connection?.wake()
    // Released outside of the lock, because returning a buffer can call a driver.
    withExtendedLifetime(old) {}
  }

  /// Removes the camera and ends its thread.
  func stop() {
    let connection = state.update { state in
      state.isStopped = true
      return state.connection
    }
    connection?.wake()
    state.withLock { $0.thread }?.join()
  }

  // MARK: Thread

  private static func run(_ name: String, _ state: Monitor<State>) {
    while !state.withLock({ $0.isStopped }) {
      if let connection = state.withLock({ $0.connection }) {
        // A failure is not reported, because the camera appears again with the daemon.
        try? publish(name, on: connection, state)
      }
      let unused = state.update { state in
        defer {
          state.connection = nil
          state.newest = nil
          state.isRead = false
        }
        return (state.connection, state.newest)
      }
      withExtendedLifetime(unused) {}
      reconnect(state)
    }
  }

  /// Waits for the daemon, until a request to stop.
  private static func reconnect(_ state: Monitor<State>) {
    while true {
      let due = MonotonicClock.now() + reconnectionDelay
      let isStopped: Bool? = state.wait(until: due) { $0.isStopped ? true : nil }
      if isStopped == true { return }
      guard let connection = try? PipeWireConnection(through: nil) else { continue }
      return state.withLock { $0.connection = connection }
    }
  }

  /// Publishes the camera until a failure or a request to stop.
  private static func publish(
    _ name: String, on connection: PipeWireConnection, _ state: Monitor<State>
  ) throws(CaptureError) {
    let sender = VirtualCameraSender(name, connection) { isRead in
      state.update { $0.isRead = isRead }
    }
    defer { sender.close() }
    while !state.withLock({ $0.isStopped }) {
      let (offer, newest) = state.withLock { ($0.offer, $0.newest.take()) }
      if let offer { try sender.offer(offer) }
      if let newest, sender.send(newest) { state.update { $0.statistics.sentCount += 1 } }
      try connection.run(timeout: -1)
      if let failure = sender.failure { throw failure }
    }
  }
}

/// The end of a virtual camera that belongs to one connection: negotiation and buffers.
final class VirtualCameraSender {
  private let name: String
  private let connection: PipeWireConnection
  private let readingDidChange: (Bool) -> Void
  private var output: OpaquePointer?
  private var offered: VirtualCameraOffer?
  private var layout: PixelLayout?
  /// The frame that is being sent.
  private var sample: SampleBuffer?
  private var wasFilled = false
  private var count: UInt64 = 0

  /// The error that ended the camera; nil so far.
  private(set) var failure: CaptureError?

  init(_ name: String, _ connection: PipeWireConnection, readingDidChange: @escaping (Bool) -> Void) {
    self.name = name
    self.connection = connection
    self.readingDidChange = readingDidChange
  }

  /// Removes the camera.
  func close() { cpipewire_output_close(output.take()) }

  /// Creates the camera with an offer, or changes its offer.
  func offer(_ offer: VirtualCameraOffer) throws(CaptureError) {
    guard offered != offer else { return }
    offered = offer
    var bridged = offer.bridged
    var events = events
    let status =
      output == nil
      ? cpipewire_output_open(connection.handle, name, name, &bridged, &events, &output)
      : cpipewire_output_offer(output, &bridged)
    if status < 0 { throw .noDaemon(status) }
  }

  /// Sends a frame and returns whether a buffer was free and the frame could be converted.
  func send(_ sample: SampleBuffer) -> Bool {
    guard output != nil else { return false }
    self.sample = sample
    wasFilled = false
    cpipewire_output_send(output)
    self.sample = nil
    return wasFilled
  }

  // MARK: Events of the bridge

  /// The callbacks for the bridge, which do not retain the object.
  private var events: cpipewire_output_events {
    cpipewire_output_events(
      context: Unmanaged.passUnretained(self).toOpaque(),
      format_changed: { context, format in
        guard let format else { return cpipewire_layout() }
        return VirtualCameraSender.of(context)?.formatDidChange(format.pointee) ?? cpipewire_layout()
      },
      reading_changed: { context, isRead in VirtualCameraSender.of(context)?.readingDidChange(isRead) },
      fill: { context, address, length, frame in
        guard let address, let frame else { return false }
        let memory = UnsafeMutableRawBufferPointer(start: address, count: length)
        return VirtualCameraSender.of(context)?.fill(memory, &frame.pointee) ?? false
      },
      failed: { context, reason in
        let camera = VirtualCameraSender.of(context)
        camera?.failure = CaptureError(
          .deviceFailed, subject: camera?.name ?? "", reason: reason.map { String(cString: $0) } ?? "")
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> VirtualCameraSender? {
    context.map { Unmanaged<VirtualCameraSender>.fromOpaque($0).takeUnretainedValue() }
  }

  private func formatDidChange(_ format: cpipewire_format) -> cpipewire_layout {
    let size = VideoDimensions(width: Int(format.width), height: Int(format.height))
    layout = try? VirtualCameraOffer.layout(V4L2PixelFormat.code(format.code), size)
    guard let layout else { return cpipewire_layout() }
    return cpipewire_layout(
      size: UInt32(clamping: layout.requiredByteCount), stride: UInt32(clamping: layout.planes[0].bytesPerRow))
  }

  /// Converts the frame into the memory of a buffer.
  private func fill(_ memory: UnsafeMutableRawBufferPointer, _ frame: inout cpipewire_sent_frame) -> Bool {
    // The size of frames can change before readers agree on the new one.
    guard let layout, let sample,
      sample.format.videoDimensions == VideoDimensions(width: layout.width, height: layout.height)
    else { return false }
    do {
      var target = try PixelBuffer(wrapping: memory, layout: layout) {}
      try sample.convertImage(to: &target)
    } catch {
      return false
    }
    let time = sample.presentationTimeStamp.convertScale(1_000_000_000)
    frame = cpipewire_sent_frame(
      size: UInt32(clamping: layout.requiredByteCount), stride: UInt32(clamping: layout.planes[0].bytesPerRow),
      sequence: sample.sequenceNumber ?? count, time: time.isNumeric ? time.value : 0)
    count += 1
    wasFilled = true
    return true
  }
}
