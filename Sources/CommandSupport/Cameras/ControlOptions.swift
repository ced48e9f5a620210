import OpenCaptureFlow
package import ArgumentParser
import OpenCaptureMediaSamples
package import OpenCaptureSession

/// What is set at a camera before a command works on it.
package struct ControlOptions: ParsableArguments {
  /// A property that the camera can set by itself, or a value of it.
  package enum Setting: Sendable, Hashable {
    /// The camera sets it.
    case automatic
    /// It is this.
    case value(Double)
  }

  /// A control by the driver's own name, and its value.
  package struct Assignment: Sendable, Hashable {
    package let name: CaptureControl.Name
    package let value: Int64
  }

  @Option(
    help: ArgumentHelp(
      "Where the lens is, from 0 to 1, or auto.", valueName: "POSITION"), transform: Self.focus)
  package var focus: Setting?

  @Option(
    help: ArgumentHelp(
      "How long frames are exposed, in seconds such as 0.02 or 1/50, or auto.", valueName: "SECONDS"),
    transform: Self.exposure)
  package var exposure: Setting?

  @Option(
    help: ArgumentHelp(
      "How sensitive the sensor is: ISO where the camera knows it, else its gain; the camera sets no exposure then.",
      valueName: "ISO"),
    transform: Self.iso)
  package var iso: Double?

  @Option(
    help: ArgumentHelp("The colour of the light, in kelvin, or auto.", valueName: "KELVIN"),
    transform: Self.whiteBalance)
  package var whiteBalance: Setting?

  @Option(
    help: ArgumentHelp("How many times larger things are seen, from 1.", valueName: "FACTOR"), transform: Self.zoom)
  package var zoom: Double?

  @Option(
    name: .customLong("control"),
    help: ArgumentHelp(
      "Set a control by the driver's name for it, which viewfinder cameras lists; can be given several times.",
      valueName: "NAME=VALUE"),
    transform: Self.assignment)
  package var controls: [Assignment] = []

  package init() {}

  /// Sets all that was asked for; the camera keeps it.
  ///
  /// - Throws: `CaptureError` that says what the camera doesn't have.
  package func apply(to device: CaptureDevice) throws(CaptureError) {
    guard !isEmpty else { return }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    // What is set by name can be a mode that others need.
    for control in controls { try device.setValue(control.value, of: control.name) }
    switch focus {
    case nil: break
    case .automatic?: try device.set(\.focusMode, to: .continuousAutoFocus)
    case .value(let position)?: try device.setFocusModeLocked(lensPosition: Float(position))
    }
    try applyExposure(to: device)
    switch whiteBalance {
    case nil: break
    case .automatic?: try device.set(\.whiteBalanceMode, to: .continuousAutoWhiteBalance)
    case .value(let kelvin)?:
      try device.setWhiteBalanceModeLocked(
        with: CaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: Float(kelvin)))
    }
    if let zoom { try device.set(\.videoZoomFactor, to: zoom) }
  }

  private func applyExposure(to device: CaptureDevice) throws(CaptureError) {
    let sensitivity = iso.map { Float($0) } ?? CaptureDevice.currentISO
    switch exposure {
    case .automatic?: try device.set(\.exposureMode, to: .continuousAutoExposure)
    case .value(let seconds)?:
      let duration = MediaTime(seconds: seconds, preferredTimescale: 1_000_000)
      guard device.isExposureModeSupported(.custom), duration >= device.minExposureDuration,
        duration <= device.maxExposureDuration
      else { throw exposureError(seconds, device) }
      try device.setExposureModeCustom(duration: duration, iso: sensitivity)
    case nil where iso != nil:
      try device.setExposureModeCustom(duration: CaptureDevice.currentExposureDuration, iso: sensitivity)
    case nil: break
    }
  }

  private func exposureError(_ seconds: Double, _ device: CaptureDevice) -> CaptureError {
    guard device.isExposureModeSupported(.custom) else {
      return CaptureError(
        .unsupported, subject: device.localizedName, reason: "this camera's exposure can't be set")
    }
    let (least, greatest) = (device.minExposureDuration.seconds, device.maxExposureDuration.seconds)
    return CaptureError(
      .outOfRange, subject: device.localizedName,
      reason: "it exposes for \(least) to \(greatest) s, and not for \(seconds) s")
  }

  /// Whether nothing is set.
  package var isEmpty: Bool {
    focus == nil && exposure == nil && iso == nil && whiteBalance == nil && zoom == nil && controls.isEmpty
  }

  package func validate() throws {
    if exposure == .automatic, iso != nil {
      throw ValidationError("--iso and --exposure auto exclude each other: the camera sets both.")
    }
  }
}

// MARK: Reading

extension ControlOptions {
  package static func focus(_ text: String) throws -> Setting {
    try setting(text, in: 0...1, "--focus is a position from 0 to 1, or auto.")
  }

  package static func whiteBalance(_ text: String) throws -> Setting {
    try setting(text, in: 1000...40_000, "--white-balance is a temperature in kelvin, such as 5500, or auto.")
  }

  package static func exposure(_ text: String) throws -> Setting {
    let advice = "--exposure is a time in seconds, such as 0.02 or 1/50, or auto."
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return try setting(text, in: 0.000_001...3600, advice) }
    guard let numerator = Double(parts[0]), let denominator = Double(parts[1]), denominator > 0 else {
      throw ValidationError(advice)
    }
    return try setting("\(numerator / denominator)", in: 0.000_001...3600, advice)
  }

  package static func iso(_ text: String) throws -> Double {
    guard let value = Double(text), value >= 0, value < 1e7 else {
      throw ValidationError("--iso is a sensitivity, such as 400.")
    }
    return value
  }

  package static func zoom(_ text: String) throws -> Double {
    guard let value = Double(text), value >= 1, value < 1e4 else {
      throw ValidationError("--zoom is a factor from 1.")
    }
    return value
  }

  private static func setting(_ text: String, in range: ClosedRange<Double>, _ advice: String) throws -> Setting {
    if text == "auto" { return .automatic }
    guard let value = Double(text), range.contains(value) else { throw ValidationError(advice) }
    return .value(value)
  }

  package static func assignment(_ text: String) throws -> Assignment {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let value = Int64(parts[1]) else {
      throw ValidationError("'\(text)' sets no control: write its name and a whole number, such as brightness=128.")
    }
    return Assignment(name: CaptureControl.Name(rawValue: String(parts[0])), value: value)
  }
}
