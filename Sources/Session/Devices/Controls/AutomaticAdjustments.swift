import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The adjustments that a camera is making on its own, derived from control changes and frame times.
///
/// An adjustment is a series of changes of a control. It ends when the control has not changed for a while.
struct AutomaticAdjustments: Sendable {
  enum Subject: Sendable, CaseIterable {
    case focus, exposure, whiteBalance
  }

  /// The time without changes after which an adjustment has ended, longer than the interval of a camera's steps.
  static let settlingTime = MediaTime(value: 1, timescale: 2)

  /// The time of the last change of each subject that is being adjusted.
  private var times: [Subject: MediaTime] = [:]

  /// Whether no subject is being adjusted.
  var isAtRest: Bool { times.isEmpty }

  func isAdjusting(_ subject: Subject) -> Bool { times[subject] != nil }

  /// Records a change, and returns whether it begins an adjustment.
  mutating func change(_ subject: Subject, at time: MediaTime) -> Bool {
    defer { times[subject] = time.isNumeric ? time : nil }
    return !isAdjusting(subject)
  }

  /// Advances to the time of a frame, and returns the subjects whose adjustment has ended.
  mutating func advance(to time: MediaTime) -> [Subject] {
    let settled = Subject.allCases.filter { subject in
      times[subject].map { time - $0 >= Self.settlingTime } ?? false
    }
    for subject in settled { times[subject] = nil }
    return settled
  }
}

extension AutomaticAdjustments.Subject {
  /// Creates the subject of a control that cameras adjust on their own, or nil for other controls.
  init?(_ control: CaptureControl.Name) {
    switch control {
    case .lensPosition: self = .focus
    case .exposureDuration, .gain, .analogGain, .iso: self = .exposure
    case .whiteBalanceTemperature, .redGain, .blueGain: self = .whiteBalance
    default: return nil
    }
  }
}

extension CaptureDevice {
  /// Handles a control change made by the camera itself or another program.
  func didChange(_ change: CaptureControlChange) {
    let name = change.control.name
    // A value set through this device is reported back, but observers know it already.
    let shouldReport = state.withLock { state in
      defer { state.controls?[name] = change.control }
      return state.controls?[name] != change.control
    }
    guard shouldReport else { return }
    controlBroadcast.send(name)
    // Another program has returned exposure to the camera.
    if name == .exposureMode, isMeteringExposure, isExposureAutomatic { endExposureMetering(exposureMetering) }
    if name == .autofocusStatus {
      isAdjustingFocusBroadcast.send(isAdjustingFocus)
    } else if let subject = AutomaticAdjustments.Subject(name), isAutomatic(subject) {
      let begins = state.withLock { $0.adjustments.change(subject, at: change.time) }
      if begins { broadcast(subject).send(true) }
    }
  }

  /// Advances to the time of a frame and reports the adjustments that have ended.
  func adjustmentsDidAdvance(to time: MediaTime) {
    reportSettled(state.withLock { $0.adjustments.advance(to: time) })
  }

  /// Ends all adjustments when the stream ends.
  func adjustmentsDidEnd() {
    let old = state.withLock { state in
      defer { state.adjustments = AutomaticAdjustments() }
      return state.adjustments
    }
    reportSettled(AutomaticAdjustments.Subject.allCases.filter(old.isAdjusting))
  }

  /// Reports that the camera has finished adjusting; software may still be adjusting.
  private func reportSettled(_ subjects: [AutomaticAdjustments.Subject]) {
    for subject in subjects { broadcast(subject).send(subject == .focus ? isAdjustingFocus : isAdjusting(subject)) }
  }

  private func isAutomatic(_ subject: AutomaticAdjustments.Subject) -> Bool {
    switch subject {
    case .focus: focusMode == .continuousAutoFocus
    case .exposure: isExposureAutomatic || current(.automaticGain) == 1
    case .whiteBalance: whiteBalanceMode == .continuousAutoWhiteBalance
    }
  }

  private func broadcast(_ subject: AutomaticAdjustments.Subject) -> Broadcast<Bool> {
    switch subject {
    case .focus: isAdjustingFocusBroadcast
    case .exposure: isAdjustingExposureBroadcast
    case .whiteBalance: isAdjustingWhiteBalanceBroadcast
    }
  }

  /// Returns whether the camera or software exposure is adjusting a subject.
  func isAdjusting(_ subject: AutomaticAdjustments.Subject) -> Bool {
    if subject == .exposure, exposureMetering?.isAdjusting == true { return true }
    return state.withLock { $0.adjustments.isAdjusting(subject) }
  }
}
