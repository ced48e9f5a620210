public import OpenCaptureMediaSamples

/// The metadata of a movie (`AVMetadataItem` with the common keys).
///
/// MP4 and QuickTime store it as QuickTime keys, such as `com.apple.quicktime.make`, which most photo managers read.
/// Matroska, WebM and AVI store it as their own tags. Audio files store title, author, comment and date; FLAC, Ogg and
/// MP3 store all properties.
public struct MovieMetadata: Sendable, Hashable {
  /// The title; default nil.
  public var title: String?
  /// The author; default nil.
  public var author: String?
  /// A comment; default nil.
  public var comment: String?
  /// The start of the recording; default nil.
  public var creationDate: WallTime?
  /// The manufacturer of the camera; default nil.
  public var make: String?
  /// The model of the camera; default nil.
  public var model: String?
  /// The program that created the movie; default nil.
  public var software: String?
  /// The location of the recording; default nil.
  public var location: MediaLocation?
  /// The identifier shared with the still image of a Live Photo; default nil.
  public var contentIdentifier: String?
  /// Additional tags under their literal names, which override the other properties; default empty.
  public var tags: [String: String] = [:]

  /// Creates empty metadata.
  public init() {}

  /// Returns a copy whose missing values come from other metadata.
  package func filled(from other: MovieMetadata) -> MovieMetadata {
    var filled = self
    filled.title = title ?? other.title
    filled.author = author ?? other.author
    filled.comment = comment ?? other.comment
    filled.creationDate = creationDate ?? other.creationDate
    filled.software = software ?? other.software
    filled.make = make ?? other.make
    filled.model = model ?? other.model
    filled.location = location ?? other.location
    filled.contentIdentifier = contentIdentifier ?? other.contentIdentifier
    filled.tags.merge(other.tags) { mine, _ in mine }
    return filled
  }

  /// Returns the tags for FFmpeg's muxer of a movie format.
  func tags(in container: MovieContainer) -> [(key: String, value: String)] {
    var named: [String: String] = [:]
    for (name, value) in facts(in: container) { named[name] = value }
    // Players read the date from a header field in UTC.
    if let creationDate { named["creation_time"] = creationDate.universal }
    named.merge(tags) { _, own in own }
    return Self.sorted(named)
  }

  /// Returns the tags for FFmpeg's muxer of an audio format.
  func tags(in container: AudioContainer) -> [(key: String, value: String)] {
    let common = [("title", title), ("artist", author), ("comment", comment), ("date", creationDate?.local)]
    let others = [
      ("MAKE", make), ("MODEL", model), ("SOFTWARE", software), ("RECORDING_LOCATION", location?.iso6709),
      ("CONTENT_IDENTIFIER", contentIdentifier),
    ]
    // WAVE and M4A support only a fixed set of tags.
    let isOpen = [.flac, .ogg, .mp3].contains(container)
    var named: [String: String] = [:]
    for (name, value) in isOpen ? common + others : common { named[name] = value }
    return Self.sorted(named.merging(tags) { _, own in own })
  }

  private static func sorted(_ tags: [String: String]) -> [(key: String, value: String)] {
    tags.filter { !$0.key.isEmpty && !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func facts(in container: MovieContainer) -> [(String, String?)] {
    switch container {
    case .mp4, .quickTime:
      [
        ("title", title), ("author", author), ("comment", comment), ("creationdate", creationDate?.local),
        ("make", make), ("model", model), ("software", software), ("location.ISO6709", location?.iso6709),
        ("content.identifier", contentIdentifier),
      ].map { ("com.apple.quicktime." + $0.0, $0.1) }
    case .matroska, .webM:
      [
        ("title", title), ("ARTIST", author), ("COMMENT", comment), ("DATE_RECORDED", creationDate?.local),
        ("MAKE", make), ("MODEL", model), ("SOFTWARE", software), ("RECORDING_LOCATION", location?.iso6709),
        ("CONTENT_IDENTIFIER", contentIdentifier),
      ]
    case .avi:
      // FFmpeg's names for the RIFF info chunks.
      [
        ("title", title), ("artist", author), ("comment", comment), ("date", creationDate?.local),
        ("encoder", software), ("ISRC", model.map { [make, $0].compactMap(\.self).joined(separator: " ") }),
      ]
    }
  }
}
