public import OpenCaptureMediaSamples

/// What a movie says of itself, beside its pictures and its sound (`AVMetadataItem` with the common keys).
///
/// MP4 and QuickTime movies have it as QuickTime's keys, such as `com.apple.quicktime.make`, which most programs that
/// look after photographs read; Matroska, WebM and AVI as tags of their own. Sound files have title, author, comment and
/// date; FLAC, Ogg and MP3 the rest as well.
public struct MovieMetadata: Sendable, Hashable {
  /// What the movie is called; nil by default.
  public var title: String?
  /// Who made it; nil by default.
  public var author: String?
  /// What there is to say about it; nil by default.
  public var comment: String?
  /// When it was begun; nil by default.
  public var creationDate: WallTime?
  /// Who made the camera; nil by default.
  public var make: String?
  /// Which camera it was; nil by default.
  public var model: String?
  /// The program that made it; nil by default.
  public var software: String?
  /// Where it was made; nil by default.
  public var location: MediaLocation?
  /// What it has in common with the still of the same Live Photo; nil by default.
  public var contentIdentifier: String?
  /// What else there is to say, by names that end up in the file as they are; they go before the others.
  public var tags: [String: String] = [:]

  /// Nothing is said.
  public init() {}

  /// The same with what another one says where this one says nothing.
  package func filled(from other: MovieMetadata) -> MovieMetadata {
    var filled = self
    (filled.title, filled.author, filled.comment) = (
      title ?? other.title, author ?? other.author, comment ?? other.comment
    )
    (filled.creationDate, filled.software) = (creationDate ?? other.creationDate, software ?? other.software)
    (filled.make, filled.model) = (make ?? other.make, model ?? other.model)
    (filled.location, filled.contentIdentifier) = (
      location ?? other.location, contentIdentifier ?? other.contentIdentifier
    )
    filled.tags.merge(other.tags) { mine, _ in mine }
    return filled
  }

  /// What FFmpeg is told of it.
  func tags(in container: MovieContainer) -> [(key: String, value: String)] {
    var named: [String: String] = [:]
    for (name, value) in facts(in: container) { named[name] = value }
    // What every program shows as the date is a field of its own in the file, in universal time.
    if let creationDate { named["creation_time"] = creationDate.universal }
    named.merge(tags) { _, own in own }
    return Self.sorted(named)
  }

  /// What FFmpeg is told of it for a sound file.
  func tags(in container: AudioContainer) -> [(key: String, value: String)] {
    let common = [("title", title), ("artist", author), ("comment", comment), ("date", creationDate?.local)]
    let others = [
      ("MAKE", make), ("MODEL", model), ("SOFTWARE", software), ("RECORDING_LOCATION", location?.iso6709),
      ("CONTENT_IDENTIFIER", contentIdentifier),
    ]
    // The others have no room for words that aren't their own.
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
      // FFmpeg's names of what RIFF files can say.
      [
        ("title", title), ("artist", author), ("comment", comment), ("date", creationDate?.local),
        ("encoder", software), ("ISRC", model.map { [make, $0].compactMap(\.self).joined(separator: " ") }),
      ]
    }
  }
}
