import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSystem

/// Connects to a camera on the network, on a thread of its own: who asks again and again whether it is back doesn't wait.
final class NetworkConnection: Sendable {
  /// A camera that is connected, with its first frames: those that waited, and one that came at its time.
  struct Opened: Sendable {
    let reader: any LiveReader
    let first: [LiveArrival]
    let frameRate: FrameRateRange
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
    var plan = ReconnectionPlan()
    /// Why it went, and when somebody asked for it last; nil as long as it didn't.
    var absence: (error: CaptureError, asked: UInt64)?
  }

  /// For how long a connection that nobody takes is kept, in nanoseconds.
  private static let freshness: UInt64 = 3_000_000_000
  /// How many frames there can be that waited for the connection, and how many bytes of them.
  private static let mostWaiting = (frames: 300, bytes: 32 << 20)
  /// How long after having asked somebody is still waiting for it to come back.
  private static let interest: UInt64 = 10_000_000_000

  let address: NetworkCameraAddress
  let name: String
  let patience: Int
  private let target: LiveAddress
  private let state = Monitor(State())

  init(_ address: NetworkCameraAddress, name: String, _ options: NetworkCamera.Options) {
    (self.address, self.name) = (address, name)
    let wanted = options.timeout.isNumeric ? options.timeout.convertScale(1000).value : 5000
    patience = Int(min(max(wanted, 100), 3_600_000))
    target = LiveAddress(
      address.connected, usesDatagrams: options.usesDatagrams, token: options.token.flatMap(Self.checked),
      certificates: options.trustedCertificates, patience: patience)
  }

  /// A token as it can stand in a header; nil where it can't, which the camera then refuses.
  private static func checked(_ token: String) -> String? {
    token.utf8.allSatisfy { (0x21...0x7e).contains($0) } && token.utf8.count < 900 ? token : nil
  }

  /// What the camera sends, as far as that is known, else once it is connected: decoded, and then as it is encoded where it can
  /// stay so.
  func formats() throws(CaptureError) -> [CaptureDevice.Format] {
    let known = state.withLock { $0.formats }
    if !known.isEmpty { return known }
    let opened = try waited(nil)
    return state.withLock { $0.formats.isEmpty ? [opened.format] : $0.formats }
  }

  /// A connection, which is the caller's from then on.
  ///
  /// - Parameter encoded: What it sends, where that is to stay encoded; nil where it is decoded.
  /// - Throws: `CaptureError`; at once where the camera went, as long as it isn't back: it is tried again meanwhile.
  func take(_ encoded: CaptureDevice.Format?) throws(CaptureError) -> Opened {
    let opened = if let error = absence() { try returned(error, encoded) } else { try waited(encoded) }
    let now = MonotonicClock.now()
    state.update { state in
      (state.attempt, state.absence) = (.none, nil)
      state.plan.connected(at: now)
    }
    return opened
  }

  /// Takes note that a stream ended.
  func lose(_ error: CaptureError) {
    let now = MonotonicClock.now()
    state.update { state in
      state.absence = (error, now)
      state.plan.failed(at: now)
    }
  }

  /// Why the camera went, where somebody waits for it to come back.
  private func absence() -> CaptureError? {
    let now = MonotonicClock.now()
    return state.withLock { state in
      guard let absence = state.absence, now < absence.asked + Self.interest else { return nil }
      state.absence?.asked = now
      return absence.error
    }
  }

  private func returned(
    _ error: CaptureError, _ encoded: CaptureDevice.Format?
  ) throws(CaptureError) -> Opened {
    let now = MonotonicClock.now()
    letGo(unless: encoded)
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

  /// Lets a connection go whose frames come another way than they are wanted: it was made to know what comes.
  private func letGo(unless encoded: CaptureDevice.Format?) {
    state.update { state in
      guard case .succeeded(let opened, _) = state.attempt else { return }
      if (opened.reader is LiveEncodedReader) != (encoded != nil) { state.attempt = .none }
    }
  }

  private func waited(_ encoded: CaptureDevice.Format?) throws(CaptureError) -> Opened {
    letGo(unless: encoded)
    let isNeeded = state.withLock { state in
      switch state.attempt {
      case .none, .failed: true
      case .running, .succeeded: false
      }
    }
    if isNeeded { try begin(encoded) }
    let result = state.wait { state -> Result<Opened, CaptureError>? in
      switch state.attempt {
      // It was there, and nobody took it in time.
      case .none: .failure(CaptureError(.stalled, subject: self.name, reason: "nothing came of it"))
      case .running: nil
      case .succeeded(let opened, _): .success(opened)
      case .failed(let error): .failure(error)
      }
    }
    guard let result else { throw CaptureError(.stalled, subject: name, reason: "nothing came of it") }
    return try result.get()
  }

  private func begin(_ encoded: CaptureDevice.Format?) throws(CaptureError) {
    let number = state.update { state in
      (state.attempt, state.number) = (.running, state.number + 1)
      return state.number
    }
    let thread = NamedThread(name: "network") { [weak self, target, name, address] in
      let result = Self.connect(target, encoded, name, address)
      self?.finish(result, number)
    }
    guard thread == nil else { return }
    let error = CaptureError(.outOfMemory, subject: name, reason: "the system gives no thread")
    state.update { $0.attempt = .failed(error) }
    throw error
  }

  /// On the thread: hands over what came of it, and lets a connection go that nobody takes.
  private func finish(_ result: Result<Opened, CaptureError>, _ number: Int) {
    let now = MonotonicClock.now()
    state.update { state in
      switch result {
      case .success(let opened):
        state.attempt = .succeeded(opened, number: number)
        if opened.reader is LiveMovieReader { state.formats = opened.formats }
      case .failure(let error):
        state.attempt = .failed(error)
        state.plan.failed(at: now)
      }
    }
    let isOver = state.wait(until: now + Self.freshness) { $0.waits(for: number) ? nil : true }
    if isOver == nil { state.update { if $0.waits(for: number) { $0.attempt = .none } } }
  }

  private static func connect(
    _ target: LiveAddress, _ encoded: CaptureDevice.Format?, _ name: String, _ address: NetworkCameraAddress
  ) -> Result<Opened, CaptureError> {
    do throws(MovieError) {
      let reader: any LiveReader =
        if let encoded {
          try LiveEncodedReader(
            target, encoded.formatDescription, jpegDecoder: PictureDecoder(name: name, reusesMemory: true),
            name: name)
        } else {
          try LiveMovieReader(target, name: name)
        }
      var first = [try reader.next()]
      var byteCount = 0
      while let last = first.last, last.isLate {
        byteCount += last.sample.dataBuffer?.count ?? 0
        guard first.count < Self.mostWaiting.frames, byteCount < Self.mostWaiting.bytes else { break }
        first.append(try reader.next())
      }
      // What came before wasn't lost to anybody.
      first[0].passedOverCount = 0
      return .success(Opened(reader: reader, first: first))
    } catch {
      return .failure(CaptureError(network: error, name, address))
    }
  }
}

extension NetworkConnection.Opened {
  init(reader: any LiveReader, first: [LiveArrival]) {
    (self.reader, self.first) = (reader, first)
    // Some say the rate of a clock.
    let rate = reader.info.nominalFrameRate.flatMap { (0.1...240).contains($0) ? $0 : nil } ?? 25
    frameRate = FrameRateRange(MediaTime(value: Int64((1_000_000 / rate).rounded()), timescale: 1_000_000))
  }

  /// How frames come.
  var format: CaptureDevice.Format {
    CaptureDevice.Format(formatDescription: first[0].sample.formatDescription, frameRateRanges: [frameRate])
  }

  /// How frames can come: decoded, as here, or as they are encoded.
  fileprivate var formats: [CaptureDevice.Format] {
    let (decoded, info) = (first[0].sample.formatDescription, reader.info)
    let encoded: FormatDescription? =
      switch info.codec {
      case .jpeg: FormatDescription(codec: .jpeg, dimensions: decoded.dimensions)
      case .h264 where !info.isReordered, .hevc where !info.isReordered:
        FormatDescription(
          codec: info.codec, dimensions: decoded.dimensions, colorRange: decoded.colorRange ?? .video,
          colorMatrix: decoded.colorMatrix ?? .bt601)
      default: nil
      }
    return [format]
      + [encoded].compactMap(\.self).map {
        CaptureDevice.Format(formatDescription: $0, frameRateRanges: [frameRate])
      }
  }
}

extension NetworkConnection.State {
  /// Whether what came of an attempt is still there to be taken.
  fileprivate func waits(for number: Int) -> Bool {
    if case .succeeded(_, number) = attempt { true } else { false }
  }
}
