import OpenCaptureMediaSamples

/// What a camera adjusts by itself now, judged by the changes that its driver tells of: a state machine on the times of
/// changes and frames.
///
/// A camera that adjusts something changes it again and again; once nothing has changed for a while, it is done.
struct AutomaticAdjustments: Sendable {
  enum Subject: Int, Sendable, CaseIterable {
    case focus, exposure, whiteBalance
  }

  /// For how long nothing must have changed: longer than the steps of a camera that converges take.
  static let settlingTime = MediaTime(value: 1, timescale: 2)

  /// When each was changed last; invalid for those that rest.
  private var times = (MediaTime.invalid, MediaTime.invalid, MediaTime.invalid)

  /// Whether nothing is adjusted.
  var isAtRest: Bool { !times.0.isNumeric && !times.1.isNumeric && !times.2.isNumeric }

  func isAdjusting(_ subject: Subject) -> Bool { self[subject].isNumeric }

  /// Takes note of a change.
  ///
  /// - Returns: Whether this is the first of an adjustment.
  mutating func change(_ subject: Subject, at time: MediaTime) -> Bool {
    defer { self[subject] = time }
    return !isAdjusting(subject)
  }

  /// Takes note that it is so late, by a frame's time.
  ///
  /// - Returns: What has come to rest.
  mutating func advance(to time: MediaTime) -> [Subject] {
    let settled = Subject.allCases.filter { isAdjusting($0) && time - self[$0] >= Self.settlingTime }
    for subject in settled { self[subject] = .invalid }
    return settled
  }

  private subscript(subject: Subject) -> MediaTime {
    get {
      switch subject {
      case .focus: times.0
      case .exposure: times.1
      case .whiteBalance: times.2
      }
    }
    set {
      switch subject {
      case .focus: times.0 = newValue
      case .exposure: times.1 = newValue
      case .whiteBalance: times.2 = newValue
      }
    }
  }
}

extension AutomaticAdjustments.Subject {
  /// What a control belongs to that cameras adjust by themselves; nil for others.
  init?(_ control: CaptureControl.Name) {
    switch control {
    case .focusAbsolute: self = .focus
    case .exposureTime, .gain, .analogueGain, .iso: self = .exposure
    case .whiteBalanceTemperature, .redBalance, .blueBalance: self = .whiteBalance
    default: return nil
    }
  }
}
