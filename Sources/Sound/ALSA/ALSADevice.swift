import COpenCaptureALSA
import COpenCaptureSystem
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A configured ALSA device.
///
/// `@unchecked Sendable`: only one thread at a time uses the device, except for ``wake()`` and ``calls``.
final class ALSADevice: PCMDevice, @unchecked Sendable {
  let setup: PCMConfiguration
  private let plays: Bool
  private var pcm: OpaquePointer?
  private let wakeDescriptor: Int32
  let calls = CallClock()

  /// The maximum duration of a wait, in milliseconds.
  private static let maximumWait: Int32 = 1000

  /// Opens a device with an ALSA name, and configures it for exactly this format.
  ///
  /// - Parameter plays: Whether the device is opened for playback.
  init(_ name: String, plays: Bool = false, format: AudioFormat) throws(PCMError) {
    let opened = try Self.open(name, plays: plays)
    let rate = format.sampleRate
    // A period is about 10 ms. The buffer for playback is short, for a low latency.
    var requested = calsa_configuration(
      format: format.commonFormat.alsa, channels: UInt32(format.channelCount), rate: UInt32(rate),
      period: UInt32(max(16, rate / 100)), buffer: UInt32(plays ? rate / 10 : rate / 2))
    let status = calsa_configure(opened, &requested)
    let wake = status == 0 ? csystem_make_event() : -1
    guard status == 0, wake >= 0 else {
      calsa_close(opened)
      throw PCMError(what: "configure", errno: status == 0 ? -wake : -status)
    }
    pcm = opened
    wakeDescriptor = wake
    self.plays = plays
    setup = PCMConfiguration(
      format: format, period: max(1, Int(requested.period)), buffer: max(1, Int(requested.buffer)))
  }

  deinit {
    close()
    Glibc.close(wakeDescriptor)
  }

  static func open(_ name: String, plays: Bool) throws(PCMError) -> OpaquePointer {
    var opened: OpaquePointer?
    let status = calsa_open(name, plays, &opened)
    guard status == 0, let opened else { throw PCMError(what: "open", errno: -status) }
    return opened
  }

  /// Ends the current or next wait; may be called on any thread.
  func wake() { csystem_signal_event(wakeDescriptor) }

  var now: UInt64 { MonotonicClock.now() }

  func start() throws(PCMError) {
    // A device that is already running or has failed must be stopped first.
    calls.trackingCall { calsa_drop(pcm) }
    try check("prepare", calls.trackingCall { calsa_prepare(pcm) })
    // Playback starts by itself when the buffer is half full.
    if !plays { try check("start", calls.trackingCall { calsa_start(pcm) }) }
  }

  func resume() throws(PCMError) -> Bool {
    let status = calls.trackingCall { calsa_resume(pcm) }
    if status == -EAGAIN { return false }
    guard status == 0 else { throw PCMError(what: "resume", errno: status == -ESTRPIPE ? EINVAL : -status) }
    return true
  }

  func status() throws(PCMError) -> PCMStatus {
    var status = calsa_status()
    try check("read the status", calls.trackingCall { calsa_get_status(pcm, &status) })
    let now = now
    // Some plug-ins have no timestamps or use another clock.
    let isStamped = status.stamp <= now && now - status.stamp < 1_000_000_000
    return PCMStatus(
      state: .init(status.state), available: Int(status.available), delay: Int(status.delay),
      stamp: isStamped ? status.stamp : now)
  }

  func read(_ frames: Int, into samples: UnsafeMutableRawPointer) throws(PCMError) -> Int {
    try count("read", calls.trackingCall { calsa_read(pcm, samples, frames) })
  }

  func write(_ frames: Int, from samples: UnsafeRawPointer) throws(PCMError) -> Int {
    try count("write", calls.trackingCall { calsa_write(pcm, samples, frames) })
  }

  func wait(_ timeout: Int32) throws(PCMError) -> PCMWaitResult {
    // The limit lets the watch distinguish a wait from a call that hangs.
    let longest = timeout < 0 ? Self.maximumWait : min(timeout, Self.maximumWait)
    let result = calls.trackingCall { calsa_wait(pcm, wakeDescriptor, longest) }
    switch result {
    case Int32(CALSA_READY.rawValue): return .ready
    case Int32(CALSA_TIMED_OUT.rawValue): return .timedOut
    case Int32(CALSA_WOKEN.rawValue): return .woken
    default: throw PCMError(what: "wait", errno: -result)
    }
  }

  func pause(_ timeout: Int32) -> PCMWaitResult {
    var descriptor = pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, timeout) > 0 ? .woken : .timedOut
  }

  func close() {
    calls.trackingCall { calsa_close(pcm) }
    pcm = nil
  }

  private func check(_ what: String, _ status: Int32) throws(PCMError) {
    if status < 0 { throw PCMError(what: what, errno: -status) }
  }

  private func count(_ what: String, _ result: Int) throws(PCMError) -> Int {
    if result == -Int(EAGAIN) { return 0 }
    guard result >= 0 else { throw PCMError(what: what, errno: Int32(clamping: -result)) }
    return result
  }
}

extension PCMStatus.State {
  fileprivate init(_ state: calsa_state) {
    switch state {
    case CALSA_RUNNING: self = .running
    case CALSA_OVERRUN: self = .overrun
    case CALSA_SUSPENDED: self = .suspended
    case CALSA_DISCONNECTED: self = .gone
    default: self = .stopped
    }
  }
}

extension AudioCommonFormat {
  var alsa: UInt32 {
    switch self {
    case .pcmFormatInt16: UInt32(CALSA_INT16)
    case .pcmFormatInt32: UInt32(CALSA_INT32)
    case .pcmFormatFloat32: UInt32(CALSA_FLOAT32)
    }
  }

  /// The hardware sample formats that convert to this format without loss.
  var stored: [UInt32] { self == .pcmFormatInt32 ? [alsa, UInt32(CALSA_INT24), UInt32(CALSA_PACKED24)] : [alsa] }
}
