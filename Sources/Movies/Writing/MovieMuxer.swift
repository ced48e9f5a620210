import COpenCaptureFFmpeg
import OpenCaptureMediaSamples
import OpenCaptureResampling

/// An FFmpeg muxer that writes packets to a movie or audio file, for one thread at a time.
package final class MovieMuxer: @unchecked Sendable {
  package struct Track: Sendable {
    let format: EncodedFormat
    let timeBase: TimeBase
    var frameRate: FrameRate?
    var orientation = ImageOrientation.up
  }

  /// The FFmpeg settings of the file format.
  package struct Kind: Sendable {
    /// FFmpeg's name of the format.
    let name: String
    let options: String
    var tags: [(key: String, value: String)] = []
  }

  let file: MovieFile
  /// The time base of each track in the file.
  let timeBases: [TimeBase]
  private let muxer: OpaquePointer
  private var hasPackets = false
  private var isFinished = false

  /// Opens the muxer; the file is truncated only after everything else succeeded, and else discarded.
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
      file.discard()
      throw MovieError(failure, subject: file.name, refused: .invalidOption, system: .cannotWrite)
    }
    self.file = file
    self.muxer = muxer
    timeBases = bases.map { TimeBase($0) }
    withExtendedLifetime(tracks) {}
  }

  /// Creates a new file; fails if the file exists or cannot be written.
  package convenience init(path: [UInt8], _ kind: Kind, _ tracks: [Track]) throws(MovieError) {
    try self.init(MovieFile(path: path, replacesExistingFile: false), kind, tracks)
  }

  deinit {
    cffmpeg_muxer_close(muxer)
    // Delete a failed file that cannot be played.
    if !isFinished, !hasPackets || file.isEmpty { file.discard() }
  }

  /// Writes a packet; the packets of a track must be in decoding order.
  package func write(_ packet: EncodedPacket, track: Int) throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_muxer_write(muxer, Int32(track), packet.packet, &failure) else { throw error(failure) }
    hasPackets = true
  }

  /// Writes the end of the file and flushes it to disk.
  package func finish() throws(MovieError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_muxer_finish(muxer, &failure) else { throw error(failure) }
    isFinished = true
    try file.finish()
  }

  /// Abandons a file after a write error; its complete part stays.
  package func abandon() {
    cffmpeg_muxer_abandon(muxer)
    file.unlock()
  }

  private func error(_ failure: cffmpeg_failure) -> MovieError {
    MovieError(failure, subject: file.name, refused: .cannotWrite, system: .cannotWrite)
  }
}
