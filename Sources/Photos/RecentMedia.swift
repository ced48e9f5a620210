import OpenCaptureMediaSamples

/// The most recent video and sound, and the requested movies: a value without threads, locks or a clock.
struct RecentMedia: Lockable, Sendable {
  /// The request for a movie around a still.
  struct Clip: Sendable, Hashable {
    let id: Int64
    let still: MediaTime
  }

  struct MovieMedia: Sendable {
    let id: Int64
    let still: MediaTime
    /// The frames in presentation order; empty if none arrived.
    let pictures: [SampleBuffer]
    /// The sound during the frames, and a little before and after.
    let sound: [SampleBuffer]
  }

  /// The duration of a movie before the still, and after it.
  static let reach = MediaTime(value: 3, timescale: 2)
  /// The most that sound may be late compared to frames.
  private static let soundDelayLimit = MediaTime(value: 1, timescale: 2)

  private var pictures: [SampleBuffer] = []
  private var sound: [SampleBuffer] = []
  private var clips: [Clip] = []

  /// Adds a frame or sound, and returns the movies that are complete now.
  mutating func add(_ sample: SampleBuffer) -> [MovieMedia] {
    let time = sample.presentationTimeStamp
    guard time.isNumeric else { return [] }
    if sample.format.type == .audio {
      // Discard earlier sound of another format.
      if sound.last.map({ $0.format != sample.format }) ?? false { sound = [] }
      sound.append(sample)
    } else {
      // Discard earlier frames of another size, and those after a jump back in time.
      let fits = pictures.last.map {
        $0.format.videoDimensions == sample.format.videoDimensions && $0.presentationTimeStamp < time
      }
      if fits == false { pictures = [] }
      pictures.append(sample)
    }
    let complete = takeComplete()
    trim()
    return complete
  }

  /// Requests a movie around a still, and returns the movies that are complete already.
  mutating func add(_ clip: Clip) -> [MovieMedia] {
    clips.append(clip)
    return takeComplete()
  }

  /// Ends a movie with the available media.
  mutating func end(_ id: Int64) -> [MovieMedia] {
    let ended = clips.filter { $0.id == id }
    clips.removeAll { $0.id == id }
    return ended.map(reel)
  }

  /// Ends all movies with the available media.
  mutating func end() -> [MovieMedia] {
    let reels = clips.map(reel)
    self = RecentMedia()
    return reels
  }

  private mutating func takeComplete() -> [MovieMedia] {
    let complete = clips.filter(isComplete)
    clips.removeAll { complete.contains($0) }
    return complete.map(reel)
  }

  private func isComplete(_ clip: Clip) -> Bool {
    let end = clip.still + Self.reach
    guard let newest = pictures.last?.presentationTimeStamp, newest >= end else { return false }
    guard let lastSound = sound.last else { return true }
    return lastSound.presentationTimeStamp + lastSound.duration >= end || newest >= end + Self.soundDelayLimit
  }

  private func reel(_ clip: Clip) -> MovieMedia {
    let start = clip.still - Self.reach
    let end = clip.still + Self.reach
    return MovieMedia(
      id: clip.id, still: clip.still,
      pictures: pictures.filter { $0.presentationTimeStamp >= start && $0.presentationTimeStamp < end },
      sound: sound.filter { $0.presentationTimeStamp + $0.duration > start && $0.presentationTimeStamp < end })
  }

  /// Discards media that no movie can use; a still may be requested a little after its exposure.
  private mutating func trim() {
    let ends = [pictures.last, sound.last].compactMap { $0?.presentationTimeStamp }
    guard let newest = ends.max() else { return }
    let oldest = clips.reduce(newest - Self.soundDelayLimit) { min($0, $1.still) } - Self.reach
    pictures.removeFirst(pictures.prefix { $0.presentationTimeStamp < oldest }.count)
    sound.removeFirst(sound.prefix { $0.presentationTimeStamp + $0.duration < oldest }.count)
  }
}
