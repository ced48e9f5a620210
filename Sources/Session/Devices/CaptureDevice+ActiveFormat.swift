public import OpenCaptureSystem
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// The formats that the device offers, in the driver's order; empty if they cannot be read.
  public var formats: [Format] {
    do throws(CaptureError) { return try loadFormats() } catch {
      state.withLock { $0.error = error }
      return []
    }
  }

  /// Returns the formats that the device offers, in the driver's order.
  ///
  /// - Throws: `CaptureError` if they cannot be read.
  public func loadFormats() throws(CaptureError) -> [Format] {
    if let formats = state.withLock({ $0.formats }) { return formats }
    let formats = try driver.formats().map(completed)
    state.withLock { $0.formats = formats }
    return formats
  }

  /// Adds the zoom and exposure limits of the device to a format of the driver.
  private func completed(_ format: Format) -> Format {
    guard format.mediaType == .video else { return format }
    var format = format
    if let maxLensZoomFactor { format.maxZoomFactor = maxLensZoomFactor }
    if let exposureLimits { format.exposureLimits = exposureLimits }
    return format
  }

  /// Returns the driver's codes of formats that this library cannot decode.
  ///
  /// - Throws: `CaptureError` if they cannot be read.
  public func undecodableFormats() throws(CaptureError) -> [FourCharCode] { try driver.undecodableFormats() }

  /// The active format: the actual one of a running stream, else the requested one, else the first.
  ///
  /// Setting it changes the session's preset to ``CaptureSession/Preset/inputPriority``, and resets the frame
  /// durations to the defaults of the format.
  public var activeFormat: Format {
    get {
      state.withLock { $0.actual ?? $0.planned ?? $0.requested }.map(format(of:)) ?? formats.first
        ?? Format(formatDescription: .nothing, frameRateRanges: [])
    }
    set {
      attempt { () throws(CaptureError) in
        guard try loadFormats().contains(newValue) else {
          throw CaptureError(
            .unsupportedFormat, subject: localizedName, reason: "the \(deviceWord) does not offer \(newValue)")
        }
        state.withLock { state in
          state.requested = CaptureStreamConfiguration(format: newValue)
          state.actual = nil
          state.planned = nil
          state.changed = .format
          state.frameDurations = FrameDurations()
        }
      }
    }
  }

  /// Returns the format of a configuration: one of ``formats``, or the variant that the driver made of one.
  private func format(of configuration: CaptureStreamConfiguration) -> Format {
    let formats = formats
    let description = configuration.formatDescription
    let candidates = formats.filter { configuration.driverCode.map([$0.driverCode].contains) ?? true }
    if let format = candidates.first(where: { $0.formatDescription == description }) { return format }
    let sameSize = candidates.first { $0.dimensions == description.videoDimensions }
    return completed(
      Format(
        formatDescription: description, frameRateRanges: sameSize?.frameRateRanges ?? [],
        driverCode: configuration.driverCode))
  }

  /// The shortest frame duration, which limits the highest rate (`AVCaptureDevice.activeVideoMinFrameDuration`).
  ///
  /// Setting `MediaTime.invalid` restores the default.
  public var minFrameDuration: MediaTime {
    get { state.withLock { ($0.actual ?? $0.planned)?.frameDuration ?? $0.frameDurations.minimum } }
    set { setFrameDuration(newValue) { $0.minimum = newValue } }
  }

  /// The longest frame duration, which limits the lowest rate (`AVCaptureDevice.activeVideoMaxFrameDuration`).
  ///
  /// Setting `MediaTime.invalid` restores the default.
  public var maxFrameDuration: MediaTime {
    get { state.withLock { ($0.actual ?? $0.planned)?.frameDuration ?? $0.frameDurations.maximum } }
    set { setFrameDuration(newValue) { $0.maximum = newValue } }
  }

  private func setFrameDuration(_ duration: MediaTime, _ change: (inout FrameDurations) -> Void) {
    attempt { () throws(CaptureError) in
      let format = activeFormat
      guard !duration.isValid || format.supports(frameDuration: duration) else {
        throw outOfRange("\(format) does not support \((1 / duration.seconds).shortDescription) fps")
      }
      state.withLock { state in
        change(&state.frameDurations)
        // This is the plan. The session updates the actual configuration later.
        if var planned = state.actual ?? state.planned {
          planned.frameDuration = state.frameDurations.clamped(planned.frameDuration)
          state.planned = planned
        }
        state.actual = nil
        state.changed = state.changed ?? .frameRate
      }
    }
  }

  /// The requested configuration, as opposed to ``actualConfiguration``; nil if none.
  public var requestedConfiguration: CaptureStreamConfiguration? { state.withLock { $0.planned ?? $0.requested } }

  /// The actual configuration of the running stream; nil if none is running.
  public var actualConfiguration: CaptureStreamConfiguration? { state.withLock { $0.actual } }

  /// Returns the configuration to stream: the best format for the selection, or the requested format, at the
  /// requested rate.
  func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    var configuration = try formatConfiguration(for: selection)
    guard mediaType == .video else { return configuration }
    let duration = state.withLock { $0.frameDurations }.clamped(configuration.frameDuration)
    guard duration != configuration.frameDuration, duration.isNumeric else { return configuration }
    configuration.frameDuration = format(of: configuration).frameDuration(nearest: duration)
    return configuration
  }

  private func formatConfiguration(
    for selection: FormatSelection?
  ) throws(CaptureError) -> CaptureStreamConfiguration {
    let formats = try loadFormats()
    // Presets apply to video only.
    if mediaType == .video, let choice = selection?.choose(from: formats) {
      return CaptureStreamConfiguration(format: choice.format, frameDuration: choice.frameDuration)
    }
    guard let format = state.withLock({ $0.requested }).map(format(of:)) ?? formats.first else {
      throw CaptureError(
        .unsupportedFormat, subject: localizedName, reason: "the \(deviceWord) offers no supported format")
    }
    guard mediaType == .video else { return CaptureStreamConfiguration(format: format) }
    let usual = MediaTime(value: 1, timescale: 30)
    return CaptureStreamConfiguration(format: format, frameDuration: format.frameDuration(nearest: usual))
  }

  func didPlan(_ configuration: CaptureStreamConfiguration?) {
    state.withLock { $0.planned = configuration }
    changes.send()
  }

  func didStartStreaming(_ configuration: CaptureStreamConfiguration?) {
    state.withLock { state in
      state.actual = configuration
      state.streaming = configuration
    }
    changes.send()
  }
}

extension FormatDescription {
  /// The format description of a device without formats.
  fileprivate static let nothing = FormatDescription(
    pixelFormat: PixelFormat(rawValue: "none"), dimensions: VideoDimensions(width: 0, height: 0))
}
