import CoreMedia
import Dispatch
import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// What is in a file, once somebody has looked.
final class AssetContents: Sendable {
  /// What is known of a file.
  struct Facts: Sendable {
    var duration = CMTime.indefinite
    var tracks: [TrackFacts] = []
  }

  let url: URL
  /// Where the file is looked at for who can't wait.
  let queue = DispatchQueue(label: "asset", attributes: .concurrent)
  private let state = Locked<Result<Facts, AVError>?>(nil)

  init(_ url: URL) { self.url = url }

  /// What is known by now; nil where nobody has looked.
  var known: Result<Facts, AVError>? { state.withLock { $0 } }

  /// What is in the file; looks where nobody has.
  func facts() throws(AVError) -> Facts {
    if let known { return try known.get() }
    let result = Result { () throws(AVError) in try look() }
    return try state.withLock { state in
      if state == nil { state = result }
      return state ?? result
    }.get()
  }

  /// The file's name.
  ///
  /// - Throws: An ``AVError`` where it is none of this machine's.
  func path() throws(AVError) -> [UInt8] {
    guard url.isFileURL else {
      throw AVError(
        .invalidSourceMedia, subject: url.absoluteString, reason: "this is no file",
        remedy: "get it first: nothing is fetched here")
    }
    return Array(url.path.utf8)
  }

  /// Reads its pictures, from their beginning.
  func pictures() throws(AVError) -> MovieReader {
    try reading { (path) throws(MovieError) in try MovieReader(contentsOfPath: path) }
  }

  /// Reads its sound, from its beginning.
  func sound() throws(AVError) -> AudioReader {
    try reading { (path) throws(MovieError) in try AudioReader(contentsOfPath: path) }
  }

  private func reading<Reader>(_ open: ([UInt8]) throws(MovieError) -> Reader) throws(AVError) -> Reader {
    let path = try path()
    do throws(MovieError) { return try open(path) } catch { throw AVError(reading: error) }
  }

  /// The sound beside pictures; nil where there is none that can be decoded.
  private static func sound(of pictures: MovieReader) throws(MovieError) -> TrackFacts? {
    do throws(MovieError) {
      return try pictures.audioReader().map { (reader) throws(MovieError) in try TrackFacts(reader, id: 2) }
    } catch {
      if error.code == .cancelled || error.code == .outOfMemory { throw error }
      return nil
    }
  }

  private func look() throws(AVError) -> Facts {
    let path = try path()
    do throws(MovieError) {
      var facts = Facts()
      do throws(MovieError) {
        let pictures = try MovieReader(contentsOfPath: path)
        facts.tracks.append(TrackFacts(pictures.info))
        if let sound = try Self.sound(of: pictures) { facts.tracks.append(sound) }
      } catch {
        guard error.code == .noVideo else { throw error }
        facts.tracks = [try TrackFacts(try AudioReader(contentsOfPath: path), id: 1)]
      }
      let ends = facts.tracks.map(\.timeRange.end).filter(\.isNumeric)
      if let end = ends.max() { facts.duration = end }
      return facts
    } catch {
      throw AVError(reading: error)
    }
  }
}

/// What is known of a track.
struct TrackFacts: Sendable {
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
    (id, mediaType, timescale) = (1, .video, info.timescale)
    format = CMFormatDescription(codec: info.codec, dimensions: info.dimensions, colorRange: .video)
    timeRange = Self.range(info.startTime, info.duration)
    (dimensions, orientation) = (info.dimensions, info.orientation)
    frameRate = Float(info.nominalFrameRate ?? 0)
    dataRate = Float(info.bitRate ?? 0)
  }

  /// Decodes the first sound, which says how it is stored.
  init(_ sound: AudioReader, id: CMPersistentTrackID) throws(MovieError) {
    let info = sound.info
    (self.id, mediaType, timescale) = (id, .audio, CMTimeScale(clamping: info.sampleRate))
    guard let format = try sound.nextSample()?.mediaDescription else {
      throw MovieError(.noAudio, subject: "sound", reason: "there is none in it that can be decoded")
    }
    self.format = format
    timeRange = Self.range(info.startTime, info.duration)
    dataRate = Float(info.bitRate ?? 0)
  }

  private static func range(_ start: CMTime, _ duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start.isNumeric ? start : .zero, duration: duration)
  }
}
