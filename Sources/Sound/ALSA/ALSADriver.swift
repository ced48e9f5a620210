import COpenCaptureALSA
import COpenCaptureSystem
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A device that ALSA opened and set up.
///
/// Unchecked: one thread at a time uses it, but for ``wake()`` and ``calls``.
final class ALSADriver: PCMDriver, @unchecked Sendable {
  let setup: PCMSetup
  private let plays: Bool
  private var pcm: OpaquePointer?
  private let wakeDescriptor: Int32
  let calls = CallClock()

  /// How long a period is, in frames: about 10 ms.
  static func period(at rate: Int) -> Int { max(16, rate / 100) }

  /// How long a device holds what isn't read yet, in frames: half a second.
  static func bufferForReading(at rate: Int) -> Int { rate / 2 }

  /// How long is waited at a time, in milliseconds.
  private static let longestWait: Int32 = 1000

  /// How far ahead is written, in frames: little, so that what is heard is fresh.
  static func bufferForWriting(at rate: Int) -> Int { rate / 10 }

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - name: ALSA's.
  ///   - plays: Whether it is written to.
  ///   - format: What is granted, or nothing.
  init(_ name: String, plays: Bool = false, format: AudioFormat) throws(PCMFailure) {
    let opened = try Self.open(name, plays: plays)
    let rate = format.sampleRate
    var wish = calsa_setup(
      format: format.commonFormat.alsa, channels: UInt32(format.channelCount), rate: UInt32(rate),
      period: UInt32(Self.period(at: rate)),
      buffer: UInt32(plays ? Self.bufferForWriting(at: rate) : Self.bufferForReading(at: rate)))
    let status = calsa_configure(opened, &wish)
    let wake = status == 0 ? csystem_make_event() : -1
    guard status == 0, wake >= 0 else {
      calsa_close(opened)
      throw PCMFailure(what: "set it up", errno: status == 0 ? -wake : -status)
    }
    (pcm, wakeDescriptor, self.plays) = (opened, wake, plays)
    setup = PCMSetup(format: format, period: max(1, Int(wish.period)), buffer: max(1, Int(wish.buffer)))
  }

  deinit {
    close()
    Glibc.close(wakeDescriptor)
  }

  static func open(_ name: String, plays: Bool) throws(PCMFailure) -> OpaquePointer {
    var opened: OpaquePointer?
    let status = calsa_open(name, plays, &opened)
    guard status == 0, let opened else { throw PCMFailure(what: "open it", errno: -status) }
    return opened
  }

  /// Ends a wait, now or the next; from any thread.
  func wake() { csystem_signal_event(wakeDescriptor) }

  var now: UInt64 { MonotonicClock.now() }

  func start() throws(PCMFailure) {
    // What is started already, or broke off, has to be stopped first.
    calls.calling { calsa_drop(pcm) }
    try check("prepare it", calls.calling { calsa_prepare(pcm) })
    // What plays starts by itself, once there is enough to play.
    if !plays { try check("start it", calls.calling { calsa_start(pcm) }) }
  }

  func resume() throws(PCMFailure) -> Bool {
    let status = calls.calling { calsa_resume(pcm) }
    if status == -EAGAIN { return false }
    guard status == 0 else { throw PCMFailure(what: "resume", errno: status == -ESTRPIPE ? EINVAL : -status) }
    return true
  }

  func status() throws(PCMFailure) -> PCMStatus {
    var status = calsa_status()
    try check("ask how far it is", calls.calling { calsa_status_of(pcm, &status) })
    let now = now
    // Plug-ins don't all have stamps, nor this clock.
    let isStamped = status.stamp <= now && now - status.stamp < 1_000_000_000
    return PCMStatus(
      state: .init(status.state), available: Int(status.available), delay: Int(status.delay),
      stamp: isStamped ? status.stamp : now)
  }

  func read(_ frames: Int, into samples: UnsafeMutableRawPointer) throws(PCMFailure) -> Int {
    try count("read", calls.calling { calsa_read(pcm, samples, frames) })
  }

  func write(_ frames: Int, from samples: UnsafeRawPointer) throws(PCMFailure) -> Int {
    try count("write", calls.calling { calsa_write(pcm, samples, frames) })
  }

  func wait(_ timeout: Int32) throws(PCMFailure) -> PCMWait {
    // Not longer at a time, so that who looks on knows whether it hangs.
    let longest = timeout < 0 ? Self.longestWait : min(timeout, Self.longestWait)
    let result = calls.calling { calsa_wait(pcm, wakeDescriptor, longest) }
    switch result {
    case Int32(CALSA_READY.rawValue): return .ready
    case Int32(CALSA_TIMED_OUT.rawValue): return .timedOut
    case Int32(CALSA_WOKEN.rawValue): return .woken
    default: throw PCMFailure(what: "wait for it", errno: -result)
    }
  }

  func pause(_ timeout: Int32) -> PCMWait {
    var descriptor = pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, timeout) > 0 ? .woken : .timedOut
  }

  func close() {
    calls.calling { calsa_close(pcm) }
    pcm = nil
  }

  private func check(_ what: String, _ status: Int32) throws(PCMFailure) {
    if status < 0 { throw PCMFailure(what: what, errno: -status) }
  }

  private func count(_ what: String, _ result: Int) throws(PCMFailure) -> Int {
    if result == -Int(EAGAIN) { return 0 }
    guard result >= 0 else { throw PCMFailure(what: what, errno: Int32(clamping: -result)) }
    return result
  }
}

extension PCMStatus.State {
  fileprivate init(_ state: calsa_state) {
    switch state {
    case CALSA_RUNNING: self = .running
    case CALSA_OVERRUN: self = .overrun
    case CALSA_SUSPENDED: self = .suspended
    case CALSA_GONE: self = .gone
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

  /// The ways to store samples that come out as these without loss.
  var stored: [UInt32] {
    self == .pcmFormatInt32 ? [alsa, UInt32(CALSA_INT24), UInt32(CALSA_PACKED24)] : [alsa]
  }
}
