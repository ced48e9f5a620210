public import OpenCaptureFlow
public import OpenCaptureSystem
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// The focus mode (`AVCaptureDevice.FocusMode`).
  public enum FocusMode: Int, Sendable, Hashable, CaseIterable {
    /// The lens does not move.
    case locked
    /// The lens moves once to the sharpest position, then stays. If no position is sharp, it returns to its former
    /// one.
    ///
    /// If the subject moves out of the region during a software scan, the region is enlarged.
    case autoFocus
    /// The camera adjusts the lens continuously.
    case continuousAutoFocus
  }

  struct FocusState {
    var point = CaptureDevice.imageCenter
    var scan: SoftwareAutofocus?
  }

  /// Returns whether a focus mode is supported.
  ///
  /// ``FocusMode/autoFocus`` at a point works in software if the lens can be moved.
  public func isFocusModeSupported(_ mode: FocusMode) -> Bool {
    switch mode {
    case .locked: control(.lensPosition) != nil || control(.continuousAutofocus) != nil
    case .autoFocus: control(.autofocusStart) != nil || canMoveLens
    case .continuousAutoFocus: control(.continuousAutofocus) != nil
    }
  }

  private var canMoveLens: Bool { control(.lensPosition).map { !$0.flags.contains(.readOnly) } ?? false }

  /// The focus mode.
  ///
  /// Setting ``FocusMode/autoFocus`` starts a search for the sharpest position.
  public var focusMode: FocusMode {
    get {
      if state.withLock({ $0.focus.scan != nil }) { return .autoFocus }
      return current(.continuousAutofocus) == 1 ? .continuousAutoFocus : .locked
    }
    set { attempt { () throws(CaptureError) in try changeFocusMode(newValue) } }
  }

  private func changeFocusMode(_ mode: FocusMode) throws(CaptureError) {
    guard isFocusModeSupported(mode) else { throw unsupported("focus mode \(mode)") }
    // During a scan the current lens position is arbitrary, so the position before the scan is used.
    let former = endFocusScan()?.former ?? current(.lensPosition)
    try setContinuousAutofocus(mode == .continuousAutoFocus)
    guard mode == .autoFocus else { return }
    if control(.autofocusStart) != nil { try apply(1, to: .autofocusStart) } else { try beginFocusScan(former) }
  }

  private func setContinuousAutofocus(_ isOn: Bool) throws(CaptureError) {
    if control(.continuousAutofocus) != nil { try apply(isOn ? 1 : 0, to: .continuousAutofocus) }
  }

  /// Whether ``FocusMode/autoFocus`` uses ``focusPoint``: true if this library moves the lens.
  public var isFocusPointOfInterestSupported: Bool { control(.autofocusStart) == nil && canMoveLens }

  /// The point for ``FocusMode/autoFocus`` (`AVCaptureDevice.focusPointOfInterest`); the default is the center.
  ///
  /// It is in device coordinates of the visible image, including zoom. It takes effect when the mode is set.
  public var focusPoint: Point {
    get { state.withLock { $0.focus.point } }
    set {
      attempt { () throws(CaptureError) in
        guard isFocusPointOfInterestSupported else { throw unsupported("focus at a point") }
        try requireUnitPoint(newValue)
        state.withLock { $0.focus.point = newValue }
      }
    }
  }

  /// Whether ``lockFocus(at:completionHandler:)`` can move the lens.
  public var isLockingFocusWithCustomLensPositionSupported: Bool { canMoveLens }

  /// The lens position from 0 to 1; 0 if unknown.
  public var lensPosition: Float {
    guard let control = control(.lensPosition), let value = current(.lensPosition) else { return 0 }
    return Float(control.quantity(of: value))
  }

  /// Moves the lens and locks focus (`AVCaptureDevice.setFocusModeLocked(lensPosition:)`).
  ///
  /// - Parameters:
  ///   - lensPosition: The position from 0 to 1. The nearest available one is used; see ``lensPosition``.
  ///   - completionHandler: Called with the time when the driver has applied the position. Does nothing by default.
  /// - Throws: `CaptureError` if the lens cannot be moved, or the position is out of range.
  public func lockFocus(
    at lensPosition: Float, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) {
    try requireLock()
    guard canMoveLens, let control = control(.lensPosition) else { throw unsupported("moving the lens") }
    guard (0...1).contains(lensPosition) else {
      throw outOfRange("lens position must be between 0 and 1, not \(lensPosition)")
    }
    endFocusScan()
    try setContinuousAutofocus(false)
    try apply(control.value(forQuantity: Double(lensPosition)), to: .lensPosition)
    completionHandler?(.hostTime)
  }

  /// Whether the lens is being moved to the sharpest position, as far as known.
  ///
  /// True during a software scan, if the hardware reports it, or while the driver reports lens movements.
  public var isAdjustingFocus: Bool {
    state.withLock { $0.focus.scan != nil || $0.adjustments.isAdjusting(.focus) }
      || (current(.autofocusStatus).map { $0 & 1 == 1 } ?? false)
  }

  /// A stream of ``isAdjustingFocus``: the current value, then every change reported while a session streams.
  public var isAdjustingFocusUpdates: AsyncStream<Bool> { isAdjustingFocusBroadcast.stream() }

  /// The running software scan; nil if none.
  var focusScan: SoftwareAutofocus? { state.withLock { $0.focus.scan } }

  private func beginFocusScan(_ former: Int64?) throws(CaptureError) {
    guard let lens = control(.lensPosition) else { throw unsupported("moving the lens") }
    let scan = SoftwareAutofocus(self, lens, from: former ?? lens.value, point: focusPoint)
    state.withLock { $0.focus.scan = scan }
    isAdjustingFocusBroadcast.send(true)
    scan.begin()
  }

  /// Ends the scan, unless another one has replaced the given one.
  @discardableResult
  func endFocusScan(_ scan: SoftwareAutofocus? = nil) -> SoftwareAutofocus? {
    let ended = state.withLock { state in
      guard scan == nil || state.focus.scan === scan else { return nil as SoftwareAutofocus? }
      return state.focus.scan.take()
    }
    guard let ended else { return nil }
    ended.cancel()
    isAdjustingFocusBroadcast.send(false)
    return ended
  }
}
