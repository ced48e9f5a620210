import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSystem

/// A connection to a network camera, opened on its own thread so that reconnecting callers do not block.
final class NetworkConnection: Sendable {
  /// An open connection with its first frames: the frames that were waiting, and one on time.
  struct Opened: Sendable {
    let reader: any NetworkStreamReader
    let first: [ReceivedFrame]
  }

  fileprivate enum Attempt: Sendable {
    case none
    case running
    case succeeded(Opened, number: Int)
    case failed(CaptureError)
  }

  fileprivate struct State: Lockable {
    var attempt = Attempt.none
    var number = 0
    var formats: [CaptureDevice.Format] = []
    var plan = ReconnectionSchedule()
    /// The error that ended the last stream, and the time of the last request; nil while the camera is available.
    var absence: (error: CaptureError, asked: UInt64)?
  }

  /// The time in nanoseconds after which an unused connection is closed.
  private static let unusedConnectionTimeout: UInt64 = 3_000_000_000
  /// The maximum number and size of frames that waited for the connection.
  private static let waitingLimit = (frames: 300, bytes: 32 << 20)
  /// The time in nanoseconds after the last request during which callers are assumed to wait for a reconnection.
  private static let reconnectionInterest: UInt64 = 10_000_000_000

  let address: NetworkCameraAddress
  let name: String
  private let target: NetworkStreamAddress
  /// Opens the stream for decoded frames; nil for decoding in this process, which also offers encoded frames.
  private let opener: NetworkStreamOpener?
  private let state = Monitor(State())

  init(
    _ address: NetworkCameraAddress, name: String, _ options: NetworkCamera.Options, opener: NetworkStreamOpener?
  ) {
    self.address = address
    self.opener = opener
    self.name = name
    let requested = options.timeout.isNumeric ? options.timeout.convertScale(1000).value : 5000
    let timeoutMilliseconds = Int(min(max(requested, 100), 3_600_000))
    target = NetworkStreamAddress(
      address.connected, usesDatagrams: options.usesDatagrams, token: options.token.flatMap(Self.checked),
      certificates: options.trustedCertificates, timeoutMilliseconds: timeoutMilliseconds)
  }

  /// Returns a token that is valid in a header; nil otherwise, which makes the login fail.
  private static func checked(_ token: String) -> String? {
    token.utf8.allSatisfy { (0x21...0x7e).contains($0) } && token.utf8.count < 900 ? token : nil
  }

  /// Returns the camera's formats, and connects if they are unknown.
  ///
  /// The first format is decoded; a second one is encoded, if the stream allows it.
  func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    let known = state.withLock { $0.formats }
    if !known.isEmpty { return known }
    let opened = try connected(nil)
    return state.withLock { $0.formats.isEmpty ? [opened.format] : $0.formats }
  }

  /// Returns a connection and transfers its ownership to the caller.
  ///
  /// - Parameter encoded: The encoded format; nil for decoded frames.
  /// - Throws: `CaptureError`. While a lost camera is unavailable, this method throws at once and reconnects in the
  ///   background.
  func take(_ encoded: CaptureDevice.Format?) throws(CaptureError) -> Opened {
    let opened = if let error = absence() { try reconnected(error, encoded) } else { try connected(encoded) }
    let now = MonotonicClock.now()
    state.update { state in
      state.attempt = .none
      state.absence = nil
      state.plan.connected(at: now)
    }
    return opened
  }

  func lose(_ error: CaptureError) {
    let now = MonotonicClock.now()
    state.update { state in
      state.absence = (error: error, asked: now)
      state.plan.failed(at: now)
    }
  }

  /// Returns the error that ended the last stream, if callers are waiting for a reconnection.
  private func absence() -> CaptureError? {
    let now = MonotonicClock.now()
    return state.withLock { state in
      guard let absence = state.absence, now < absence.asked + Self.reconnectionInterest else { return nil }
      state.absence?.asked = now
      return absence.error
    }
  }

  private func reconnected(_ error: CaptureError, _ encoded: CaptureDevice.Format?) throws(CaptureError) -> Opened {
    let now = MonotonicClock.now()
    discardConnection(unless: encoded)
    let (opened, latest, isDue) = state.withLock { state -> (Opened?, CaptureError, Bool) in
      switch state.attempt {
      case .succeeded(let opened, _): (opened, error, false)
      case .running: (nil, error, false)
      case .failed(let latest): (nil, latest, now >= state.plan.next)
      case .none: (nil, error, now >= state.plan.next)
      }
    }
    if let opened { return opened }
    if isDue { try begin(encoded) }
    throw latest
  }

  /// Discards a waiting connection whose frames have the wrong form (decoded or encoded).
  private func discardConnection(unless encoded: CaptureDevice.Format?) {
    state.update { state in
      guard case .succeeded(let opened, _) = state.attempt else { return }
      if (opened.reader is EncodedStreamReader) != (encoded != nil) { state.attempt = .none }
    }
  }

  private func connected(_ encoded: CaptureDevice.Format?) throws(CaptureError) -> Opened {
    discardConnection(unless: encoded)
    let isNeeded = state.withLock { state in
      switch state.attempt {
      case .none, .failed: true
      case .running, .succeeded: false
      }
    }
    if isNeeded { try begin(encoded) }
    let timedOut = CaptureError(.stalled, subject: name, reason: "the connection timed out")
    let result = state.wait { state -> Result<Opened, CaptureError>? in
      switch state.attempt {
      // The connection was opened, but closed again before a caller took it.
      case .none: .failure(timedOut)
      case .running: nil
      case .succeeded(let opened, _): .success(opened)
      case .failed(let error): .failure(error)
      }
    }
    return try (result ?? .failure(timedOut)).get()
  }

  private func begin(_ encoded: CaptureDevice.Format?) throws(CaptureError) {
    let number = state.update { state in
      state.attempt = .running
      state.number += 1
      return state.number
    }
    let thread = NamedThread(name: "network") { [weak self, target, opener, name, address] in
      let result = Self.connect(target, opener, encoded, name, address)
      self?.finish(result, number)
    }
    guard thread == nil else { return }
    let error = CaptureError(.outOfMemory, subject: name, reason: "cannot create a thread")
    state.update { $0.attempt = .failed(error) }
    throw error
  }

  /// Stores the result on the connection thread, and closes the connection if no caller takes it in time.
  private func finish(_ result: Result<Opened, CaptureError>, _ number: Int) {
    let now = MonotonicClock.now()
    state.update { state in
      switch result {
      case .success(let opened):
        state.attempt = .succeeded(opened, number: number)
        if !(opened.reader is EncodedStreamReader) {
          state.formats = opener == nil ? opened.formats : [opened.format]
        }
      case .failure(let error):
        state.attempt = .failed(error)
        state.plan.failed(at: now)
      }
    }
    let isOver = state.wait(until: now + Self.unusedConnectionTimeout) { $0.waits(for: number) ? nil : true }
    if isOver == nil { state.update { if $0.waits(for: number) { $0.attempt = .none } } }
  }

  private static func connect(
    _ target: NetworkStreamAddress, _ opener: NetworkStreamOpener?, _ encoded: CaptureDevice.Format?,
    _ name: String, _ address: NetworkCameraAddress
  ) -> Result<Opened, CaptureError> {
    do throws(MovieError) {
      let reader: any NetworkStreamReader =
        if let encoded {
          try EncodedStreamReader(
            target, encoded.formatDescription, jpegDecoder: PictureDecoder(name: name, reusesMemory: true),
            name: name)
        } else if let opener {
          try opener(target, name)
        } else {
          try DecodingStreamReader(target, name: name)
        }
      var first = [try reader.next()]
      var byteCount = 0
      while let last = first.last, last.isLate {
        byteCount += last.sample.data?.count ?? 0
        guard first.count < Self.waitingLimit.frames, byteCount < Self.waitingLimit.bytes else { break }
        first.append(try reader.next())
      }
      // Packets skipped before the first delivered frame do not count as dropped.
      first[0].skippedFrameCount = 0
      return .success(Opened(reader: reader, first: first))
    } catch {
      return .failure(CaptureError(network: error, name, address))
    }
  }
}

extension NetworkConnection.Opened {
  private var frameRate: FrameRateRange {
    // Some cameras report the rate of their clock instead of the frame rate.
    let rate = reader.info.nominalFrameRate.flatMap { (0.1...240).contains($0) ? $0 : nil } ?? 25
    return FrameRateRange(MediaTime(value: Int64((1_000_000 / rate).rounded()), timescale: 1_000_000))
  }

  var format: CaptureDevice.Format {
    CaptureDevice.Format(formatDescription: first[0].sample.format, frameRateRanges: [frameRate])
  }

  /// The available formats: decoded, and encoded if possible.
  fileprivate var formats: [CaptureDevice.Format] {
    let decoded = first[0].sample.format
    let info = reader.info
    let encoded: FormatDescription? =
      switch info.codec {
      case .jpeg: FormatDescription(codec: .jpeg, dimensions: decoded.videoDimensions)
      case .h264 where !info.isReordered, .hevc where !info.isReordered:
        FormatDescription(
          codec: info.codec, dimensions: decoded.videoDimensions, colorRange: decoded.colorRange ?? .video,
          colorMatrix: decoded.colorMatrix ?? .bt601)
      default: nil
      }
    guard let encoded else { return [format] }
    return [format, CaptureDevice.Format(formatDescription: encoded, frameRateRanges: [frameRate])]
  }
}

extension NetworkConnection.State {
  /// Whether the connection of an attempt still waits for a caller.
  fileprivate func waits(for number: Int) -> Bool {
    if case .succeeded(_, number) = attempt { true } else { false }
  }
}

/// The schedule for reconnecting to a lost camera: at once, then with increasing delays.
struct ReconnectionSchedule: Sendable, Hashable {
  /// The delays between a failure and the next attempt, in nanoseconds.
  private static let delays: [UInt64] = [0, 1_000_000_000, 2_000_000_000, 4_000_000_000, 5_000_000_000]
  /// The duration in nanoseconds after which a stream counts as successful.
  private static let success: UInt64 = 10_000_000_000

  private var failures = 0
  private var start: UInt64?
  /// The time of the next attempt, in nanoseconds of the monotonic clock.
  private(set) var next: UInt64 = 0

  /// Records that frames arrive.
  mutating func connected(at now: UInt64) { start = now }

  /// Records a failed attempt or the end of a stream.
  mutating func failed(at now: UInt64) {
    if let start, now >= start + Self.success { failures = 0 }
    start = nil
    next = now + Self.delays[min(failures, Self.delays.count - 1)]
    failures += 1
  }
}
