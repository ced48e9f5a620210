import CoreMedia
public import Foundation
import OpenCaptureFlow
import OpenCaptureMovies

/// A writer that encodes images and sound to a file.
///
/// Add inputs, start writing, start a session at a time, append samples whenever inputs are ready, and finish.
/// Encoding and writing run on a separate thread. Callers do not wait for them.
public final class AVAssetWriter: @unchecked Sendable {
  // Unchecked: the settings are never modified.

  /// The status of a writer.
  public enum Status: Int, Sendable {
    /// Writing has not started.
    case unknown = 0
    /// The writer accepts samples, or is finishing.
    case writing = 1
    /// The file is complete.
    case completed = 2
    /// Writing failed; see ``AVAssetWriter/error``.
    case failed = 3
    /// Writing was cancelled.
    case cancelled = 4
  }

  /// The URL of the file.
  public let outputURL: URL
  /// The type of the file.
  public let outputFileType: AVFileType

  let kind: MediaFileKind
  let state = Monitor(WritingState())

  /// Creates a writer.
  ///
  /// ``startWriting()`` creates the file.
  ///
  /// - Parameters:
  ///   - outputURL: The file, which must not exist when writing starts.
  ///   - outputFileType: The file type, independent of the file name extension.
  /// - Throws: An ``AVError`` if the file type is not supported, or if the URL is not a file URL.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard let kind = outputFileType.mediaFileKind else {
      throw AVError(
        .unsupportedRecording, subject: outputURL.lastPathComponent,
        reason: "unsupported file type \(outputFileType.rawValue)", hint: "Use AVFileType.mov.")
    }
    guard outputURL.isFileURL else {
      throw AVError(.cannotWrite, subject: outputURL.absoluteString, reason: "not a file URL")
    }
    self.outputURL = outputURL
    self.outputFileType = outputFileType
    self.kind = kind
  }

  /// Creates a writer; see ``init(outputURL:fileType:)``.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  deinit { state.withLock { $0.writer }?.abandon() }

  /// The status.
  public var status: Status { state.withLock { $0.status } }

  /// The error, an ``AVError``; nil if none occurred.
  public var error: (any Error)? { state.withLock { $0.error } }

  /// The media types that the file can contain.
  public var availableMediaTypes: [AVMediaType] {
    if case .movie = kind { [.video, .audio] } else { [.audio] }
  }

  /// The inputs.
  public var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

  /// The duration of movie fragments; default invalid, for no fragments.
  ///
  /// A fragmented file remains playable up to the last complete fragment if writing is interrupted.
  public var movieFragmentInterval: CMTime {
    get { state.withLock { $0.fragmentInterval } }
    set { change { $0.fragmentInterval = newValue } }
  }

  /// Whether the file consists of fragments, so that it can be played while it is loaded; default false.
  public var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.writesFragments } }
    set { change { $0.writesFragments = newValue } }
  }

  /// The metadata of the file; default none.
  public var metadata: [AVMetadataItem] {
    get { state.withLock { $0.metadata } }
    set { change { $0.metadata = newValue } }
  }

  /// The approximate duration of the file; has no effect.
  public var overallDurationHint: CMTime {
    get { state.withLock { $0.durationHint } }
    set { state.withLock { $0.durationHint = newValue } }
  }

  /// The timescale of the movie, in ticks per second; has no effect, that of the video is the finest.
  public var movieTimeScale: CMTimeScale {
    get { 0 }
    set { MisuseReporter.reportUnsupported(newValue != 0, "set mediaTimeScale of an input") }
  }

  /// The folder for temporary files; has no effect, the writer creates none.
  public var directoryForTemporaryFiles: URL? {
    get { nil }
    set { _ = newValue }
  }

  private func change(_ name: String = #function, _ body: (inout WritingState) -> Void) {
    let canChange = state.withLock { state in
      guard state.status == .unknown else { return false }
      body(&state)
      return true
    }
    if !canChange { MisuseReporter.report("\(name): cannot be set after writing has started") }
  }

  /// Returns whether the file supports output settings.
  ///
  /// - Parameters:
  ///   - outputSettings: The settings of an input; nil for the default.
  ///   - mediaType: The media type.
  public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    validationError(about: outputSettings, for: mediaType) == nil
  }

  private func validationError(about outputSettings: [String: Any]?, for mediaType: AVMediaType) -> String? {
    switch mediaType {
    case .video: kind.validationError(aboutVideo: outputSettings)
    case .audio: kind.validationError(aboutAudio: outputSettings)
    default: "media type \(mediaType) is not supported"
    }
  }

  /// Returns whether an input can be added.
  ///
  /// The input must not have a writer, its settings must be supported, and writing must not have started.
  public func canAdd(_ input: AVAssetWriterInput) -> Bool {
    status == .unknown && !input.hasWriter
      && canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
  }

  /// Adds an input, if ``canAdd(_:)`` returns true.
  public func add(_ input: AVAssetWriterInput) {
    guard canAdd(input) else {
      let reason = validationError(about: input.outputSettings, for: input.mediaType)
      let late = "writing has started, or the input already has a writer"
      return MisuseReporter.report("add(_:): cannot add the input: \(reason ?? late)")
    }
    guard input.attach(to: self) else { return MisuseReporter.report("add(_:): the input already has a writer") }
    state.withLock { $0.inputs.append(input) }
  }
}

/// The state and the settings of an asset writer.
struct WritingState: Lockable {
  var status = AVAssetWriter.Status.unknown
  var error: AVError?
  var inputs: [AVAssetWriterInput] = []
  var writer: MediaFileWriter?
  var hasSession = false
  var handlers: [@Sendable () -> Void] = []
  var fragmentInterval = CMTime.invalid
  var writesFragments = false
  var durationHint = CMTime.invalid
  var metadata: [AVMetadataItem] = []

  /// The options for the whole file.
  var options: MovieWritingOptions {
    var options = MovieWritingOptions()
    let interval = fragmentInterval > .zero ? fragmentInterval : .invalid
    if interval.isNumeric || !writesFragments { options.movieFragmentInterval = interval }
    options.metadata = MovieMetadata(metadata, "metadata")
    return options
  }

  /// Records the end of writing.
  ///
  /// - Returns: The handlers to call.
  mutating func end(_ status: AVAssetWriter.Status, _ error: AVError?) -> [@Sendable () -> Void] {
    self.status = status
    self.error = error
    writer = nil
    defer { handlers = [] }
    return handlers
  }
}
