public import OpenCaptureMediaSamples

/// A kind of movie file that can be written; the name's extension says which.
public enum MovieContainer: Sendable, Hashable, CaseIterable {
  /// MPEG-4: `.mp4`, `.m4v`.
  case mp4
  /// QuickTime: `.mov`, `.qt`.
  case quickTime
  /// Matroska: `.mkv`. Times are whole milliseconds.
  case matroska
  /// WebM: `.webm`; VP8 or VP9 only. Times are whole milliseconds.
  case webM
  /// AVI: `.avi`. Times are those of the expected frame rate; where there is no frame, the one before stays.
  case avi

  /// The kind that a file of this name should be; nil where the extension isn't that of one.
  public init?(path: String) {
    switch PathExtension.of(path) {
    case "mp4", "m4v": self = .mp4
    case "mov", "qt": self = .quickTime
    case "mkv": self = .matroska
    case "webm": self = .webM
    case "avi": self = .avi
    default: return nil
    }
  }

  /// The extensions that names can have, without the dot.
  public static let pathExtensions = ["mp4", "m4v", "mov", "qt", "mkv", "webm", "avi"]

  /// The codecs that can be written, the best first.
  public var codecs: [VideoCodecType] {
    switch self {
    // H.265 takes several times as long as what goes before it.
    case .mp4, .quickTime, .matroska: [.h264, .mpeg4, .jpeg, .hevc]
    case .avi: [.h264, .mpeg4, .jpeg]
    case .webM: [.vp9, .vp8]
    }
  }

  /// The codecs that sound can be written in, the best first.
  public var audioCodecs: [AudioCodecType] {
    switch self {
    case .mp4: [.aac, .opus, .appleLossless]
    case .quickTime: [.aac, .appleLossless, .linearPCM]
    case .matroska: [.opus, .aac, .flac, .linearPCM]
    case .webM: [.opus]
    // Times are counted there: what an encoder puts before the sound would delay it.
    case .avi: [.linearPCM]
    }
  }

  /// Whether what a decoder must be told first stands in one place, not in the media.
  var wantsHeader: Bool { self != .avi }

  /// FFmpeg's name of the format.
  var muxerName: String {
    switch self {
    case .mp4: "mp4"
    case .quickTime: "mov"
    case .matroska: "matroska"
    case .webM: "webm"
    case .avi: "avi"
    }
  }

  /// Whether the file can say how its picture is to be turned.
  var storesOrientation: Bool { self == .mp4 || self == .quickTime }

  /// Whether the file can say anything under a key of QuickTime's.
  package var storesKeys: Bool { self == .mp4 || self == .quickTime }

  /// Whether it can be written without going back: the length of AVI's parts stands before them.
  var canStream: Bool { self != .avi }

  /// Whether frames can be stored in another order than they are shown.
  var allowsFrameReordering: Bool { self != .avi }

  /// What FFmpeg is told.
  package func kind(_ options: MovieWritingOptions, timescale: Int32) -> MovieMuxer.Kind {
    let tags = options.metadata.tags(in: self)
    let words = muxerOptions(
      interval: options.movieFragmentInterval, timescale: timescale, hasTags: !tags.isEmpty)
    return MovieMuxer.Kind(name: muxerName, options: words, tags: tags)
  }

  /// FFmpeg's options of the format, for a file that can be played up to `interval` before it was broken off.
  private func muxerOptions(interval: MediaTime, timescale: Int32, hasTags: Bool) -> String {
    let isFragmented = interval.isNumeric && interval > .zero
    let seconds = min(interval.seconds, MovieWritingOptions.fragmentIntervals.upperBound)
    switch self {
    case .mp4, .quickTime:
      // The header waits for the first fragment: only then is known by how much reordering delays the first frame.
      let fragments = isFragmented ? ":frag_duration=\(Int(seconds * 1e6))" : ""
      // Keys of any name, instead of the few that players of music know.
      let flags = (isFragmented ? "+delay_moov+default_base_moof" : "") + (hasTags ? "+use_metadata_tags" : "")
      // The time before the first frame is counted in ticks of the movie, not of its track.
      return "video_track_timescale=\(timescale):movie_timescale=\(timescale)" + fragments
        + (flags.isEmpty ? "" : ":movflags=" + flags)
    case .matroska, .webM:
      return isFragmented ? "cluster_time_limit=\(max(1, Int(seconds * 1e3)))" : ""
    case .avi: return ""
    }
  }
}
