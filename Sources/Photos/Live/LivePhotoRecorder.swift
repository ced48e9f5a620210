import Dispatch
import OpenCapturePictures
import OpenCaptureSession
import OpenCaptureSystem

/// Keeps the last seconds of what is seen and heard, and makes movies of them around stills.
///
/// Pictures are kept as JPEG files, as many cameras give them: of a camera's own memory no more is held than of those that
/// wait to be encoded.
final class LivePhotoRecorder: Sendable {
  private struct State: Lockable {
    var isEnabled = false
    var isSuspended = false
    /// How many pictures wait to be encoded.
    var waitingCount = 0
    /// How many buffers of sound wait.
    var waitingSoundCount = 0

    /// Whether anything is kept now.
    var isKeeping: Bool { isEnabled && !isSuspended }
    /// Told on ``queue``, once all of a movie was seen.
    var onSeen: @Sendable (RecentMedia.Reel) -> Void = { _ in }
  }

  /// More pictures than this don't wait to be encoded: they are left out.
  private static let mostWaiting = 2
  /// Nor more sound: some seconds.
  private static let mostWaitingSound = 1_000
  /// How long a movie that lacks pictures is waited for, in seconds: that of a camera that gives none is ended by its driver
  /// before.
  private static let patience = 10
  /// From 1 to 100: what is seen for a moment before it is encoded anew.
  private static let quality = 92

  /// Larger pictures are made smaller, but for those that come as JPEG.
  private static let largest = VideoDimensions(width: 1920, height: 1440)

  /// How large movies of such pictures are.
  static func dimensions(of stream: FormatDescription) -> VideoDimensions {
    guard stream.codec != .jpeg, stream.dimensions.width > 0 else { return stream.dimensions }
    let isUpright = stream.dimensions.width < stream.dimensions.height
    return stream.dimensions.fitted(
      into: isUpright ? VideoDimensions(width: largest.height, height: largest.width) : largest)
  }

  private let state = Locked(State())
  /// On ``queue`` alone.
  private let media = Locked(Kept())
  /// What is seen and heard, in its order.
  private let queue: DispatchQueue
  /// Where movies are written.
  private let writing: DispatchQueue

  private struct Kept: Lockable {
    var recent = RecentMedia()
  }

  init(_ name: String) {
    queue = DispatchQueue(label: name + ".live", qos: .userInitiated)
    writing = DispatchQueue(label: name + ".live.writing", qos: .utility)
  }

  /// Says who is told, on a queue of its own, of movies all of which was seen.
  func whenSeen(_ body: @escaping @Sendable (RecentMedia.Reel) -> Void) { state.withLock { $0.onSeen = body } }

  /// Whether anything is kept.
  var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { change { $0.isEnabled = newValue } }
  }

  /// Whether nothing is kept for now.
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

  /// Takes a picture or sound, as long as it is lent.
  func take(_ sample: SampleBuffer) {
    let isPicture = sample.formatDescription.mediaType == .video
    let isTaken = state.withLock { state in
      guard state.isKeeping else { return false }
      guard isPicture else {
        guard state.waitingSoundCount < Self.mostWaitingSound else { return false }
        state.waitingSoundCount += 1
        return true
      }
      guard state.waitingCount < Self.mostWaiting else { return false }
      state.waitingCount += 1
      return true
    }
    guard isTaken else { return }
    queue.async { [self] in
      if let kept = try? kept(sample) { tell(media.withLock { $0.recent.add(kept) }) }
      state.withLock { if isPicture { $0.waitingCount -= 1 } else { $0.waitingSoundCount -= 1 } }
    }
  }

  /// Asks for a movie; it is told once all of it was seen, or no more comes.
  func record(_ clip: RecentMedia.Clip) {
    queue.async { [self] in
      tell(media.withLock { $0.recent.add(clip) })
      let isKeeping = state.withLock { $0.isKeeping }
      if !isKeeping || !clip.still.isNumeric { end(clip.id) }
    }
    queue.asyncAfter(deadline: .now() + .seconds(Self.patience)) { [weak self] in self?.end(clip.id) }
  }

  /// A movie is what there is of it, unless it was told already.
  private func end(_ id: Int64) { tell(media.withLock { $0.recent.end(id) }) }

  /// Nothing more comes, at least for now.
  func end() {
    queue.async { [self] in tell(media.withLock { $0.recent.end() }) }
  }

  /// Does something behind the movies that are written.
  func afterWriting(_ body: @escaping @Sendable () -> Void) { writing.async(execute: body) }

  /// Waits until all that was begun is done, as far as nothing more needs to be seen for it.
  func settle() {
    queue.sync {}
    writing.sync {}
  }

  private func tell(_ reels: [RecentMedia.Reel]) {
    guard !reels.isEmpty else { return }
    let onSeen = state.withLock { $0.onSeen }
    for reel in reels { onSeen(reel) }
  }

  /// The sample in memory of its own; a picture as a JPEG file.
  private func kept(_ sample: SampleBuffer) throws -> SampleBuffer {
    guard sample.formatDescription.mediaType == .video, sample.formatDescription.codec != .jpeg else {
      return try sample.copy()
    }
    var picture = try sample.image(as: .i420FullRange)
    let size = Self.dimensions(of: sample.formatDescription)
    if size != picture.dimensions { picture = try picture.scaled(to: size) }
    let file = try JPEGEncoder(quality: Self.quality).encode(picture)
    var kept = try file.sampleBuffer(timing: sample.timing, sequenceNumber: sample.sequenceNumber)
    kept.orientation = sample.orientation
    return kept
  }
}
