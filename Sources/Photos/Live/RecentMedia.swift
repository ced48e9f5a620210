import OpenCaptureMediaSamples

/// What was seen and heard last, and which movies are to be made of it: a value without threads, locks or a clock.
struct RecentMedia: Sendable {
  /// A movie around a still, as long as not all of it was seen.
  struct Clip: Sendable, Hashable {
    let id: Int64
    /// When the still was exposed.
    let still: MediaTime
  }

  /// All that belongs to a movie.
  struct Reel: Sendable {
    let id: Int64
    let still: MediaTime
    /// In their order; none where none was seen.
    let pictures: [SampleBuffer]
    /// Heard while they were seen, and a little before and after.
    let sound: [SampleBuffer]
  }

  /// How much is seen before the still, and how much behind it.
  static let reach = MediaTime(value: 3, timescale: 2)
  /// How much sound may be late behind pictures: more isn't waited for.
  private static let patience = MediaTime(value: 1, timescale: 2)

  private var pictures: [SampleBuffer] = []
  private var sound: [SampleBuffer] = []
  private var clips: [Clip] = []

  /// Takes a picture or sound.
  ///
  /// - Returns: The movies of which all was seen and heard now.
  mutating func add(_ sample: SampleBuffer) -> [Reel] {
    let time = sample.presentationTimeStamp
    guard time.isNumeric else { return [] }
    if sample.formatDescription.mediaType == .audio {
      // Sound of another format belongs to none of the others.
      if sound.last.map({ $0.formatDescription != sample.formatDescription }) ?? false { sound = [] }
      sound.append(sample)
    } else {
      // Pictures of another size, or from before, neither.
      let fits = pictures.last.map {
        $0.formatDescription.dimensions == sample.formatDescription.dimensions && $0.presentationTimeStamp < time
      }
      if fits == false { pictures = [] }
      pictures.append(sample)
    }
    let complete = takeComplete()
    trim()
    return complete
  }

  /// Asks for a movie around a still.
  ///
  /// - Returns: The movies of which all was seen and heard already.
  mutating func add(_ clip: Clip) -> [Reel] {
    clips.append(clip)
    return takeComplete()
  }

  /// A movie is what there is of it.
  mutating func end(_ id: Int64) -> [Reel] {
    let ended = clips.filter { $0.id == id }
    clips.removeAll { $0.id == id }
    return ended.map(reel)
  }

  /// Nothing more comes: what there is, is all.
  mutating func end() -> [Reel] {
    let reels = clips.map(reel)
    self = RecentMedia()
    return reels
  }

  private mutating func takeComplete() -> [Reel] {
    let complete = clips.filter(isComplete)
    clips.removeAll { complete.contains($0) }
    return complete.map(reel)
  }

  private func isComplete(_ clip: Clip) -> Bool {
    let end = clip.still + Self.reach
    guard let newest = pictures.last?.presentationTimeStamp, newest >= end else { return false }
    guard let heard = sound.last else { return true }
    return heard.presentationTimeStamp + heard.duration >= end || newest >= end + Self.patience
  }

  private func reel(_ clip: Clip) -> Reel {
    let (start, end) = (clip.still - Self.reach, clip.still + Self.reach)
    return Reel(
      id: clip.id, still: clip.still,
      pictures: pictures.filter { $0.presentationTimeStamp >= start && $0.presentationTimeStamp < end },
      sound: sound.filter { $0.presentationTimeStamp + $0.duration > start && $0.presentationTimeStamp < end })
  }

  /// Lets go of what no movie can have any more: a still can be asked for a little after it was seen.
  private mutating func trim() {
    let ends = [pictures.last, sound.last].compactMap { $0?.presentationTimeStamp }
    guard let newest = ends.max() else { return }
    let oldest = clips.reduce(newest - Self.patience) { min($0, $1.still) } - Self.reach
    pictures.removeFirst(pictures.prefix { $0.presentationTimeStamp < oldest }.count)
    sound.removeFirst(sound.prefix { $0.presentationTimeStamp + $0.duration < oldest }.count)
  }
}
