import COpenCaptureFFmpeg
import OpenCaptureMediaSamples
import OpenCaptureResampling

/// A movie or sound file that packets are written to: the calls to FFmpeg.
///
/// Used by one thread at a time.
package final class MovieMuxer: @unchecked Sendable {
  /// What is written of one kind.
  package struct Track: Sendable {
    let format: EncodedFormat
    let timeBase: TimeBase
    var frameRate: FrameRate?
    var orientation = ImageOrientation.up
  }

  /// The kind of file, as FFmpeg is told.
  package struct Kind: Sendable {
    /// FFmpeg's name of the format.
    let name: String
    let options: String
    var tags: [(key: String, value: String)] = []
  }

  let file: MovieFile
  /// What the file counts the times of each track in.
  let timeBases: [TimeBase]
  private let muxer: OpaquePointer
  private var hasPackets = false
  private var isFinished = false

  /// Begins a file; it is emptied once everything else is known to work.
  init(_ file: MovieFile, _ kind: Kind, _ tracks: [Track]) throws(MovieError) {
    var failure = cffmpeg_failure()
    var words = CStrings()
    defer { extendLifetime(words) }
    var bases = [cffmpeg_ratio](repeating: cffmpeg_ratio(), count: tracks.count)
    let bridged = tracks.map { track in
      cffmpeg_track(
        format: track.format.parameters, time_base: track.timeBase.ratio,
        frame_rate: track.frameRate?.ratio ?? cffmpeg_ratio(), matrix: track.orientation.displayMatrix)
    }
    let tags = kind.tags.map { cffmpeg_tag(key: words.add($0.key), value: words.add($0.value)) }
    let muxer = bridged.withUnsafeBufferPointer { tracks in
      tags.withUnsafeBufferPointer { tags in
        var options = cffmpeg_muxer_options(
          container: words.add(kind.name), muxer_options: words.add(kind.options), tracks: tracks.baseAddress,
          track_count: Int32(tracks.count), tags: tags.baseAddress, tag_count: Int32(tags.count),
          is_stream: file.isStream)
        return cffmpeg_muxer_open(file.descriptor, &options, &bases, &failure)
      }
    }
    guard let muxer else {
      throw MovieError(failure, subject: file.name, refused: .invalidOption, system: .cannotWrite)
    }
    (self.file, self.muxer, timeBases) = (file, muxer, bases.map { TimeBase($0) })
    withExtendedLifetime(tracks) {}
  }

  /// Begins a file that isn't there yet.
  ///
  /// - Parameter path: The bytes of its name, without a zero at the end.
  /// - Throws: ``MovieError`` where the file is there already, or can't be written.
  package convenience init(path: [UInt8], _ kind: Kind, _ tracks: [Track]) throws(MovieError) {
    let file = try MovieFile(path: path, replacesExistingFile: false)
    do throws(MovieError) {
      try self.init(file, kind, tracks)
    } catch {
      file.discard()
      throw error
    }
  }

  deinit {
    cffmpeg_muxer_close(muxer)
    // Of a file that failed, only one that plays is of use.
    if !isFinished, !hasPackets || file.isEmpty { file.discard() }
  }

  /// Writes a packet; those of a track in the order in which they are decoded.
  package func write(_ packet: EncodedPacket, track: Int) throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_muxer_write(muxer, Int32(track), packet.packet, &failure) else { throw error(failure) }
    hasPackets = true
  }

  /// Writes the end of the file, and waits until it is safe.
  package func finish() throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_muxer_finish(muxer, &failure) else { throw error(failure) }
    isFinished = true
    try file.finish()
  }

  /// Gives the file up where it can't be written any further: what is whole of it stays.
  package func abandon() {
    cffmpeg_muxer_abandon(muxer)
    file.unlock()
  }

  private func error(_ failure: cffmpeg_failure) -> MovieError {
    MovieError(failure, subject: file.name, refused: .cannotWrite, system: .cannotWrite)
  }
}
