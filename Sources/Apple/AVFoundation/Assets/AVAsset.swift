public import CoreMedia
import OpenCaptureFlow

/// A movie or sound file.
///
/// If the file has several tracks of one type, the asset has the one that players choose.
open class AVAsset: AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Unchecked: all mutable state is behind locks.

  let contents: AssetContents
  private let known = Locked<[AVAssetTrack]?>(nil)

  /// Creates an asset of a file, which is read when its properties are first needed.
  public init(url URL: URL) { contents = AssetContents(URL) }

  /// The duration; zero if the file cannot be read, indefinite if the file does not state one.
  ///
  /// The first access reads the header of the file. `load(.duration)` reads the header without blocking the thread.
  public var duration: CMTime { (try? contents.facts())?.duration ?? .zero }

  /// The tracks; empty if the file cannot be read.
  public var tracks: [AVAssetTrack] { (try? loadedTracks()) ?? [] }

  /// Returns the tracks of a media type.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the track with an identifier; nil if none exists.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// Whether the asset can be played, which is the case if a track can be decoded.
  public var isPlayable: Bool { !tracks.isEmpty }
  /// Whether an ``AVAssetReader`` can read it.
  public var isReadable: Bool { isPlayable }
  /// Whether the asset can be exported.
  public var isExportable: Bool { isPlayable }
  /// Whether the asset can be part of a composition; always false.
  public var isComposable: Bool { false }
  /// Whether the asset is encrypted; always false, because encrypted files cannot be read.
  public var hasProtectedContent: Bool { false }
  /// Whether the duration is exact.
  public var providesPreciseDurationAndTiming: Bool { true }
  /// The preferred playback rate.
  public var preferredRate: Float { 1 }
  /// The preferred playback volume.
  public var preferredVolume: Float { 1 }
  /// The transform of the images; always the identity, see that of the video track.
  public var preferredTransform: CGAffineTransform { .identity }
  /// The display size of the video track.
  public var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }

  func loadedTracks() throws(AVError) -> [AVAssetTrack] {
    let facts = try contents.facts()
    return known.withLock { known in
      let tracks = known ?? facts.tracks.map { AVAssetTrack($0, of: self) }
      known = tracks
      return tracks
    }
  }

  /// Loads the tracks of a media type.
  ///
  /// - Throws: An ``AVError`` if the file cannot be read.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == mediaType }
  }

  /// Loads the track with an identifier; nil if none exists.
  ///
  /// - Throws: An ``AVError`` if the file cannot be read.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try await load(.tracks).first { $0.trackID == trackID }
  }

  /// Loads the tracks of a media type, and calls a handler.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    contents.queue.async {
      do throws(AVError) {
        completionHandler(try self.loadedTracks().filter { $0.mediaType == mediaType }, nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }

  /// Loads properties, and calls a handler; `statusOfValue(forKey:error:)` then returns the result.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    contents.queue.async {
      _ = try? self.contents.facts()
      handler?()
    }
  }

  /// Returns the loading status of the property with a name.
  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    switch contents.known {
    case nil: return .unknown
    case .success?: return .loaded
    case .failure(let error)?:
      // In two steps, because Debian's compiler 6.2.3 crashes at a direct conversion.
      outError?.pointee = (error as any Error) as NSError
      return .failed
    }
  }

  /// Cancels loading; has no effect, because loading is fast.
  public func cancelLoading() {}
}

/// A pointer through which a function returns an error.
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

/// The loading status of a property.
public enum AVKeyValueStatus: Int, Sendable {
  /// The property was not requested.
  case unknown = 0
  /// The property is being loaded.
  case loading = 1
  /// The property is loaded.
  case loaded = 2
  /// Loading failed.
  case failed = 3
  /// Loading was cancelled.
  case cancelled = 4
}

/// A movie or sound file with its URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The URL of the file.
  public let url: URL

  /// Creates an asset of a file.
  ///
  /// The file is read when its properties are first needed.
  ///
  /// - Parameters:
  ///   - URL: The URL of a local file; other URLs are not supported.
  ///   - options: Has no effect; durations are always exact.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    super.init(url: URL)
  }
}

/// The option key of an exact duration, a Boolean; durations are always exact.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
