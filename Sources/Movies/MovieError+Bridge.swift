import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
package import OpenCaptureSystem

extension MovieError {
  /// Creates the error for a failure of the C bridge.
  ///
  /// - Parameters:
  ///   - otherwise: The code for failures that the bridge does not distinguish.
  ///   - system: The code for failures of system calls.
  ///   - hint: The hint for a movie that is too large; nil for the general hint.
  init(
    _ failure: cffmpeg_failure, subject: String, refused otherwise: Code, system: Code = .cannotRead,
    tooLarge hint: String? = nil
  ) {
    let message = failure.text
    let words = message.isEmpty ? "" : " (\(message))"
    switch failure.code {
    case CFFMPEG_LIBRARY_MISSING: self = Self.missing(library: message, subject: subject)
    case CFFMPEG_LIBRARY_UNUSABLE:
      self.init(.engineMissing, subject: subject, reason: "cannot load FFmpeg's libraries (\(message))")
    case CFFMPEG_SYSTEM: self.init(system, subject: subject, systemError: failure.error_number)
    case CFFMPEG_UNKNOWN_FORMAT:
      self.init(.unknownFormat, subject: subject, reason: "not a movie in a known format" + words)
    case CFFMPEG_REFUSED_FORMAT: self = Self.refused(format: message, subject: subject)
    case CFFMPEG_NO_VIDEO: self.init(.noVideo, subject: subject, reason: "the file has no video track\(words)")
    case CFFMPEG_NO_SOUND: self.init(.noAudio, subject: subject, reason: "the file has no audio track\(words)")
    case CFFMPEG_NO_CODEC:
      self.init(.unsupportedCodec, subject: subject, reason: "the installed FFmpeg has no decoder for \(message)")
    case CFFMPEG_REFUSED_CODEC:
      self.init(.unsupportedCodec, subject: subject, reason: "this codec is not supported (\(message))")
    case CFFMPEG_ENCRYPTED: self.init(.encrypted, subject: subject, reason: "the movie is encrypted")
    case CFFMPEG_DAMAGED: self.init(.corrupt, subject: subject, reason: "the data is damaged" + words)
    case CFFMPEG_TOO_LARGE: self.init(.tooLarge, subject: subject, reason: message, hint: hint)
    case CFFMPEG_NO_MEMORY: self.init(.outOfMemory, subject: subject, reason: "out of memory")
    case CFFMPEG_UNREACHABLE: self.init(.unreachable, subject: subject, reason: message)
    case CFFMPEG_UNEXPECTED:
      self.init(
        .refusedFormat, subject: subject, reason: message,
        hint: "find the address of the MJPEG or RTSP stream in the camera's manual")
    case CFFMPEG_UNAUTHORIZED: self.init(.unauthorized, subject: subject, reason: message)
    case CFFMPEG_SILENT: self.init(.silent, subject: subject, reason: message)
    case CFFMPEG_CANCELLED: self = Self.stopped(subject: subject)
    default:
      self.init(otherwise, subject: subject, reason: message.isEmpty ? "FFmpeg rejected the request" : message)
    }
  }

  /// Returns the error for an audio track that is not read, because of its codec, encryption or damage.
  static func unread(sound codec: String, _ code: Code, subject: String) -> Self {
    switch code {
    case .encrypted: Self(.encrypted, subject: subject, reason: "the audio is encrypted and was skipped")
    case .corrupt:
      Self(
        .corrupt, subject: subject,
        reason: "the audio (\(codec)) cannot be decoded and was skipped: damaged or encrypted")
    default:
      Self(
        .unsupportedCodec, subject: subject, reason: "the audio codec \(codec) is not supported; audio was skipped",
        hint: "convert it to AAC, for instance with ffmpeg -i IN -c:v copy -c:a aac OUT.mp4")
    }
  }

  /// Creates the error for a failed buffer operation.
  package init(_ error: MediaError, subject: String) {
    switch error.code {
    case .libraryMissing: self.init(.engineMissing, subject: subject, reason: error.reason, hint: error.hint)
    case .differentAudioFormat: self.init(.invalidFrame, subject: subject, reason: error.reason)
    case .outOfMemory: self.init(.outOfMemory, subject: subject, reason: "\(error.reason) for \(error.subject)")
    default: self.init(.unsupportedConversion, subject: subject, error)
    }
  }

  /// Runs `body` and converts its errors to errors about the movie.
  package static func of<Value>(
    _ subject: String, _ body: () throws(MediaError) -> Value
  ) throws(MovieError) -> Value {
    do throws(MediaError) { return try body() } catch { throw MovieError(error, subject: subject) }
  }

  /// Checks the work limits of the current thread, and throws if one is reached.
  static func checkLimits(of subject: String) throws(MovieError) {
    do throws(WorkLimitError) { try WorkLimit.check() } catch {
      throw MovieError(error.code == .cancelled ? .cancelled : .deadlineExceeded, subject: subject, error)
    }
  }

  /// Returns the error for a reader that a work limit or a call to `cancel()` stopped.
  static func stopped(subject: String) -> Self {
    do throws(MovieError) { try checkLimits(of: subject) } catch { return error }
    return Self(.cancelled, subject: subject, reason: "reading was cancelled")
  }

  /// Returns the error for a file in a refused format, given FFmpeg's name of the format.
  private static func refused(format: String, subject: String) -> Self {
    if let leading = referringFormats[format] {
      return Self(
        .refusedFormat, subject: subject,
        reason: "not a movie but \(leading); referenced files are not opened", hint: "open the movie itself")
    }
    if audioFormats.contains(format) {
      return Self(.noVideo, subject: subject, reason: "the file has no video track (\(format))")
    }
    return Self(
      .refusedFormat, subject: subject, reason: "this file format is not supported (\(format))",
      hint: "convert it, for instance with ffmpeg -i IN OUT.mp4")
  }

  private static func missing(library: String, subject: String) -> Self {
    // Debian's package of libavformat.so.59 is libavformat59.
    let package = library.replacing(".so.", with: "")
    return Self(
      .engineMissing, subject: subject,
      reason: "\(library) not found; required for movies and for all image formats except JPEG, PNG and PNM",
      hint: "sudo apt install \(package)")
  }
}

private let referringFormats = [
  "hls": "a playlist (HLS)", "concat": "a list of other files (ffconcat)", "dash": "a manifest (DASH)",
  "imf": "a manifest (IMF)", "sdp": "a description of a network session (SDP)", "rtsp": "a network address",
  "rtp": "a network stream",
]

private let audioFormats: Set = [
  "aac", "ac3", "aiff", "amr", "ape", "au", "caf", "dts", "eac3", "flac", "mp3", "tta", "voc", "w64", "wav", "wv",
]

extension cffmpeg_failure {
  /// FFmpeg's message; empty if FFmpeg gave none.
  var text: String { withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }
}
