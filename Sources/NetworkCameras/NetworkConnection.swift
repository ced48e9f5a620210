import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSession
import OpenCaptureSystem

/// Connects to a camera on the network, on a thread of its own: who asks again and again whether it is back doesn't wait.
final class NetworkConnection: Sendable {
  /// A camera that is connected, with its first frame.
  struct Opened: Sendable {
    let reader: LiveMovieReader
    let first: LiveMovieReader.Arrival
    let format: CaptureDevice.Format
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
    var format: CaptureDevice.Format?
    var plan = ReconnectionPlan()
    /// Why it went, and when somebody asked for it last; nil as long as it didn't.
    var absence: (error: CaptureError, asked: UInt64)?
  }

  /// For how long a connection that nobody takes is kept, in nanoseconds.
  private static let freshness: UInt64 = 3_000_000_000
  /// How long after having asked somebody is still waiting for it to come back.
  private static let interest: UInt64 = 10_000_000_000

  let address: NetworkCameraAddress
  let name: String
  let patience: Int
  private let target: LiveMovieReader.Address
  private let state = Monitor(State())

  init(_ address: NetworkCameraAddress, name: String, _ options: NetworkCamera.Options) {
    (self.address, self.name) = (address, name)
    let wanted = options.timeout.isNumeric ? options.timeout.convertScale(1000).value : 5000
    patience = Int(min(max(wanted, 100), 3_600_000))
    target = LiveMovieReader.Address(
      address.connected, usesDatagrams: options.usesDatagrams, token: options.token.flatMap(Self.checked),
      certificates: options.trustedCertificates, patience: patience)
  }

  /// A token as it can stand in a header; nil where it can't, which the camera then refuses.
  private static func checked(_ token: String) -> String? {
    token.utf8.allSatisfy { (0x21...0x7e).contains($0) } && token.utf8.count < 900 ? token : nil
  }

  /// What the camera sends, as far as that is known, else once it is connected.
  func format() throws(CaptureError) -> CaptureDevice.Format {
    if let known = state.withLock({ $0.format }) { return known }
    return try waited().format
  }

  /// A connection, which is the caller's from then on.
  ///
  /// - Throws: `CaptureError`; at once where the camera went, as long as it isn't back: it is tried again meanwhile.
  func take() throws(CaptureError) -> Opened {
    let opened = if let error = absence() { try returned(error) } else { try waited() }
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

  private func returned(_ error: CaptureError) throws(CaptureError) -> Opened {
    let now = MonotonicClock.now()
    let (opened, latest, isDue) = state.withLock { state -> (Opened?, CaptureError, Bool) in
      switch state.attempt {
      case .succeeded(let opened, _): (opened, error, false)
      case .running: (nil, error, false)
      case .failed(let latest): (nil, latest, now >= state.plan.next)
      case .none: (nil, error, now >= state.plan.next)
      }
    }
    if let opened { return opened }
    if isDue { try begin() }
    throw latest
  }

  private func waited() throws(CaptureError) -> Opened {
    let isNeeded = state.withLock { state in
      switch state.attempt {
      case .none, .failed: true
      case .running, .succeeded: false
      }
    }
    if isNeeded { try begin() }
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

  private func begin() throws(CaptureError) {
    let number = state.update { state in
      (state.attempt, state.number) = (.running, state.number + 1)
      return state.number
    }
    let thread = NamedThread(name: "network") { [weak self, target, name, address] in
      let result = Self.connect(target, name, address)
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
        (state.attempt, state.format) = (.succeeded(opened, number: number), opened.format)
      case .failure(let error):
        state.attempt = .failed(error)
        state.plan.failed(at: now)
      }
    }
    let isOver = state.wait(until: now + Self.freshness) { $0.waits(for: number) ? nil : true }
    if isOver == nil { state.update { if $0.waits(for: number) { $0.attempt = .none } } }
  }

  private static func connect(
    _ target: LiveMovieReader.Address, _ name: String, _ address: NetworkCameraAddress
  ) -> Result<Opened, CaptureError> {
    do throws(MovieError) {
      let reader = try LiveMovieReader(target, name: name)
      var first = try reader.next()
      // What came before wasn't lost to anybody.
      first.passedOverCount = 0
      // Some say the rate of a clock.
      let rate = reader.info.nominalFrameRate.flatMap { (0.1...240).contains($0) ? $0 : nil } ?? 25
      let duration = MediaTime(value: Int64((1_000_000 / rate).rounded()), timescale: 1_000_000)
      let format = CaptureDevice.Format(
        formatDescription: first.sample.formatDescription, frameRateRanges: [FrameRateRange(duration)])
      return .success(Opened(reader: reader, first: first, format: format))
    } catch {
      return .failure(CaptureError(network: error, name, address))
    }
  }
}

extension NetworkConnection.State {
  /// Whether what came of an attempt is still there to be taken.
  fileprivate func waits(for number: Int) -> Bool {
    if case .succeeded(_, number) = attempt { true } else { false }
  }
}
