import OpenCaptureMovies
import OpenCapturePictures
import OpenCaptureSession

/// The requested movie of a Live Photo.
struct LivePhotoMovie: Sendable {
  /// The times of a written movie.
  struct Outcome: Sendable, Hashable {
    /// The duration; `MediaTime.invalid` if no movie was written.
    var duration = MediaTime.invalid
    /// The time of the still in the movie; `MediaTime.invalid` if no movie was written.
    var photoDisplayTime = MediaTime.invalid
  }

  /// The metadata key for the time of the still in the movie, in seconds.
  static let stillImageTime = "com.apple.quicktime.still-image-time"

  let path: String
  let codec: VideoCodecType
  let metadata: MovieMetadata

  /// Writes the movie; fails if no frames were recorded around the still.
  func write(_ reel: RecentMedia.MovieMedia) throws(CaptureError) -> Outcome {
    guard let first = reel.pictures.first, let last = reel.pictures.last else {
      throw CaptureError(.photoInterrupted, subject: path, reason: "no frames were recorded around the photo")
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

  private func write(_ reel: RecentMedia.MovieMedia, _ first: SampleBuffer, _ outcome: Outcome) throws(MovieError) {
    var options = MovieWritingOptions(codec: codec, movieFragmentInterval: .invalid)
    options.metadata = metadata
    options.metadata.tags[Self.stillImageTime] = "\(outcome.photoDisplayTime.seconds)"
    if first.duration.isNumeric, first.duration > .zero {
      options.expectedFrameRate = min(max(1 / first.duration.seconds, 1), 240)
    }
    let format = reel.sound.first?.format.audioFormat
    let writer = try MovieWriter(path, for: first, sound: format.map { MovieAudio($0) }, options: options)
    let start = first.presentationTimeStamp
    writer.startSession(atSourceTime: start)
    var sound = reel.sound.compactMap { $0.part(from: start, to: start + outcome.duration) }[...]
    for picture in reel.pictures {
      while let next = sound.first, next.presentationTimeStamp <= picture.presentationTimeStamp {
        try writer.append(next)
        sound.removeFirst()
      }
      // Frames that cannot be decoded are skipped.
      do throws(MovieError) { try writer.append(picture) } catch  where error.code == .invalidFrame {}
    }
    for rest in sound { try writer.append(rest) }
    try writer.finish()
  }
}

extension SampleBuffer {
  /// Returns the sound between two times; nil if the sample has none.
  fileprivate func part(from start: MediaTime, to end: MediaTime) -> SampleBuffer? {
    guard let buffer = audioBuffer else { return nil }
    func frameIndex(_ time: MediaTime) -> Int {
      let frames = (time - presentationTimeStamp).convertScale(Int32(clamping: buffer.format.sampleRate))
      return frames.isNumeric ? min(max(0, Int(clamping: frames.value)), buffer.frameCount) : 0
    }
    let range = frameIndex(start)..<max(frameIndex(start), frameIndex(end))
    return range.isEmpty ? nil : try? frames(range)
  }
}

/// The identifier that the still and the movie of a Live Photo share.
enum ContentIdentifier {
  /// Returns a random UUID (RFC 9562, version 4).
  static func make() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255) }
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return parts.map { digits[$0].joined() }.joined(separator: "-")
  }

  /// Returns the EXIF tag of a still for an identifier.
  ///
  /// The tag is Apple's maker note with only entry 17, in which programs look for the identifier of a Live Photo.
  static func tag(_ identifier: String) -> (PictureTag, PictureTag.Value) {
    let text = Array(identifier.utf8) + [0]
    let header = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
    let entryCount: [UInt8] = [0, 1]
    // Entry 17: text, its length and its offset.
    let offset = UInt8(header.count + entryCount.count + 12 + 4)
    let entry: [UInt8] = [0, 17, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, offset]
    let noNextDirectory: [UInt8] = [0, 0, 0, 0]
    return (PictureTag(.exif, 0x927c), .undefined(header + entryCount + entry + noNextDirectory + text))
  }
}
