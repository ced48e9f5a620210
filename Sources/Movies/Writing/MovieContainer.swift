public import OpenCaptureMediaSamples

/// A writable movie file format, selected by the filename extension.
public enum MovieContainer: Sendable, Hashable, CaseIterable {
  /// MPEG-4: `.mp4`, `.m4v`.
  case mp4
  /// QuickTime: `.mov`, `.qt`.
  case quickTime
  /// Matroska: `.mkv`. Times are whole milliseconds.
  case matroska
  /// WebM: `.webm`; VP8 or VP9 only. Times are whole milliseconds.
  case webM
  /// AVI: `.avi`. Times are multiples of the expected frame interval; a missing frame repeats the preceding one.
  case avi

  /// Creates the format from the extension of a path; nil for other extensions.
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

  /// The supported filename extensions, without the dot.
  public static let pathExtensions = ["mp4", "m4v", "mov", "qt", "mkv", "webm", "avi"]

  /// The supported video codecs, preferred first.
  public var codecs: [VideoCodecType] {
    switch self {
    // H.265 is last, because it takes several times as long to encode.
    case .mp4, .quickTime, .matroska: [.h264, .mpeg4, .jpeg, .hevc]
    case .avi: [.h264, .mpeg4, .jpeg]
    case .webM: [.vp9, .vp8]
    }
  }

  /// The supported audio codecs, preferred first.
  public var audioCodecs: [AudioCodecType] {
    switch self {
    case .mp4: [.aac, .opus, .appleLossless]
    case .quickTime: [.aac, .appleLossless, .linearPCM]
    case .matroska: [.opus, .aac, .flac, .linearPCM]
    case .webM: [.opus]
    // AVI counts times in frames, so the priming of a compressed codec would delay the audio.
    case .avi: [.linearPCM]
    }
  }

  /// Whether the container stores the codec parameters in its header instead of in the stream.
  var usesGlobalHeader: Bool { self != .avi }

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

  /// Whether the format can store an orientation.
  var storesOrientation: Bool { self == .mp4 || self == .quickTime }

  /// Whether the format can store arbitrary QuickTime metadata keys.
  package var supportsMetadataKeys: Bool { self == .mp4 || self == .quickTime }

  /// Whether the format can be written without seeking; AVI stores lengths before their data.
  var canStream: Bool { self != .avi }

  /// Whether the format supports frames in decoding order (B-frames).
  var allowsFrameReordering: Bool { self != .avi }

  /// Returns the FFmpeg settings of the format.
  package func kind(_ options: MovieWritingOptions, timescale: Int32) -> MovieMuxer.Kind {
    let tags = options.metadata.tags(in: self)
    let words = muxerOptions(interval: options.movieFragmentInterval, timescale: timescale, hasTags: !tags.isEmpty)
    return MovieMuxer.Kind(name: muxerName, options: words, tags: tags)
  }

  /// Returns FFmpeg's muxer options for a movie with fragments of a given duration.
  private func muxerOptions(interval: MediaTime, timescale: Int32, hasTags: Bool) -> String {
    let isFragmented = interval.isNumeric && interval > .zero
    let seconds = min(interval.seconds, MovieWritingOptions.fragmentIntervals.upperBound)
    switch self {
    case .mp4, .quickTime:
      // Delay the header until the first fragment, when the reordering delay of the first frame is known.
      let fragments = isFragmented ? ":frag_duration=\(Int(seconds * 1e6))" : ""
      // Allow arbitrary metadata keys, not only the few of iTunes.
      let flags = (isFragmented ? "+delay_moov+default_base_moof" : "") + (hasTags ? "+use_metadata_tags" : "")
      // The edit list's initial delay is measured in ticks of the movie, so both timescales must match.
      return "video_track_timescale=\(timescale):movie_timescale=\(timescale)" + fragments
        + (flags.isEmpty ? "" : ":movflags=" + flags)
    case .matroska, .webM: return isFragmented ? "cluster_time_limit=\(max(1, Int(seconds * 1e3)))" : ""
    case .avi: return ""
    }
  }
}

/// Parser for filename extensions.
enum PathExtension {
  /// Returns the lowercase extension of a path's last component; nil if it has none.
  static func of(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
  }
}
