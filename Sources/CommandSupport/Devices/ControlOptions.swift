package import ArgumentParser
package import OpenCaptureSession

/// The camera controls to set before a command uses a camera.
package struct ControlOptions: ParsableArguments {
  /// A value of a camera property, or automatic control.
  package enum Setting: Sendable, Hashable {
    /// The camera controls the property.
    case automatic
    /// A fixed value.
    case value(Double)
  }

  /// A control by its driver name, and its new value.
  package struct Assignment: Sendable, Hashable {
    package let name: String
    package let value: Int64
  }

  @Option(
    help: ArgumentHelp(
      "Set the lens position from 0 to 1, or auto (default: unchanged).", valueName: "POSITION"),
    transform: Self.focus)
  package var focus: Setting?

  @Option(
    help: ArgumentHelp(
      "Set the exposure time in seconds, such as 0.02 or 1/50, or auto (default: unchanged).",
      valueName: "SECONDS"),
    transform: Self.exposure)
  package var exposure: Setting?

  @Option(
    help: ArgumentHelp(
      """
      Set the ISO sensitivity, or the gain if the camera has no ISO; turns automatic exposure off (default: \
      unchanged).
      """,
      valueName: "ISO"),
    transform: Self.iso)
  package var iso: Double?

  @Option(
    help: ArgumentHelp(
      "Set the white balance to a colour temperature in kelvin, or auto (default: unchanged).",
      valueName: "KELVIN"),
    transform: Self.whiteBalance)
  package var whiteBalance: Setting?

  @Option(
    help: ArgumentHelp("Magnify by this factor, from 1 (default: unchanged).", valueName: "FACTOR"),
    transform: Self.zoom)
  package var zoom: Double?

  @Option(
    name: .customLong("control"),
    help: ArgumentHelp(
      """
      Set a control by its driver name, as listed by viewfinder cameras, and leave its automatic mode; repeatable \
      (default: unchanged).
      """, valueName: "NAME=VALUE"),
    transform: Self.assignment)
  package var controls: [Assignment] = []

  package init() {}

  /// Sets all requested values on a camera.
  ///
  /// The values stay set after the process ends.
  ///
  /// - Throws: `CaptureError` that names the control that the camera lacks.
  package func apply(to device: CaptureDevice) throws(CaptureError) {
    guard !isEmpty else { return }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    // A named control can be a mode that the other properties depend on.
    for assignment in controls {
      let name = device.control(driverName: assignment.name)?.name ?? CaptureControl.Name(rawValue: assignment.name)
      guard device.control(name) != nil else {
        throw CaptureError(
          .unsupported, subject: device.localizedName,
          reason: "this camera does not support control \(assignment.name)",
          hint: "viewfinder cameras '\(device.uniqueID)' lists its controls")
      }
      try device.adjust(name, to: assignment.value)
    }
    switch focus {
    case nil: break
    case .automatic?: try device.set(\.focusMode, to: .continuousAutoFocus)
    case .value(let position)?: try device.lockFocus(at: Float(position))
    }
    try applyExposure(to: device)
    switch whiteBalance {
    case nil: break
    case .automatic?: try device.set(\.whiteBalanceMode, to: .continuousAutoWhiteBalance)
    case .value(let kelvin)?:
      try device.lockWhiteBalance(
        at: CaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: Float(kelvin)))
    }
    if let zoom { try device.set(\.zoomFactor, to: zoom) }
  }

  private func applyExposure(to device: CaptureDevice) throws(CaptureError) {
    let sensitivity = iso.map { Float($0) } ?? CaptureDevice.currentISO
    switch exposure {
    case .automatic?: try device.set(\.exposureMode, to: .continuousAutoExposure)
    case .value(let seconds)?:
      guard device.isExposureModeSupported(.custom) else {
        throw CaptureError(
          .unsupported, subject: device.localizedName, reason: "the exposure of this camera cannot be set")
      }
      let least = device.minExposureDuration
      let greatest = device.maxExposureDuration
      let duration = MediaTime(seconds: seconds, preferredTimescale: 1_000_000)
      guard duration >= least, duration <= greatest else {
        let reason = "Exposure must be between \(least.seconds) and \(greatest.seconds) s"
        throw CaptureError(.outOfRange, subject: "", reason: reason)
      }
      try device.expose(for: duration, iso: sensitivity)
    case nil where iso != nil:
      try device.expose(for: CaptureDevice.currentExposureDuration, iso: sensitivity)
    case nil: break
    }
  }

  /// Whether no control is set.
  package var isEmpty: Bool {
    focus == nil && exposure == nil && iso == nil && whiteBalance == nil && zoom == nil && controls.isEmpty
  }

  package func validate() throws {
    if exposure == .automatic, iso != nil {
      throw ValidationError("--iso cannot be combined with --exposure auto, which sets the ISO too.")
    }
  }
}

// MARK: Reading

extension ControlOptions {
  package static func focus(_ text: String) throws -> Setting {
    try setting(text, in: 0...1, "--focus must be a position from 0 to 1, or auto.")
  }

  package static func whiteBalance(_ text: String) throws -> Setting {
    try setting(text, in: 1000...40_000, "--white-balance must be a temperature in kelvin, such as 5500, or auto.")
  }

  package static func exposure(_ text: String) throws -> Setting {
    let advice = "--exposure must be a time in seconds, such as 0.02 or 1/50, or auto."
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return try setting(text, in: 0.000_001...3600, advice) }
    guard let numerator = Double(parts[0]), let denominator = Double(parts[1]), denominator > 0 else {
      throw ValidationError(advice)
    }
    return try setting("\(numerator / denominator)", in: 0.000_001...3600, advice)
  }

  package static func iso(_ text: String) throws -> Double {
    try number(text, in: 0...1e7, "--iso must be a sensitivity, such as 400.")
  }

  package static func zoom(_ text: String) throws -> Double {
    try number(text, in: 1...1e4, "--zoom must be a factor of at least 1.")
  }

  private static func setting(_ text: String, in range: ClosedRange<Double>, _ advice: String) throws -> Setting {
    try text == "auto" ? .automatic : .value(number(text, in: range, advice))
  }

  private static func number(_ text: String, in range: ClosedRange<Double>, _ advice: String) throws -> Double {
    guard let value = Double(text), range.contains(value) else { throw ValidationError(advice) }
    return value
  }

  package static func assignment(_ text: String) throws -> Assignment {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let value = Int64(parts[1]) else {
      throw ValidationError("--control '\(text)' must be a name and a whole number, such as brightness=128.")
    }
    return Assignment(name: String(parts[0]), value: value)
  }
}
