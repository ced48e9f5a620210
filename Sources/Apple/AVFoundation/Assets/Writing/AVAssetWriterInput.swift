public import CoreMedia
public import Dispatch
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// What samples of one kind are appended to, on their way into a file.
public final class AVAssetWriterInput: @unchecked Sendable {
  // Unchecked: dictionaries of settings are only read.

  /// What kind of samples.
  public let mediaType: AVMediaType
  /// How they are compressed; nil for what is best in the file.
  public let outputSettings: [String: Any]?
  /// What comes, as far as that was said.
  public let sourceFormatHint: CMFormatDescription?

  struct State: Lockable {
    var wishes = Wishes()
    var hasWriter = false
    weak var owner: AVAssetWriter?
    var place: (writer: MediaFileWriter, track: Int)?
    var hasSession = false
    var isFinished = false
    var request: MediaDataRequest?
    /// How many samples were taken.
    var count = 0
  }

  /// What can be set until writing starts.
  struct Wishes: Sendable {
    var isRealTime = false
    var transform = CGAffineTransform.identity
    var timeScale: CMTimeScale = 0
    var naturalSize = CGSize.zero
  }

  let state = Locked(State())

  /// Makes an input.
  ///
  /// - Parameters:
  ///   - mediaType: `AVMediaType.video` or `AVMediaType.audio`.
  ///   - outputSettings: How samples are compressed: for video ``AVVideoCodecKey``, ``AVVideoWidthKey``,
  ///     ``AVVideoHeightKey``, ``AVVideoScalingModeKey`` and ``AVVideoCompressionPropertiesKey``; for sound
  ///     ``AVFormatIDKey``, ``AVSampleRateKey``, ``AVNumberOfChannelsKey``, ``AVEncoderBitRateKey`` and those of linear PCM.
  ///     nil for what is best in the file: unlike there, samples are compressed all the same.
  ///   - sourceFormatHint: What comes, so that a file can be begun before it does; default unknown.
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil
  ) {
    (self.mediaType, self.outputSettings) = (mediaType, outputSettings)
    self.sourceFormatHint = sourceFormatHint
    switch mediaType {
    case .video: MovieWritingOptions.tellOfOthers(in: outputSettings, than: VideoKeys.ofInputs)
    case .audio: AudioWritingOptions.tellOfOthers(in: outputSettings)
    default: break
    }
  }

  /// Whether samples come as they happen, and who appends them can't wait; default false.
  ///
  /// An encoder is chosen that keeps up.
  public var expectsMediaDataInRealTime: Bool {
    get { state.withLock { $0.wishes.isRealTime } }
    set { change { $0.isRealTime = newValue } }
  }

  /// How pictures are turned when they are shown: the nearest quarter turn, mirrored or not; default not at all.
  public var transform: CGAffineTransform {
    get { state.withLock { $0.wishes.transform } }
    set { change { $0.transform = newValue } }
  }

  /// Ticks per second of the track; 0, the default, for those of the samples' times.
  public var mediaTimeScale: CMTimeScale {
    get { state.withLock { $0.wishes.timeScale } }
    set { change { $0.timeScale = newValue } }
  }

  /// How large the track is to be shown; without effect: as large as its pictures.
  public var naturalSize: CGSize {
    get { state.withLock { $0.wishes.naturalSize } }
    set { change { $0.naturalSize = newValue } }
  }

  /// Whether samples can be given more than once; no.
  public var canPerformMultiplePasses: Bool { false }

  /// Whether samples are compressed better by giving them more than once; no.
  public var performsMultiPassEncodingIfSupported: Bool {
    get { false }
    set { _ = newValue }
  }

  private func change(_ name: String = #function, _ body: (inout Wishes) -> Void) {
    let isEarly = state.withLock { state in
      guard state.place == nil, !state.isFinished else { return false }
      body(&state.wishes)
      return true
    }
    if !isEarly { Misuse.tell("\(name): it can't be set once writing has started") }
  }
}

// MARK: Appending

extension AVAssetWriterInput {
  /// Whether there is room for a sample; false where nothing can be appended.
  public var isReadyForMoreMediaData: Bool {
    let (place, isOpen) = state.withLock { ($0.place, $0.hasSession && !$0.isFinished) }
    return isOpen && place.map { $0.writer.isReady($0.track) } ?? false
  }

  /// Appends a sample behind the others.
  ///
  /// - Returns: Whether it was taken; else the writer's `status` and `error` say why not, or standard error does where it
  ///   was appended before a session started, while the input wasn't ready, or behind the end.
  @discardableResult public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    let kind: AVMediaType = sampleBuffer.mediaDescription.audioFormat == nil ? .video : .audio
    guard kind == mediaType, CMSampleBufferDataIsReady(sampleBuffer), sampleBuffer.presentationTimeStamp.isNumeric
    else { return refuse("the sample isn't \(mediaType), is empty or has no time") }
    let (place, hasSession, isFinished) = state.withLock { ($0.place, $0.hasSession, $0.isFinished) }
    guard let place else {
      return isOver ? false : refuse("writing hasn't started")
    }
    guard hasSession else { return refuse("no session has started") }
    guard !isFinished else { return isOver ? false : refuse("the input is finished") }
    guard place.writer.append(sampleBuffer, to: place.track) else {
      return isOver ? false : refuse("the input isn't ready for more")
    }
    state.withLock { $0.count += 1 }
    return true
  }

  /// Whether the file has ended, however it did.
  var isOver: Bool {
    switch state.withLock({ $0.owner })?.status {
    case .failed, .cancelled, .completed: true
    default: false
    }
  }

  private func refuse(_ reason: String) -> Bool {
    Misuse.tell("append(_:): \(reason)")
    return false
  }

  /// Says that nothing more comes.
  public func markAsFinished() {
    let (place, request) = state.withLock { state in
      defer { state.request = nil }
      guard !state.isFinished else { return (nil as (writer: MediaFileWriter, track: Int)?, state.request) }
      if state.place != nil { state.isFinished = true }
      return (state.place, state.request)
    }
    request?.cancel()
    place?.writer.markAsFinished(place?.track ?? 0)
  }

  /// Has a block called whenever there is room for samples, until the input is finished.
  ///
  /// - Parameters:
  ///   - queue: Where it is called.
  ///   - block: Appends samples as long as the input is ready, or says that it is finished. One that has nothing to append
  ///     is asked again soon.
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    let request = MediaDataRequest(on: queue, of: self, block)
    let isFirst = state.withLock { state in
      guard state.request == nil, !state.isFinished else { return false }
      state.request = request
      return true
    }
    guard isFirst else {
      return Misuse.tell("requestMediaDataWhenReady(on:using:): it is requested already, or the input is finished")
    }
    request.note()
  }
}
