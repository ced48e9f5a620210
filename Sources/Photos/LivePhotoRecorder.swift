import Dispatch
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSystem

/// A recorder that keeps the last seconds of video and sound, and extracts the media for the movies of Live Photos.
///
/// Frames are kept as JPEG, the format of many cameras. Only frames that wait for the encoder occupy the camera's
/// buffers.
final class LivePhotoRecorder: Sendable {
  private struct State: Lockable {
    var isEnabled = false
    var isSuspended = false
    /// The number of frames that wait for the encoder.
    var waitingCount = 0
    /// The number of sound buffers that wait.
    var waitingSoundCount = 0

    /// Whether the recorder keeps media now.
    var isKeeping: Bool { isEnabled && !isSuspended }
    /// Called on ``queue`` when all media of a movie have arrived.
    var onComplete: @Sendable (RecentMedia.MovieMedia) -> Void = { _ in }
  }

  /// The most frames that wait for the encoder; further ones are dropped.
  private static let waitingLimit = 2
  /// The most sound buffers that wait, some seconds; further ones are dropped.
  private static let waitingSoundLimit = 1_000
  /// The time in seconds after which an incomplete movie ends; the driver ends a camera without frames earlier.
  private static let timeout = 10
  /// The JPEG quality of kept frames, 1 to 100; they are encoded again for the movie.
  private static let quality = 92

  /// The largest size of kept frames; larger ones are scaled, except for JPEG from the camera.
  private static let largest = VideoDimensions(width: 1920, height: 1440)

  /// Returns the dimensions of movies for a stream.
  static func dimensions(of stream: FormatDescription) -> VideoDimensions {
    guard stream.codec != .jpeg, stream.videoDimensions.width > 0 else { return stream.videoDimensions }
    let isUpright = stream.videoDimensions.width < stream.videoDimensions.height
    return stream.videoDimensions.fitted(
      into: isUpright ? VideoDimensions(width: largest.height, height: largest.width) : largest)
  }

  private let state = Locked(State())
  /// The kept media, used only on ``queue``.
  private let media = Locked(RecentMedia())
  /// The queue for frames and sound, in the order of their arrival.
  private let queue: DispatchQueue
  /// The queue for writing movies.
  let writing: DispatchQueue

  init(_ name: String) {
    queue = DispatchQueue(label: name + ".live", qos: .userInitiated)
    writing = DispatchQueue(label: name + ".live.writing", qos: .utility)
  }

  /// Sets the function that is called on a private queue when all media of a movie have arrived.
  func setCompletionHandler(_ body: @escaping @Sendable (RecentMedia.MovieMedia) -> Void) {
    state.withLock { $0.onComplete = body }
  }

  var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { change { $0.isEnabled = newValue } }
  }

  var isSuspended: Bool {
    get { state.withLock { $0.isSuspended } }
    set { change { $0.isSuspended = newValue } }
  }

  private func change(_ body: (inout State) -> Void) {
    let isOff = state.withLock { state in
      body(&state)
      return !state.isKeeping
    }
    if isOff { end() }
  }

  /// Adds a frame or sound.
  func take(_ sample: SampleBuffer) {
    let isPicture = sample.format.type == .video
    let isAccepted = state.withLock { state in
      let count = isPicture ? state.waitingCount : state.waitingSoundCount
      guard state.isKeeping, count < (isPicture ? Self.waitingLimit : Self.waitingSoundLimit) else { return false }
      if isPicture { state.waitingCount += 1 } else { state.waitingSoundCount += 1 }
      return true
    }
    guard isAccepted else { return }
    queue.async { [self] in
      if let kept = try? kept(sample) { deliver(media.withLock { $0.add(kept) }) }
      state.withLock { if isPicture { $0.waitingCount -= 1 } else { $0.waitingSoundCount -= 1 } }
    }
  }

  /// Requests a movie, which is delivered when all its media have arrived or no more will arrive.
  func record(_ clip: RecentMedia.Clip) {
    queue.async { [self] in
      deliver(media.withLock { $0.add(clip) })
      let isKeeping = state.withLock { $0.isKeeping }
      if !isKeeping || !clip.still.isNumeric { end(clip.id) }
    }
    queue.asyncAfter(deadline: .now() + .seconds(Self.timeout)) { [weak self] in self?.end(clip.id) }
  }

  /// Delivers the available media of a movie, unless the movie is complete.
  private func end(_ id: Int64) { deliver(media.withLock { $0.end(id) }) }

  /// Delivers all movies with the available media, because no more will arrive.
  func end() {
    queue.async { [self] in deliver(media.withLock { $0.end() }) }
  }

  /// Waits until all started work is done that needs no further media.
  func settle() {
    queue.sync {}
    writing.sync {}
  }

  private func deliver(_ reels: [RecentMedia.MovieMedia]) {
    guard !reels.isEmpty else { return }
    let onComplete = state.withLock { $0.onComplete }
    for reel in reels { onComplete(reel) }
  }

  /// Returns a copy of a sample in its own memory; frames as JPEG.
  private func kept(_ sample: SampleBuffer) throws -> SampleBuffer {
    guard sample.format.type == .video, sample.format.codec != .jpeg else { return try sample.copy() }
    var picture = try sample.image(as: .i420FullRange)
    let size = Self.dimensions(of: sample.format)
    if size != picture.dimensions { picture = try picture.scaled(to: size) }
    let file = try JPEGEncoder(quality: Self.quality).encode(picture)
    var kept = try file.sampleBuffer(timing: sample.timing, sequenceNumber: sample.sequenceNumber)
    kept.orientation = sample.orientation
    return kept
  }
}
