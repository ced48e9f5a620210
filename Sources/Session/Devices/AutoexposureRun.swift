/// What to set exposure to next, given how bright the picture is: a state machine on frames and readings.
///
/// While it seeks, each reading says how many EV are missing, and the ladder which setting gives them. How much brighter
/// the picture really becomes is learnt on the way, so that gains in unknown units and cameras with tone curves of their
/// own are no matter. It never tries a setting twice, so it ends: on the target, or at the best of what it tried where the
/// steps are coarse or the range is too small. Then it holds, until the picture is off for a while.
struct AutoexposureRun: Sendable {
  /// What to do after a reading.
  enum Step: Sendable, Equatable {
    /// Nothing, or to go on looking.
    case none
    /// Set this, and tell ``taken(_:)`` what the camera made of it.
    case set(ExposureSetting)
    /// It is as near to the target as it gets.
    case settled
  }

  /// How near to the target, in EV, is near enough: 3 % of the luma.
  static let tolerance = 0.08
  /// By how much, in EV, the picture has to be off before what was settled is touched again: more than lamps flicker.
  static let patience = 0.3
  /// In how many looks in a row.
  static let patienceLooks = 2
  /// Every so many frames are looked at while it holds.
  static let holdingInterval = 4
  /// At most so many EV are asked for at once: what is black or white says little.
  private static let longestStep = 5.0
  /// What is asked for beyond the reading where that is clipped.
  private static let clippedStep = 1.5
  /// How often it tries before it takes the best.
  private static let mostTries = 12

  private enum Phase: Sendable {
    case seeking
    /// On the way back to the best that was tried.
    case returning
    /// Since the picture was off by so much, and has been off by more in so many looks.
    case holding(offset: Double, looks: Int)
  }

  private let ladder: ExposureLadder
  /// How many frames still show what was set before.
  private let delay: Int
  private var phase = Phase.seeking
  private var current: ExposureSetting
  private var framesToSkip: Int
  /// By how many EV brighter than middle grey the picture shall be.
  private(set) var bias: Double
  /// By how much the last reading was off the target, in EV.
  private(set) var offset = 0.0

  /// How many EV the picture becomes brighter when the ladder says 1.
  private var response = 1.0
  /// Level and offset from middle grey that were seen last, neither black nor white; nil where none was.
  private var before: (level: Double, offset: Double)?
  /// The lowest level that was too bright, and the highest that was too dark.
  private var (tooBright, tooDark) = (Double.infinity, -Double.infinity)
  private var tried: [(setting: ExposureSetting, offset: Double)] = []
  private var asked: Set<ExposureSetting> = []

  /// Begins to seek.
  ///
  /// - Parameters:
  ///   - ladder: What can be set.
  ///   - current: What is set.
  ///   - delay: How many frames after a setting still show the one before.
  ///   - bias: By how many EV brighter than middle grey the picture shall be; default 0.
  init(_ ladder: ExposureLadder, current: ExposureSetting, delay: Int, bias: Double = 0) {
    (self.ladder, self.current, self.delay, self.bias) = (ladder, current, max(0, delay), bias)
    framesToSkip = self.delay
  }

  /// Whether it is on the way to the target.
  var isSeeking: Bool { if case .holding = phase { false } else { true } }

  /// Takes note of a frame that was exposed after the last setting was taken.
  ///
  /// - Returns: Whether it is to be measured.
  mutating func wantsFrame() -> Bool {
    framesToSkip -= 1
    return framesToSkip < 0
  }

  /// Takes note of what the camera granted of the setting that was asked for.
  mutating func taken(_ setting: ExposureSetting) {
    current = setting
    framesToSkip = delay
  }

  /// Aims at another brightness from now on.
  mutating func aim(at bias: Double) {
    guard bias != self.bias else { return }
    offset += self.bias - bias
    self.bias = bias
    seek()
  }

  /// Takes a reading of a frame that ``wantsFrame()`` asked for.
  mutating func measured(_ reading: ExposureMeter.Reading) -> Step {
    offset = reading.offset - bias
    switch phase {
    case .seeking: return step(reading)
    case .returning: return settle()
    case .holding(let held, let looks): return hold(reading, since: held, looks: looks)
    }
  }

  // MARK: Seeking

  private mutating func seek() {
    (phase, before) = (.seeking, nil)
    (tooBright, tooDark) = (.infinity, -.infinity)
    tried.removeAll(keepingCapacity: true)
    asked.removeAll(keepingCapacity: true)
  }

  private mutating func step(_ reading: ExposureMeter.Reading) -> Step {
    learn(reading)
    tried.append((current, reading.isClipped ? .infinity : abs(offset)))
    asked.insert(current)
    guard abs(offset) > Self.tolerance || reading.isClipped || ladder.isTooLong(current) else { return settle() }
    let next = next(reading)
    guard next != current else { return settle() }
    guard !asked.contains(next), tried.count < Self.mostTries else { return settleForBest() }
    asked.insert(next)
    return .set(next)
  }

  /// What should bring the picture to the target.
  private func next(_ reading: ExposureMeter.Reading) -> ExposureSetting {
    let excess = offset + (reading.isClipped ? Self.clippedStep : 0)
    let change = min(max(-excess / response, -Self.longestStep), Self.longestStep)
    let wish = ladder.level(of: current) + change
    // Where the target is known to lie between two levels, what leaves them is wrong.
    let isBetween = wish > tooDark && wish < tooBright
    return ladder.setting(nearest: isBetween || !(tooBright - tooDark).isFinite ? wish : (tooDark + tooBright) / 2)
  }

  /// Compares what the last step did with what it should have done.
  private mutating func learn(_ reading: ExposureMeter.Reading) {
    let level = ladder.level(of: current)
    if offset > 0 { tooBright = min(tooBright, level) } else { tooDark = max(tooDark, level) }
    guard !reading.isClipped, reading.offset > ExposureMeter.leastOffset else { return }
    defer { before = (level, reading.offset) }
    // Small steps drown in noise.
    guard let before, abs(level - before.level) > 0.2 else { return }
    response = min(max((reading.offset - before.offset) / (level - before.level), 0.4), 4)
  }

  private mutating func settleForBest() -> Step {
    let best = tried.reduce(tried[0]) { $1.offset < $0.offset ? $1 : $0 }.setting
    guard best != current else { return settle() }
    phase = .returning
    return .set(best)
  }

  private mutating func settle() -> Step {
    phase = .holding(offset: offset, looks: 0)
    framesToSkip = Self.holdingInterval - 1
    return .settled
  }

  // MARK: Holding

  private mutating func hold(_ reading: ExposureMeter.Reading, since held: Double, looks: Int) -> Step {
    framesToSkip = Self.holdingInterval - 1
    let isOff = abs(offset) > Self.patience && abs(offset - held) > Self.patience && next(reading) != current
    phase = .holding(offset: held, looks: isOff ? looks + 1 : 0)
    guard isOff, looks + 1 >= Self.patienceLooks else { return .none }
    seek()
    return step(reading)
  }
}
