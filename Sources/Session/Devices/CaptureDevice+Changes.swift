import OpenCaptureSystem
import OpenCaptureMediaSamples

extension CaptureDevice {
  /// Takes note that a control was changed, by the camera itself or another program.
  func didChange(_ change: CaptureControlChange) {
    let name = change.control.name
    // What was set through this device comes back as a change, which everyone has heard of.
    let isNews = state.withLock { state in
      defer { state.controls?[name] = change.control }
      return state.controls?[name] != change.control
    }
    guard isNews else { return }
    controlBroadcast.send(name)
    // Another program gave exposure back to the camera.
    if name == .exposureAutomatic, isMeteringExposure, isExposureAutomatic { endExposureMetering(exposureMetering) }
    if name == .autoFocusStatus {
      isAdjustingFocusBroadcast.send(isAdjustingFocus)
    } else if let subject = AutomaticAdjustments.Subject(name), isAutomatic(subject) {
      let begins = state.withLock { $0.adjustments.change(subject, at: change.time) }
      if begins { broadcast(subject).send(true) }
    }
  }

  /// Takes note of the time of a frame: what hasn't been changed for a while is adjusted no more.
  func adjustmentsDidAdvance(to time: MediaTime) {
    tellOfRest(state.withLock { $0.adjustments.isAtRest ? [] : $0.adjustments.advance(to: time) })
  }

  /// Takes note that no frames come any more.
  func adjustmentsDidEnd() {
    let old = state.withLock { state in
      defer { state.adjustments = AutomaticAdjustments() }
      return state.adjustments
    }
    tellOfRest(AutomaticAdjustments.Subject.allCases.filter(old.isAdjusting))
  }

  /// Tells what the camera adjusts no more; software may still do.
  private func tellOfRest(_ subjects: [AutomaticAdjustments.Subject]) {
    for subject in subjects {
      broadcast(subject).send(subject == .focus ? isAdjustingFocus : isAdjusting(subject))
    }
  }

  private func isAutomatic(_ subject: AutomaticAdjustments.Subject) -> Bool {
    switch subject {
    case .focus: focusMode == .continuousAutoFocus
    case .exposure: isExposureAutomatic || current(.gainAutomatic) == 1
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

  /// Whether the camera adjusts it, or software exposure.
  func isAdjusting(_ subject: AutomaticAdjustments.Subject) -> Bool {
    if subject == .exposure, exposureMetering?.isAdjusting == true { return true }
    return state.withLock { $0.adjustments.isAdjusting(subject) }
  }
}
