import CoreMedia
import OpenCaptureFlow
import OpenCaptureMovies

/// The contents of a file, read when first needed.
final class AssetContents: Sendable {
  /// The properties of a file.
  struct Facts: Sendable {
    var duration = CMTime.indefinite
    var tracks: [TrackProperties] = []
  }

  let url: URL
  /// The queue on which the file is read asynchronously.
  let queue = DispatchQueue(label: "asset", attributes: .concurrent)
  private let state = Locked<Result<Facts, AVError>?>(nil)

  init(_ url: URL) { self.url = url }

  /// The loaded properties; nil before the file was read.
  var known: Result<Facts, AVError>? { state.withLock { $0 } }

  /// Returns the properties of the file, which is read if necessary.
  func facts() throws(AVError) -> Facts {
    if let known { return try known.get() }
    let result = Result { () throws(AVError) in try readFacts() }
    return try state.withLock { state in
      if state == nil { state = result }
      return state ?? result
    }.get()
  }

  /// Returns the path of the file.
  ///
  /// - Throws: An ``AVError`` if the URL is not a file URL.
  func path() throws(AVError) -> [UInt8] {
    guard url.isFileURL else {
      throw AVError(
        .invalidSourceMedia, subject: url.absoluteString, reason: "not a file URL",
        hint: "Download the file first.")
    }
    return Array(url.path.utf8)
  }

  /// Opens the file for reading its images from the beginning.
  func pictures() throws(AVError) -> MovieReader {
    try reading { (path) throws(MovieError) in try MovieReader(contentsOfPath: path) }
  }

  /// Opens the file for reading its sound from the beginning.
  func sound() throws(AVError) -> AudioReader {
    try reading { (path) throws(MovieError) in try AudioReader(contentsOfPath: path) }
  }

  private func reading<Value>(_ read: ([UInt8]) throws(MovieError) -> Value) throws(AVError) -> Value {
    let path = try path()
    do throws(MovieError) { return try read(path) } catch { throw AVError(reading: error) }
  }

  /// Returns the sound of a movie; nil if the movie has no sound that can be decoded.
  private static func sound(of pictures: MovieReader) throws(MovieError) -> TrackProperties? {
    do throws(MovieError) {
      return try pictures.audioReader().map { (reader) throws(MovieError) in try TrackProperties(reader, id: 2) }
    } catch {
      if error.code == .cancelled || error.code == .outOfMemory { throw error }
      return nil
    }
  }

  private func readFacts() throws(AVError) -> Facts {
    try reading { (path) throws(MovieError) in
      var facts = Facts()
      do throws(MovieError) {
        let pictures = try MovieReader(contentsOfPath: path)
        facts.tracks.append(TrackProperties(pictures.info))
        if let sound = try Self.sound(of: pictures) { facts.tracks.append(sound) }
      } catch {
        guard error.code == .noVideo else { throw error }
        facts.tracks = [try TrackProperties(try AudioReader(contentsOfPath: path), id: 1)]
      }
      let ends = facts.tracks.map(\.timeRange.end).filter(\.isNumeric)
      if let end = ends.max() { facts.duration = end }
      return facts
    }
  }
}

/// The properties of a track.
struct TrackProperties: Sendable {
  let id: CMPersistentTrackID
  let mediaType: AVMediaType
  let format: CMFormatDescription
  let timeRange: CMTimeRange
  let timescale: CMTimeScale
  var dimensions = VideoDimensions(width: 0, height: 0)
  var orientation = ImageOrientation.up
  var frameRate: Float = 0
  var dataRate: Float = 0

  init(_ info: MovieInfo) {
    id = 1
    mediaType = .video
    timescale = info.timescale
    format = CMFormatDescription(codec: info.codec, dimensions: info.dimensions, colorRange: .video)
    timeRange = Self.range(info.startTime, info.duration)
    dimensions = info.dimensions
    orientation = info.orientation
    frameRate = Float(info.nominalFrameRate ?? 0)
    dataRate = Float(info.bitRate ?? 0)
  }

  /// Creates the properties of a sound track from its first decoded sound, which has the format.
  init(_ sound: AudioReader, id: CMPersistentTrackID) throws(MovieError) {
    let info = sound.info
    self.id = id
    mediaType = .audio
    timescale = CMTimeScale(clamping: info.sampleRate)
    guard let format = try sound.nextSample()?.format else {
      throw MovieError(.noAudio, subject: "sound", reason: "the track has no sound that can be decoded")
    }
    self.format = format
    timeRange = Self.range(info.startTime, info.duration)
    dataRate = Float(info.bitRate ?? 0)
  }

  private static func range(_ start: CMTime, _ duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start.isNumeric ? start : .zero, duration: duration)
  }
}
