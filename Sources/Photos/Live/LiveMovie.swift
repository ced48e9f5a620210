import OpenCaptureMovies
import OpenCaptureSession

/// The movie of a Live Photo, as it is asked for.
struct LiveMovie: Sendable {
  /// What became of it.
  struct Outcome: Sendable, Hashable {
    /// How long it is; `MediaTime.invalid` where there is none.
    var duration = MediaTime.invalid
    /// Which of its times shows the still; `MediaTime.invalid` where there is none.
    var photoDisplayTime = MediaTime.invalid
  }

  /// The key under which a movie says which of its times shows the still, in seconds.
  static let stillImageTime = "com.apple.quicktime.still-image-time"

  let path: String
  let codec: VideoCodecType
  let metadata: MovieMetadata

  /// Writes it.
  ///
  /// - Throws: `CaptureError` where nothing was seen, or it can't be written.
  func write(_ reel: RecentMedia.Reel) throws(CaptureError) -> Outcome {
    guard let first = reel.pictures.first, let last = reel.pictures.last else {
      throw CaptureError(.photoInterrupted, subject: path, reason: "nothing was seen around the still")
    }
    let start = first.presentationTimeStamp
    let duration = last.presentationTimeStamp + (last.duration.isNumeric ? last.duration : .zero) - start
    let still = reel.still - start
    let outcome = Outcome(
      duration: duration, photoDisplayTime: still.isNumeric ? min(duration, max(.zero, still)) : .zero)
    do throws(MovieError) {
      try write(reel, first, outcome)
    } catch {
      throw CaptureError(.photoProcessingFailed, subject: path, error)
    }
    return outcome
  }

  private func write(
    _ reel: RecentMedia.Reel, _ first: SampleBuffer, _ outcome: Outcome
  ) throws(MovieError) {
    var options = MovieWritingOptions(codec: codec, movieFragmentInterval: .invalid)
    options.metadata = metadata
    options.metadata.tags[Self.stillImageTime] = "\(outcome.photoDisplayTime.seconds)"
    if first.duration.isNumeric, first.duration > .zero {
      options.expectedFrameRate = min(max(1 / first.duration.seconds, 1), 240)
    }
    let format = reel.sound.first?.formatDescription.audioFormat
    let writer = try MovieWriter(path, for: first, sound: format.map { MovieSound($0) }, options: options)
    let start = first.presentationTimeStamp
    writer.startSession(atSourceTime: start)
    var sound = reel.sound.compactMap { $0.part(from: start, to: start + outcome.duration) }[...]
    for picture in reel.pictures {
      while let next = sound.first, next.presentationTimeStamp <= picture.presentationTimeStamp {
        try writer.append(next)
        sound.removeFirst()
      }
      // One that can't be decoded is one less.
      do throws(MovieError) { try writer.append(picture) } catch  where error.code == .invalidFrame {}
    }
    for rest in sound { try writer.append(rest) }
    try writer.finish()
  }
}

extension SampleBuffer {
  /// The sound between two times; nil where it has none.
  fileprivate func part(from start: MediaTime, to end: MediaTime) -> SampleBuffer? {
    guard let buffer = audioBuffer else { return nil }
    func place(_ time: MediaTime) -> Int {
      let frames = (time - presentationTimeStamp).convertScale(Int32(clamping: buffer.format.sampleRate))
      return frames.isNumeric ? min(max(0, Int(clamping: frames.value)), buffer.frameCount) : 0
    }
    let range = place(start)..<max(place(start), place(end))
    return range.isEmpty ? nil : try? frames(range)
  }
}
