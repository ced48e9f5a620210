public import CoreMedia
import OpenCaptureMovies

/// An input of a file writer for samples of one media type.
public final class AVAssetWriterInput: @unchecked Sendable {
  // Unchecked: the settings are never modified.

  /// The media type.
  public let mediaType: AVMediaType
  /// The encoder settings; nil for the default of the file type.
  public let outputSettings: [String: Any]?
  /// The format of the samples, if known in advance.
  public let sourceFormatHint: CMFormatDescription?

  struct State: Lockable {
    var isRealTime = false
    var transform = CGAffineTransform.identity
    var timeScale: CMTimeScale = 0
    var naturalSize = CGSize.zero
    var hasWriter = false
    weak var owner: AVAssetWriter?
    var place: (writer: MediaFileWriter, track: Int)?
    var hasSession = false
    var isFinished = false
    var request: MediaDataRequest?
    /// The number of accepted samples.
    var count = 0
  }

  let state = Locked(State())

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - mediaType: `AVMediaType.video` or `AVMediaType.audio`.
  ///   - outputSettings: The encoder settings; nil for the default of the file type. For video:
  ///     ``AVVideoCodecKey``, ``AVVideoWidthKey``, ``AVVideoHeightKey``, ``AVVideoScalingModeKey`` and
  ///     ``AVVideoCompressionPropertiesKey``. For sound: ``AVFormatIDKey``, ``AVSampleRateKey``,
  ///     ``AVNumberOfChannelsKey``, ``AVEncoderBitRateKey`` and the linear PCM keys. Unlike on Apple's systems, nil
  ///     does not pass samples through without encoding.
  ///   - sourceFormatHint: The format of the samples, so that the file can be started before the first sample;
  ///     default unknown.
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil
  ) {
    self.mediaType = mediaType
    self.outputSettings = outputSettings
    self.sourceFormatHint = sourceFormatHint
    switch mediaType {
    case .video: MovieWritingOptions.reportUnsupportedKeys(in: outputSettings, than: VideoKeys.ofInputs)
    case .audio: AudioWritingOptions.reportUnsupportedKeys(in: outputSettings)
    default: break
    }
  }

  /// Whether samples arrive in real time and cannot wait; default false.
  ///
  /// If true, a sufficiently fast encoder is chosen.
  public var expectsMediaDataInRealTime: Bool {
    get { state.withLock { $0.isRealTime } }
    set { change { $0.isRealTime = newValue } }
  }

  /// The rotation for display, rounded to quarter turns with or without mirroring; default none.
  public var transform: CGAffineTransform {
    get { state.withLock { $0.transform } }
    set { change { $0.transform = newValue } }
  }

  /// The timescale of the track, in ticks per second; default 0, for that of the samples.
  public var mediaTimeScale: CMTimeScale {
    get { state.withLock { $0.timeScale } }
    set { change { $0.timeScale = newValue } }
  }

  /// The display size of the track; has no effect, the size of the images is used.
  public var naturalSize: CGSize {
    get { state.withLock { $0.naturalSize } }
    set { change { $0.naturalSize = newValue } }
  }

  /// Whether samples can be encoded in several passes; always false.
  public var canPerformMultiplePasses: Bool { false }

  /// Whether several passes are used if supported; has no effect.
  public var performsMultiPassEncodingIfSupported: Bool {
    get { false }
    set { _ = newValue }
  }

  private func change(_ name: String = #function, _ body: (inout State) -> Void) {
    let canChange = state.withLock { state in
      guard state.place == nil, !state.isFinished else { return false }
      body(&state)
      return true
    }
    if !canChange { MisuseReporter.report("\(name): cannot be set after writing has started") }
  }

  // MARK: Appending

  /// Whether the input can accept another sample.
  public var isReadyForMoreMediaData: Bool {
    let (place, isOpen) = state.withLock { ($0.place, $0.hasSession && !$0.isFinished) }
    return isOpen && place.map { $0.writer.isReady($0.track) } ?? false
  }

  /// Appends a sample.
  ///
  /// - Returns: Whether the sample was accepted. If writing has ended, see the writer's `status` and `error`. Other
  ///   reasons are reported on standard error: no session has started, the input is not ready, or the input is
  ///   finished.
  @discardableResult public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    let kind: AVMediaType = sampleBuffer.format.audioFormat == nil ? .video : .audio
    guard kind == mediaType, CMSampleBufferDataIsReady(sampleBuffer), sampleBuffer.presentationTimeStamp.isNumeric
    else { return reject("the sample is not \(mediaType), has no data or has no time") }
    let (place, hasSession, isFinished) = state.withLock { ($0.place, $0.hasSession, $0.isFinished) }
    guard let place else { return writingHasEnded ? false : reject("writing has not started") }
    guard hasSession else { return reject("no session has started") }
    guard !isFinished else { return writingHasEnded ? false : reject("the input is finished") }
    guard place.writer.append(sampleBuffer, to: place.track) else {
      return writingHasEnded ? false : reject("the input is not ready for more samples")
    }
    state.withLock { $0.count += 1 }
    return true
  }

  /// Whether writing has ended, successfully or not.
  var writingHasEnded: Bool {
    switch state.withLock({ $0.owner })?.status {
    case .failed, .cancelled, .completed: true
    default: false
    }
  }

  private func reject(_ reason: String) -> Bool {
    MisuseReporter.report("append(_:): \(reason)")
    return false
  }

  /// Marks the input as finished; no more samples can be appended.
  public func markAsFinished() {
    let previous = state.withLock { state in
      let previous = state
      state.request = nil
      if state.place != nil { state.isFinished = true }
      return previous
    }
    previous.request?.cancel()
    if let place = previous.place, !previous.isFinished { place.writer.markAsFinished(place.track) }
  }

  /// Calls a block whenever the input is ready for samples, until the input is finished.
  ///
  /// - Parameters:
  ///   - queue: The queue of the calls.
  ///   - block: A block that appends samples while the input is ready, or marks the input as finished. If the block
  ///     appends nothing, it is called again after 10 ms.
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    let request = MediaDataRequest(on: queue, of: self, block)
    let isFirst = state.withLock { state in
      guard state.request == nil, !state.isFinished else { return false }
      state.request = request
      return true
    }
    guard isFirst else {
      return MisuseReporter.report("requestMediaDataWhenReady(on:using:): already called, or the input is finished")
    }
    request.note()
  }

  // MARK: The interface to the asset writer

  var hasWriter: Bool { state.withLock { $0.hasWriter } }

  /// The number of appended samples.
  var count: Int { state.withLock { $0.count } }

  /// The description of the track for the file writer.
  var track: AppendedTrack {
    let settings = state.withLock { $0 }
    if mediaType == .audio {
      let options = outputSettings.map { AudioWritingOptions($0) } ?? AudioWritingOptions()
      return AppendedTrack(.sound(options), hint: sourceFormatHint, isRealTime: settings.isRealTime)
    }
    var options = outputSettings.map { MovieWritingOptions($0) } ?? MovieWritingOptions()
    if settings.timeScale > 0 { options.timescale = settings.timeScale }
    var fitting = outputSettings.map { FrameScaling($0) } ?? FrameScaling()
    fitting.orientation = ImageOrientation(settings.transform)
    return AppendedTrack(.pictures(options, fitting), hint: sourceFormatHint, isRealTime: settings.isRealTime)
  }

  /// Records the writer of the input; returns false if the input already has one.
  func attach(to owner: AVAssetWriter) -> Bool {
    state.withLock { state in
      guard !state.hasWriter else { return false }
      state.hasWriter = true
      state.owner = owner
      return true
    }
  }

  /// Records that writing has started.
  func begin(_ writer: MediaFileWriter, track: Int) { state.withLock { $0.place = (writer, track) } }

  /// Records that a session has started.
  func beginSession() {
    state.withLock { $0.hasSession = true }
    notifyReadiness()
  }

  /// Notifies the caller's block that the input may be ready for samples.
  func notifyReadiness() { state.withLock { $0.request }?.note() }

  /// Records that writing has ended.
  func end() {
    let request = state.withLock { state in
      defer {
        state.request = nil
        state.place = nil
        state.isFinished = true
      }
      return state.request
    }
    request?.cancel()
  }
}
