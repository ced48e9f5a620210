import Glibc
import OpenCapture
import OpenCaptureLivePage

extension CaptureDevice {
  /// The maximum zoom factor on a page.
  private static let maxPageZoomFactor = 16.0

  /// Stores the camera's settings and their ranges for a page.
  func describe(in state: inout LiveState) {
    state.zoom = zoomRange
    state.centerStage = activeFormat.isCenterStageSupported ? Self.isCenterStageEnabled : nil
    state.focus = focusRange
    state.whiteBalance = whiteBalanceRange
    (state.exposure, state.exposesByTime) = exposureRange
    state.focusesAtPoint = isFocusPointOfInterestSupported
    state.exposesAtPoint = isExposurePointOfInterestSupported
    state.settings = ((try? controls()) ?? []).filter(\.isAdjustable).map(LiveState.Setting.init)
  }

  private var zoomRange: LiveState.Range? {
    let greatest = min(maxZoomFactor, Self.maxPageZoomFactor)
    guard greatest > minZoomFactor else { return nil }
    return LiveState.Range(value: zoomFactor, least: minZoomFactor, greatest: greatest)
  }

  private var focusRange: LiveState.Range? {
    guard isLockingFocusWithCustomLensPositionSupported else { return nil }
    return LiveState.Range(
      value: Double(lensPosition), least: 0, greatest: 1, isAutomatic: focusMode == .continuousAutoFocus,
      canBeAutomatic: isFocusModeSupported(.continuousAutoFocus))
  }

  /// The range of the exposure bias if supported, otherwise of the exposure time.
  private var exposureRange: (LiveState.Range?, isTime: Bool) {
    let isAutomatic = exposureMode == .continuousAutoExposure
    let canBe = isExposureModeSupported(.continuousAutoExposure)
    if minExposureTargetBias < maxExposureTargetBias {
      return (
        LiveState.Range(
          value: Double(exposureTargetBias), least: Double(minExposureTargetBias),
          greatest: Double(maxExposureTargetBias), isAutomatic: isAutomatic, canBeAutomatic: canBe), false
      )
    }
    let least = minExposureDuration.seconds
    let greatest = maxExposureDuration.seconds
    guard isExposureModeSupported(.custom), least > 0, greatest > least else { return (nil, false) }
    let value = exposureDuration.isNumeric ? exposureDuration.seconds : least
    return (
      LiveState.Range(
        value: log2(max(least, value)), least: log2(least), greatest: log2(greatest), isAutomatic: isAutomatic,
        canBeAutomatic: canBe), true
    )
  }

  private var whiteBalanceRange: LiveState.Range? {
    guard isLockingWhiteBalanceWithCustomTemperatureSupported else { return nil }
    return LiveState.Range(
      value: temperatureAndTint.map { Double($0.temperature) } ?? 5500, least: 2500, greatest: 8000,
      isAutomatic: whiteBalanceMode == .continuousAutoWhiteBalance,
      canBeAutomatic: isWhiteBalanceModeSupported(.continuousAutoWhiteBalance))
  }

  /// Performs a page's command on the camera's controls.
  ///
  /// - Parameter orientation: The rotation and mirroring of displayed frames.
  /// - Throws: `CaptureError` if the camera does not support the command.
  func perform(_ command: LiveCommand, orientation: ImageOrientation) throws(CaptureError) {
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    switch command {
    case .zoom(let factor): try set(\.zoomFactor, to: factor)
    case .centerStage(let isOn): try setCenterStage(isOn)
    case .focus(.automatic): try set(\.focusMode, to: .continuousAutoFocus)
    case .focus(.locked): try set(\.focusMode, to: .locked)
    case .focus(.value(let position)): try lockFocus(at: Float(position))
    case .exposure(.automatic): try set(\.exposureMode, to: .continuousAutoExposure)
    case .exposure(.locked): try set(\.exposureMode, to: .locked)
    case .exposure(.value(let value)): try setExposure(value)
    case .whiteBalance(.automatic): try set(\.whiteBalanceMode, to: .continuousAutoWhiteBalance)
    case .whiteBalance(.locked): try set(\.whiteBalanceMode, to: .locked)
    case .whiteBalance(.value(let kelvin)):
      try lockWhiteBalance(at: WhiteBalanceTemperatureAndTintValues(temperature: Float(kelvin)))
    case .point(let point): try look(at: point, orientation)
    case .camera, .peaking, .photo, .record, .control, .resetControl: break
    }
  }

  /// Switches the following of faces on or off.
  ///
  /// - Throws: `CaptureError` if the running camera cannot follow faces, which are not followed then.
  func setCenterStage(_ isOn: Bool) throws(CaptureError) {
    Self.centerStageControlMode = .cooperative
    Self.isCenterStageEnabled = isOn
    guard isOn, actualConfiguration != nil, !isCenterStageActive else { return }
    Self.isCenterStageEnabled = false
    let isFormatSupported = activeFormat.isCenterStageSupported
    throw CaptureError(
      .unsupported, subject: localizedName,
      reason: isFormatSupported ? "no face detector is installed" : "frames are too small to follow faces",
      hint: isFormatSupported ? "run `viewfinder doctor`" : "choose a size of at least 320 pixels")
  }

  private func setExposure(_ value: Double) throws(CaptureError) {
    guard exposureRange.isTime else { return try setExposureBias(Float(value)) }
    let seconds = min(max(exp2(value), minExposureDuration.seconds), maxExposureDuration.seconds)
    try expose(
      for: MediaTime(seconds: seconds, preferredTimescale: 1_000_000), iso: CaptureDevice.currentISO)
  }

  /// Focuses and exposes at a point of the upright picture, as far as supported.
  private func look(at point: Point, _ orientation: ImageOrientation) throws(CaptureError) {
    let place = PictureTransform(from: .unit, orientation: orientation, to: .unit).inverse.apply(point)
    guard isFocusPointOfInterestSupported || isExposurePointOfInterestSupported else {
      throw CaptureError(
        .unsupported, subject: localizedName, reason: "the camera cannot focus or expose at a point")
    }
    if isFocusPointOfInterestSupported {
      try set(\.focusPoint, to: place)
      try set(\.focusMode, to: .autoFocus)
    }
    guard isExposurePointOfInterestSupported else { return }
    try set(\.exposurePoint, to: place)
    if isExposureModeSupported(.autoExpose) { try set(\.exposureMode, to: .autoExpose) }
  }
}

extension LiveState.Setting {
  /// Creates the setting of a control.
  init(_ control: CaptureControl) {
    var choices: [Choice] = []
    let kind: Kind
    switch control.kind {
    case .menu(let names):
      kind = .choice
      choices = names.sorted { $0.key < $1.key }.map { Choice(value: Int($0.key), name: $0.value) }
    case .boolean: kind = .toggle
    case .button: kind = .button
    case .integer, .bitmask, .string: kind = .number
    }
    self.init(
      name: control.name.rawValue, label: control.name.words, kind: kind, value: Int(control.value),
      text: control.words(for: control.value), range: Int(control.range.lowerBound)...Int(control.range.upperBound),
      step: Int(control.step), usual: Int(control.defaultValue))
    self.choices = choices
    isAutomatic = control.flags.contains(.inactive)
  }
}

extension LiveCommand {
  /// The camera controls that the command changes and that are saved; empty for other commands.
  var savedControls: [CaptureControl.Name] {
    switch self {
    case .focus: [.continuousAutofocus, .lensPosition]
    case .exposure: [.exposureMode, .exposureDuration, .exposureBias, .automaticGain, .gain, .analogGain, .iso]
    case .whiteBalance: [.automaticWhiteBalance, .whiteBalanceTemperature, .redGain, .blueGain]
    default: []
    }
  }
}
