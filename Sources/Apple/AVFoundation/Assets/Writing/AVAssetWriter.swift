import CoreMedia
public import Foundation
import OpenCaptureFlow
import OpenCaptureMovies
import OpenCaptureSystem

/// Writes pictures and sound that are appended to its inputs to a file.
///
/// Add inputs, start writing, start a session at a time, append samples to inputs whenever they are ready, and finish.
/// Encoding and writing are done on a thread of its own: who appends waits for nothing.
public final class AVAssetWriter: @unchecked Sendable {
  // Unchecked: dictionaries of settings are only read.

  /// What a writer does.
  public enum Status: Int, Sendable {
    /// It hasn't begun.
    case unknown = 0
    /// It takes samples, or is finishing.
    case writing = 1
    /// The file is whole.
    case completed = 2
    /// Something went wrong: ``AVAssetWriter/error`` says what.
    case failed = 3
    /// It was cancelled.
    case cancelled = 4
  }

  /// The file.
  public let outputURL: URL
  /// The kind of file.
  public let outputFileType: AVFileType

  let kind: MediaFileKind
  let state = Monitor(WritingState())

  /// Makes a writer; the file is begun when ``startWriting()`` is called.
  ///
  /// - Parameters:
  ///   - outputURL: The file, which must not be there then.
  ///   - outputFileType: The kind of file, whatever its name says.
  /// - Throws: An ``AVError`` where files of that kind aren't written here, or this isn't a file.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard let kind = outputFileType.mediaFileKind else {
      throw AVError(
        .unsupportedRecording, subject: outputURL.lastPathComponent,
        reason: "files of the type \(outputFileType.rawValue) aren't written here", remedy: "take AVFileType.mov")
    }
    guard outputURL.isFileURL else {
      throw AVError(.cannotWrite, subject: outputURL.absoluteString, reason: "this is no file")
    }
    (self.outputURL, self.outputFileType, self.kind) = (outputURL, outputFileType, kind)
  }

  /// As ``init(outputURL:fileType:)``.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  deinit { state.withLock { $0.writer }?.abandon() }

  /// How far it is.
  public var status: Status { state.withLock { $0.status } }

  /// What went wrong, an ``AVError``; nil where nothing did.
  public var error: (any Error)? { state.withLock { $0.error } }

  /// What of media can be in the file.
  public var availableMediaTypes: [AVMediaType] {
    if case .movie = kind { [.video, .audio] } else { [.audio] }
  }

  /// What is appended to.
  public var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

  /// How long a part of the file is that can be played whatever becomes of the rest; invalid, the default, for all.
  public var movieFragmentInterval: CMTime {
    get { state.withLock { $0.fragmentInterval } }
    set { change { $0.fragmentInterval = newValue } }
  }

  /// Whether the file can be played while it is loaded; default false.
  ///
  /// It consists of fragments then.
  public var shouldOptimizeForNetworkUse: Bool {
    get { state.withLock { $0.isForNetworks } }
    set { change { $0.isForNetworks = newValue } }
  }

  /// What the file says of itself; default nothing.
  public var metadata: [AVMetadataItem] {
    get { state.withLock { $0.metadata } }
    set { change { $0.metadata = newValue } }
  }

  /// About how long the file becomes; without effect.
  public var overallDurationHint: CMTime {
    get { state.withLock { $0.durationHint } }
    set { state.withLock { $0.durationHint = newValue } }
  }

  /// Ticks per second of the movie; without effect: those of its pictures are the finest.
  public var movieTimeScale: CMTimeScale {
    get { 0 }
    set { if newValue != 0 { Misuse.tell("movieTimeScale: an input's mediaTimeScale says it") } }
  }

  /// Where temporary files may lie; without effect: there are none.
  public var directoryForTemporaryFiles: URL? {
    get { nil }
    set { _ = newValue }
  }

  private func change(_ name: String = #function, _ body: (inout WritingState) -> Void) {
    let isEarly = state.withLock { state in
      guard state.status == .unknown else { return false }
      body(&state)
      return true
    }
    if !isEarly { Misuse.tell("\(name): it can't be set once writing has started") }
  }

  /// Whether samples can be compressed so in the file.
  ///
  /// - Parameters:
  ///   - outputSettings: As an input has them; nil for samples as they come.
  ///   - mediaType: What kind of samples.
  public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    switch mediaType {
    case .video: kind.complaint(aboutVideo: outputSettings) == nil
    case .audio: kind.complaint(aboutAudio: outputSettings) == nil
    default: false
    }
  }

  /// Whether an input can be added: it has no writer, writing hasn't started, and the file can have such samples.
  public func canAdd(_ input: AVAssetWriterInput) -> Bool {
    status == .unknown && !input.hasWriter
      && canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
  }

  /// Adds an input, where ``canAdd(_:)`` says so.
  public func add(_ input: AVAssetWriterInput) {
    guard canAdd(input) else {
      let reason =
        switch input.mediaType {
        case .video: kind.complaint(aboutVideo: input.outputSettings)
        case .audio: kind.complaint(aboutAudio: input.outputSettings)
        default: "\(input.mediaType) isn't written"
        }
      return Misuse.tell("add(_:): the input can't be added: \(reason ?? "it is late, or has a writer")")
    }
    guard input.attach(to: self) else { return Misuse.tell("add(_:): the input has a writer") }
    state.withLock { $0.inputs.append(input) }
  }
}
