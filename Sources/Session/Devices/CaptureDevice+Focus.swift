public import OpenCaptureFlow
import OpenCaptureSystem
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// How the lens is moved (`AVCaptureDevice.FocusMode`).
  public enum FocusMode: Sendable, Hashable, CaseIterable {
    /// It stays where it is.
    case locked
    /// It is moved once to where the picture is sharpest, and then stays; where there is nothing to be sharp, it goes back
    /// to where it was.
    ///
    /// Where this library moves it, and what is looked at moves away meanwhile, more of the picture is looked at.
    case autoFocus
    /// The camera moves it whenever it thinks that it should.
    case continuousAutoFocus
  }

  struct FocusState {
    var point = CaptureDevice.middle
    var scan: SoftwareAutofocus?
  }

  /// Whether the camera can focus this way; once, at a point, also without help of the hardware where its lens can be
  /// moved.
  public func isFocusModeSupported(_ mode: FocusMode) -> Bool {
    switch mode {
    case .locked: control(.focusAbsolute) != nil || control(.focusAutomatic) != nil
    case .autoFocus: control(.autoFocusStart) != nil || canMoveLens
    case .continuousAutoFocus: control(.focusAutomatic) != nil
    }
  }

  private var canMoveLens: Bool { control(.focusAbsolute).map { !$0.flags.contains(.readOnly) } ?? false }

  /// How the lens is moved now; setting ``FocusMode/autoFocus`` begins to look for the sharpest position.
  public var focusMode: FocusMode {
    get {
      if state.withLock({ $0.focus.scan != nil }) { return .autoFocus }
      return current(.focusAutomatic) == 1 ? .continuousAutoFocus : .locked
    }
    set { attempt { () throws(CaptureError) in try changeFocusMode(newValue) } }
  }

  private func changeFocusMode(_ mode: FocusMode) throws(CaptureError) {
    guard isFocusModeSupported(mode) else { throw unsupported("focus mode \(mode)") }
    // A lens in the middle of a scan is where nobody wants it to stay.
    let former = endFocusScan()?.former ?? current(.focusAbsolute)
    if control(.focusAutomatic) != nil { try apply(mode == .continuousAutoFocus ? 1 : 0, to: .focusAutomatic) }
    guard mode == .autoFocus else { return }
    if control(.autoFocusStart) != nil { try apply(1, to: .autoFocusStart) } else { try beginFocusScan(former) }
  }

  /// Whether ``FocusMode/autoFocus`` looks at ``focusPointOfInterest``: where this library moves the lens.
  public var isFocusPointOfInterestSupported: Bool { control(.autoFocusStart) == nil && canMoveLens }

  /// Where ``FocusMode/autoFocus`` looks, in device coordinates of the picture that is seen, zoomed or not; default the
  /// middle.
  ///
  /// It begins when the mode is set.
  @_disfavoredOverload public var focusPointOfInterest: Point {
    get { focusPoint }
    set { focusPoint = newValue }
  }

  package var focusPoint: Point {
    get { state.withLock { $0.focus.point } }
    set {
      attempt { () throws(CaptureError) in
        guard isFocusPointOfInterestSupported else { throw unsupported("focus at a point") }
        try requireInside(newValue)
        state.withLock { $0.focus.point = newValue }
      }
    }
  }

  /// Whether ``setFocusModeLocked(lensPosition:completionHandler:)`` can move the lens.
  public var isLockingFocusWithCustomLensPositionSupported: Bool { canMoveLens }

  /// Where the lens is between its least and greatest `focus_absolute`, 0 to 1; 0 where that isn't known.
  public var lensPosition: Float {
    guard let control = control(.focusAbsolute), let value = current(.focusAbsolute) else { return 0 }
    return Float(control.fraction(of: value))
  }

  /// Moves the lens and leaves it there.
  ///
  /// - Parameters:
  ///   - lensPosition: 0 to 1; the nearest that the lens has is taken, see ``lensPosition``.
  ///   - completionHandler: Called when the driver has taken the position, with the time; default nobody.
  /// - Throws: `CaptureError` where the lens can't be moved, or the position is out of range.
  @_disfavoredOverload public func setFocusModeLocked(
    lensPosition: Float, completionHandler: (@Sendable (MediaTime) -> Void)? = nil
  ) throws(CaptureError) { try moveLens(to: lensPosition, completionHandler) }

  package func moveLens(
    to lensPosition: Float, _ completionHandler: (@Sendable (MediaTime) -> Void)?
  ) throws(CaptureError) {
    try requireLock()
    guard canMoveLens, let control = control(.focusAbsolute) else { throw unsupported("lens that can be moved") }
    guard (0...1).contains(lensPosition) else {
      throw CaptureError(
        .outOfRange, subject: localizedName, reason: "lens position \(lensPosition) is not in 0 to 1")
    }
    endFocusScan()
    if self.control(.focusAutomatic) != nil { try apply(0, to: .focusAutomatic) }
    try apply(control.value(atFraction: Double(lensPosition)), to: .focusAbsolute)
    completionHandler?(.hostTime)
  }

  /// Whether the lens is being moved to where the picture is sharpest, as far as anybody knows: in a software scan,
  /// where the hardware says so, or as long as its driver tells that the lens moves by itself.
  public var isAdjustingFocus: Bool {
    state.withLock { $0.focus.scan != nil || $0.adjustments.isAdjusting(.focus) }
      || (current(.autoFocusStatus).map { $0 & 1 == 1 } ?? false)
  }

  /// ``isAdjustingFocus`` now, and whenever that changes, as far as it is told while a session streams.
  public var isAdjustingFocusUpdates: AsyncStream<Bool> { isAdjustingFocusBroadcast.stream() }

  /// What looks for the sharpest position now; nil where nothing does.
  var focusScan: SoftwareAutofocus? { state.withLock { $0.focus.scan } }

  private func beginFocusScan(_ former: Int64?) throws(CaptureError) {
    guard let lens = control(.focusAbsolute) else { throw unsupported("lens that can be moved") }
    let scan = SoftwareAutofocus(
      lens: lens, from: former ?? lens.value, point: focusPointOfInterest,
      move: { [weak self] in _ = try? self?.apply($0, to: .focusAbsolute) },
      onEnd: { [weak self] scan in self?.endFocusScan(scan) })
    state.withLock { $0.focus.scan = scan }
    isAdjustingFocusBroadcast.send(true)
    scan.begin()
  }

  /// Ends the scan, unless another one took its place.
  @discardableResult
  private func endFocusScan(_ scan: SoftwareAutofocus? = nil) -> SoftwareAutofocus? {
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
