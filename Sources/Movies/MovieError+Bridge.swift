import OpenCaptureSystem
import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

extension MovieError {
  /// The error for a failure of the bridge.
  ///
  /// - Parameters:
  ///   - otherwise: The kind of those that the bridge doesn't tell apart.
  ///   - system: The kind of those of the system.
  ///   - remedy: What can be done about a movie that is too large; nil for something general.
  init(
    _ failure: cffmpeg_failure, subject: String, refused otherwise: Code, system: Code = .cannotRead,
    tooLarge remedy: String? = nil
  ) {
    let message = failure.text
    let words = message.isEmpty ? "" : " (\(message))"
    switch failure.code {
    case CFFMPEG_LIBRARY_MISSING: self = Self.missing(library: message, subject: subject)
    case CFFMPEG_LIBRARY_UNUSABLE:
      self.init(.engineMissing, subject: subject, reason: "FFmpeg's libraries can't be opened (\(message))")
    case CFFMPEG_SYSTEM: self.init(system, subject: subject, systemError: failure.error_number)
    case CFFMPEG_UNKNOWN_FORMAT:
      self.init(.unknownFormat, subject: subject, reason: "this is not a movie in any known format" + words)
    case CFFMPEG_REFUSED_FORMAT: self = Self.refused(format: message, subject: subject)
    case CFFMPEG_NO_VIDEO:
      self.init(.noVideo, subject: subject, reason: "there is no moving picture in it\(words)")
    case CFFMPEG_NO_SOUND: self.init(.noAudio, subject: subject, reason: "there is no sound in it\(words)")
    case CFFMPEG_NO_CODEC:
      self.init(.unsupportedCodec, subject: subject, reason: "the installed FFmpeg has no decoder for \(message)")
    case CFFMPEG_REFUSED_CODEC:
      self.init(.unsupportedCodec, subject: subject, reason: "movies in this codec are not read (\(message))")
    case CFFMPEG_ENCRYPTED: self.init(.encrypted, subject: subject, reason: "it is encrypted")
    case CFFMPEG_DAMAGED: self.init(.corrupt, subject: subject, reason: "the data is damaged" + words)
    case CFFMPEG_TOO_LARGE: self.init(.tooLarge, subject: subject, reason: message, remedy: remedy)
    case CFFMPEG_NO_MEMORY: self.init(.outOfMemory, subject: subject, reason: "there is no memory for it")
    case CFFMPEG_UNREACHABLE: self.init(.unreachable, subject: subject, reason: message)
    case CFFMPEG_UNEXPECTED:
      self.init(
        .refusedFormat, subject: subject, reason: message,
        remedy: "look for the address of its MJPEG or RTSP stream in its manual")
    case CFFMPEG_UNAUTHORIZED: self.init(.unauthorized, subject: subject, reason: message)
    case CFFMPEG_SILENT: self.init(.silent, subject: subject, reason: message)
    case CFFMPEG_CANCELLED: self = Self.stopped(subject: subject)
    default: self.init(otherwise, subject: subject, reason: message.isEmpty ? "FFmpeg refused it" : message)
    }
  }

  /// The error of sound that is not read.
  ///
  /// - Parameters:
  ///   - codec: FFmpeg's name of its codec.
  ///   - code: Why: the codec, encryption or damage.
  static func unread(sound codec: String, _ code: Code, subject: String) -> Self {
    switch code {
    case .encrypted: Self(.encrypted, subject: subject, reason: "its sound is encrypted, and is left out")
    case .corrupt:
      Self(
        .corrupt, subject: subject,
        reason: "its sound (\(codec)) can't be decoded, and is left out: it is damaged or encrypted")
    default:
      Self(
        .unsupportedCodec, subject: subject, reason: "sound in this codec is not read (\(codec)), and is left out",
        remedy: "convert it to AAC, for instance with ffmpeg -i IN -c:v copy -c:a aac OUT.mp4")
    }
  }

  /// The error of a buffer that couldn't be made.
  package init(_ error: MediaError, subject: String) {
    switch error.code {
    case .libraryMissing:
      self.init(.engineMissing, subject: subject, reason: error.reason, remedy: error.remedy)
    case .differentAudioFormat: self.init(.invalidFrame, subject: subject, reason: error.reason)
    case .outOfMemory:
      self.init(.outOfMemory, subject: subject, reason: "\(error.reason) for \(error.subject)")
    default: self.init(.unsupportedConversion, subject: subject, error)
    }
  }

  /// What `body` gives; what is wrong with samples there, as an error of the movie that they are of.
  package static func of<Value>(
    _ subject: String, _ body: () throws(MediaError) -> Value
  ) throws(MovieError) -> Value {
    do throws(MediaError) { return try body() } catch { throw MovieError(error, subject: subject) }
  }

  /// What a file is that isn't opened, by FFmpeg's name of its format.
  private static func refused(format: String, subject: String) -> Self {
    if let leading = formatsThatLeadElsewhere[format] {
      return Self(
        .refusedFormat, subject: subject,
        reason: "this is not a movie, but \(leading); what it names is not opened", remedy: "name the movie itself")
    }
    if formatsOfSound.contains(format) {
      return Self(.noVideo, subject: subject, reason: "there is no moving picture in it (\(format))")
    }
    return Self(
      .refusedFormat, subject: subject, reason: "files of this kind are not read (\(format))",
      remedy: "if there is a movie in it, convert it, for instance with ffmpeg -i IN OUT.mp4")
  }

  private static let formatsThatLeadElsewhere = [
    "hls": "a playlist (HLS)", "concat": "a list of other files (ffconcat)", "dash": "a manifest (DASH)",
    "imf": "a manifest (IMF)", "sdp": "a description of a network session (SDP)", "rtsp": "a network address",
    "rtp": "a network stream",
  ]

  private static let formatsOfSound: Set = [
    "aac", "ac3", "aiff", "amr", "ape", "au", "caf", "dts", "eac3", "flac", "mp3", "tta", "voc", "w64", "wav", "wv",
  ]

  private static func missing(library: String, subject: String) -> Self {
    // Debian's package of libavformat.so.59 is libavformat59.
    let package = library.replacing(".so.", with: "")
    return Self(
      .engineMissing, subject: subject,
      reason: "\(library) was not found; movies need it, and pictures but JPEG, PNG and PNM",
      remedy: "sudo apt-get install \(package)")
  }
}

extension cffmpeg_failure {
  /// The library's own words; empty if it has none.
  var text: String { withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }
}
