/// A controller that chooses the next exposure setting from measured frames, without side effects.
///
/// While seeking, each reading gives the missing EV, and the ladder gives the setting for them. The controller
/// learns how much the image really changes, so that unknown gain units and tone curves do not matter. It never
/// tries a setting twice, so seeking ends. If the steps are coarse or the range is too small, it ends at the best
/// setting tried. After that it holds the setting until the image deviates for a while.
struct AutoexposureController: Sendable {
  /// The action after a reading.
  enum Step: Sendable, Equatable {
    /// No action.
    case none
    /// Apply this setting, then call ``taken(_:)`` with the actual setting.
    case set(ExposureSetting)
    /// The exposure is as close to the target as possible.
    case settled
  }

  /// The largest deviation from the target that counts as reached, in EV; equal to 3 % of the luma.
  static let tolerance = 0.08
  /// The deviation that restarts seeking while holding, in EV; larger than the flicker of lamps.
  static let holdingTolerance = 0.3
  /// The number of consecutive deviating readings that restart seeking.
  static let deviatingReadingCount = 2
  /// The interval between measured frames while holding.
  static let holdingInterval = 4
  /// The largest change of one step, in EV, because black and white areas carry little information.
  private static let largestStep = 5.0
  /// The additional change after a clipped reading, in EV.
  private static let clippedStep = 1.5
  /// The number of tries after which the best setting is used.
  private static let maximumTryCount = 12

  private enum Phase: Sendable {
    case seeking
    /// Returning to the best setting tried.
    case returning
    /// Holding a setting that was off by `offset` when it settled. `readings` counts consecutive deviating
    /// readings.
    case holding(offset: Double, readings: Int)
  }

  private let ladder: ExposureScale
  /// The number of frames that still show the previous setting.
  private let delay: Int
  private var phase = Phase.seeking
  private var current: ExposureSetting
  private var framesToSkip: Int
  /// The requested brightness relative to middle gray, in EV.
  private(set) var bias: Double
  /// The deviation of the last reading from the target, in EV.
  private(set) var offset = 0.0

  /// The measured change in EV for a change of 1 EV on the ladder.
  private var response = 1.0
  /// The level and offset of the last reading that was neither black nor clipped; nil if none.
  private var previous: (level: Double, offset: Double)?
  /// The lowest level that was too bright.
  private var tooBright = Double.infinity
  /// The highest level that was too dark.
  private var tooDark = -Double.infinity
  private var tried: [(setting: ExposureSetting, offset: Double)] = []
  private var requested: Set<ExposureSetting> = []

  /// Creates a controller that is seeking.
  init(_ ladder: ExposureScale, current: ExposureSetting, delay: Int, bias: Double = 0) {
    self.ladder = ladder
    self.current = current
    self.delay = max(0, delay)
    self.bias = bias
    framesToSkip = self.delay
  }

  /// Whether the exposure is moving toward the target.
  var isSeeking: Bool { if case .holding = phase { false } else { true } }

  /// Counts a frame that was exposed after the last change, and returns whether it must be measured.
  mutating func countsFrame() -> Bool {
    framesToSkip -= 1
    return framesToSkip < 0
  }

  /// Records the actual setting of the camera.
  mutating func didApply(_ setting: ExposureSetting) {
    current = setting
    framesToSkip = delay
  }

  /// Changes the requested brightness and starts seeking.
  mutating func aim(at bias: Double) {
    guard bias != self.bias else { return }
    offset += self.bias - bias
    self.bias = bias
    seek()
  }

  /// Processes the reading of a frame for which ``countsFrame()`` returned true.
  mutating func measured(_ reading: ExposureMeter.Reading) -> Step {
    offset = reading.offset - bias
    switch phase {
    case .seeking: return step(reading)
    case .returning: return settle()
    case .holding(let held, let readings): return hold(reading, since: held, readings: readings)
    }
  }

  // MARK: Seeking

  private mutating func seek() {
    phase = .seeking
    previous = nil
    tooBright = .infinity
    tooDark = -.infinity
    tried.removeAll(keepingCapacity: true)
    requested.removeAll(keepingCapacity: true)
  }

  private mutating func step(_ reading: ExposureMeter.Reading) -> Step {
    learn(reading)
    tried.append((current, reading.isClipped ? .infinity : abs(offset)))
    requested.insert(current)
    guard abs(offset) > Self.tolerance || reading.isClipped || ladder.isTooLong(current) else { return settle() }
    let next = next(reading)
    guard next != current else { return settle() }
    guard !requested.contains(next), tried.count < Self.maximumTryCount else { return settleForBest() }
    requested.insert(next)
    return .set(next)
  }

  /// Returns the setting that is expected to reach the target.
  private func next(_ reading: ExposureMeter.Reading) -> ExposureSetting {
    let excess = offset + (reading.isClipped ? Self.clippedStep : 0)
    let change = min(max(-excess / response, -Self.largestStep), Self.largestStep)
    let target = ladder.level(of: current) + change
    // A target outside of the known bounds is replaced by their middle.
    let isBetween = target > tooDark && target < tooBright
    return ladder.setting(
      nearest: isBetween || !(tooBright - tooDark).isFinite ? target : (tooDark + tooBright) / 2)
  }

  /// Updates the bounds and the response from the effect of the last step.
  private mutating func learn(_ reading: ExposureMeter.Reading) {
    let level = ladder.level(of: current)
    if offset > 0 { tooBright = min(tooBright, level) } else { tooDark = max(tooDark, level) }
    guard !reading.isClipped, reading.offset > ExposureMeter.minimumOffset else { return }
    defer { previous = (level, reading.offset) }
    // Noise dominates the effect of small steps.
    guard let previous, abs(level - previous.level) > 0.2 else { return }
    response = min(max((reading.offset - previous.offset) / (level - previous.level), 0.4), 4)
  }

  private mutating func settleForBest() -> Step {
    let best = tried.reduce(tried[0]) { $1.offset < $0.offset ? $1 : $0 }.setting
    guard best != current else { return settle() }
    phase = .returning
    return .set(best)
  }

  private mutating func settle() -> Step {
    phase = .holding(offset: offset, readings: 0)
    framesToSkip = Self.holdingInterval - 1
    return .settled
  }

  // MARK: Holding

  private mutating func hold(_ reading: ExposureMeter.Reading, since held: Double, readings: Int) -> Step {
    framesToSkip = Self.holdingInterval - 1
    let isOff =
      abs(offset) > Self.holdingTolerance && abs(offset - held) > Self.holdingTolerance && next(reading) != current
    phase = .holding(offset: held, readings: isOff ? readings + 1 : 0)
    guard isOff, readings + 1 >= Self.deviatingReadingCount else { return .none }
    seek()
    return step(reading)
  }
}
