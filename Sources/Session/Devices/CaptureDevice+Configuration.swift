import Glibc
import OpenCaptureSystem
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

extension CaptureDevice {
  /// How long one part of a program waits for another that changes the device.
  private static let configurationPatience: UInt64 = 1_000_000_000

  /// Begins to change the device; each call needs one of ``unlockForConfiguration()``.
  ///
  /// One thread at a time has it, and can take it more than once; another waits for a second at most. It may be handed back
  /// on any thread.
  ///
  /// - Throws: `CaptureError` where the device is gone, or another thread doesn't hand it back.
  public func lockForConfiguration() throws(CaptureError) {
    let thread = UInt(pthread_self())
    let outcome = state.wait(until: MonotonicClock.now() + Self.configurationPatience) {
      state -> Result<Void, CaptureError>? in
      guard state.isConnected else { return .failure(notConnected) }
      guard state.lock.count == 0 || state.lock.owner == thread else { return nil }
      if state.lock.count == 0 { state.error = nil }
      state.lock.refusals[thread] = nil
      (state.lock.count, state.lock.owner) = (state.lock.count + 1, thread)
      return .success(())
    }
    guard let outcome else {
      state.withLock { $0.lock.refusals[thread, default: 0] += 1 }
      throw CaptureError(
        .lockedForConfiguration, subject: localizedName,
        reason: "another part of the program is changing the \(noun)")
    }
    try outcome.get()
  }

  /// Ends the change.
  ///
  /// A session that streams from the device takes up another format and rate before this returns.
  public func unlockForConfiguration() {
    let thread = UInt(pthread_self())
    let change = state.update { state -> CaptureInputChange? in
      if state.lock.owner != thread, let count = state.lock.refusals.removeValue(forKey: thread) {
        if count > 1 { state.lock.refusals[thread] = count - 1 }
        return nil
      }
      guard state.lock.count > 0 else { return nil }
      state.lock.count -= 1
      return state.lock.count == 0 ? state.changed.take() : nil
    }
    if let change { tell(change) }
  }

  /// Changes the device for a request, such as a bracket's next frame, whoever has the lock: a program may ask for a photo
  /// while it has it.
  ///
  /// - Throws: `CaptureError` where the device is gone; what `body` throws.
  package func changeForRequest(_ body: () throws(CaptureError) -> Void) throws(CaptureError) {
    guard state.withLock({ $0.isConnected }) else { throw notConnected }
    state.withLock { $0.lock.requests += 1 }
    defer { state.withLock { $0.lock.requests -= 1 } }
    try body()
  }

  /// What was refused since the outermost ``lockForConfiguration()``, the last if there was more; nil if nothing.
  ///
  /// That includes exposure at a point that was to begin with a stream's first frame, and which the camera then kept to
  /// itself: ``exposureMode`` is what the camera does instead.
  public var configurationError: CaptureError? { state.withLock { $0.error } }

  /// Sets a property, and throws what the device says to it.
  ///
  ///     try device.set(\.focusMode, to: .locked)
  ///
  /// - Throws: `CaptureError` where the device lacks it, the value is out of range, or the device isn't locked.
  public func set<Value>(
    _ property: ReferenceWritableKeyPath<CaptureDevice, Value>, to value: Value
  ) throws(CaptureError) {
    let before = state.withLock { state in
      defer { state.error = nil }
      return state.error
    }
    self[keyPath: property] = value
    let error = state.withLock { state in
      defer { state.error = state.error ?? before }
      return state.error
    }
    if let error { throw error }
  }

  /// Runs a change, and keeps what it throws as ``configurationError``.
  func attempt(_ change: () throws(CaptureError) -> Void) {
    do throws(CaptureError) {
      try requireLock()
      try change()
      changes.send()
    } catch {
      state.withLock { $0.error = error }
      CaptureRefusals.reporter?(error)
    }
  }

  func requireLock() throws(CaptureError) {
    guard state.withLock({ $0.lock.count > 0 || $0.lock.requests > 0 }) else {
      throw CaptureError(.notLocked, subject: localizedName, reason: "the device is not locked for configuration")
    }
  }

  func unsupported(_ what: String) -> CaptureError {
    CaptureError(.unsupported, subject: localizedName, reason: "this \(noun) has no \(what)")
  }
}

// MARK: Formats

extension CaptureDevice {
  /// The formats that the device delivers, in the driver's order; none where they can't be asked for.
  public var formats: [Format] {
    do throws(CaptureError) { return try loadFormats() } catch {
      state.withLock { $0.error = error }
      return []
    }
  }

  /// The formats that the device delivers, in the driver's order.
  ///
  /// - Throws: `CaptureError` where they can't be asked for.
  public func loadFormats() throws(CaptureError) -> [Format] {
    if let formats = state.withLock({ $0.formats }) { return formats }
    let formats = try driver.formats().map(completed)
    state.withLock { $0.formats = formats }
    return formats
  }

  /// A driver's format with what its controls say of the whole device.
  private func completed(_ format: Format) -> Format {
    guard format.mediaType == .video else { return format }
    var format = format
    if let lensZoom { format.greatestZoom = lensZoom }
    if let exposureLimits { format.exposureLimits = exposureLimits }
    return format
  }

  /// The driver's codes of formats that the device has, but that aren't decoded here.
  ///
  /// - Throws: `CaptureError` where they can't be asked for.
  public func undecodableFormats() throws(CaptureError) -> [FourCharCode] { try driver.undecodableFormats() }

  /// The format that the device delivers, or will: what was granted where a session streams from it, else what was
  /// asked for, else its first.
  ///
  /// Setting it makes the session's preset ``CaptureSession/Preset/inputPriority``, and the frame durations what is
  /// usual for the format.
  public var activeFormat: Format {
    get {
      state.withLock { $0.granted ?? $0.planned ?? $0.requested }.map(format(of:)) ?? formats.first
        ?? Format(formatDescription: .nothing, frameRateRanges: [])
    }
    set {
      attempt { () throws(CaptureError) in
        guard try loadFormats().contains(newValue) else {
          throw CaptureError(.unsupportedFormat, subject: localizedName, reason: "it has no \(newValue)")
        }
        state.withLock { state in
          state.requested = CaptureStreamConfiguration(format: newValue)
          (state.granted, state.planned, state.changed) = (nil, nil, .format)
          state.frameDurations = FrameDurations()
        }
      }
    }
  }

  /// The format of a configuration: one of ``formats``, or what the driver made of one.
  private func format(of configuration: CaptureStreamConfiguration) -> Format {
    let (formats, description) = (formats, configuration.formatDescription)
    let called = formats.filter { configuration.driverCode.map([$0.driverCode].contains) ?? true }
    if let format = called.first(where: { $0.formatDescription == description }) { return format }
    let asLarge = called.first { $0.dimensions == description.dimensions }
    return completed(
      Format(
        formatDescription: description, frameRateRanges: asLarge?.videoSupportedFrameRateRanges ?? [],
        driverCode: configuration.driverCode))
  }

  /// How long a frame lasts at least: the highest rate.
  ///
  /// `MediaTime.invalid` restores what is usual.
  @_disfavoredOverload public var activeVideoMinFrameDuration: MediaTime {
    get { minFrameDuration }
    set { minFrameDuration = newValue }
  }

  package var minFrameDuration: MediaTime {
    get { state.withLock { ($0.granted ?? $0.planned)?.frameDuration ?? $0.frameDurations.minimum } }
    set { setFrameDuration(newValue) { $0.minimum = newValue } }
  }

  /// How long a frame lasts at most: the lowest rate.
  ///
  /// `MediaTime.invalid` restores what is usual.
  @_disfavoredOverload public var activeVideoMaxFrameDuration: MediaTime {
    get { maxFrameDuration }
    set { maxFrameDuration = newValue }
  }

  package var maxFrameDuration: MediaTime {
    get { state.withLock { ($0.granted ?? $0.planned)?.frameDuration ?? $0.frameDurations.maximum } }
    set { setFrameDuration(newValue) { $0.maximum = newValue } }
  }

  private func setFrameDuration(
    _ duration: MediaTime, _ change: (inout FrameDurations) -> Void
  ) {
    attempt { () throws(CaptureError) in
      let format = activeFormat
      guard !duration.isValid || format.supports(frameDuration: duration) else {
        throw CaptureError(
          .outOfRange, subject: localizedName, reason: "\(format) has no frames of \(duration)")
      }
      state.withLock { state in
        change(&state.frameDurations)
        // What will be asked for: what is granted, the session finds out.
        if var planned = state.granted ?? state.planned {
          planned.frameDuration = state.frameDurations.wish(planned.frameDuration)
          state.planned = planned
        }
        (state.granted, state.changed) = (nil, state.changed ?? .frameRate)
      }
    }
  }

  /// What was asked for, as far as anything was: the counterpart of ``grantedConfiguration``.
  public var requestedConfiguration: CaptureStreamConfiguration? {
    state.withLock { $0.planned ?? $0.requested }
  }

  /// What the device granted to the stream that runs; nil where none does.
  public var grantedConfiguration: CaptureStreamConfiguration? { state.withLock { $0.granted } }

  /// What to stream: the format that fits best, or without a selection the one that was asked for, at the rate asked for.
  func configuration(for selection: FormatSelection?) throws(CaptureError) -> CaptureStreamConfiguration {
    var configuration = try formatConfiguration(for: selection)
    guard mediaType == .video else { return configuration }
    let wish = state.withLock { $0.frameDurations }.wish(configuration.frameDuration)
    guard wish != configuration.frameDuration, wish.isNumeric else { return configuration }
    configuration.frameDuration = format(of: configuration).frameDuration(nearest: wish)
    return configuration
  }

  private func formatConfiguration(
    for selection: FormatSelection?
  ) throws(CaptureError) -> CaptureStreamConfiguration {
    let formats = try loadFormats()
    // Presets are about pictures.
    if mediaType == .video, let choice = selection?.choose(from: formats) {
      return CaptureStreamConfiguration(format: choice.format, frameDuration: choice.frameDuration)
    }
    guard let format = state.withLock({ $0.requested }).map(format(of:)) ?? formats.first else {
      throw CaptureError(.unsupportedFormat, subject: localizedName, reason: "it has no format that is known here")
    }
    guard mediaType == .video else { return CaptureStreamConfiguration(format: format) }
    let usual = MediaTime(value: 1, timescale: 30)
    return CaptureStreamConfiguration(format: format, frameDuration: format.frameDuration(nearest: usual))
  }

  func didPlan(_ configuration: CaptureStreamConfiguration?) {
    state.withLock { $0.planned = configuration }
    changes.send()
  }

  func didGrant(_ configuration: CaptureStreamConfiguration?) {
    state.withLock { ($0.granted, $0.streaming) = (configuration, configuration) }
    changes.send()
  }
}

extension FormatDescription {
  /// What a device without any format delivers.
  fileprivate static let nothing = FormatDescription(
    pixelFormat: PixelFormat(rawValue: "none"), dimensions: VideoDimensions(width: 0, height: 0))
}
