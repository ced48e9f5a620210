public import CoreMedia
public import Foundation
import OpenCaptureFlow
import OpenCaptureSystem

/// A movie or a file of sound.
///
/// Of several tracks of one kind it has the one that players take.
open class AVAsset: AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Unchecked: what there is of it is behind locks.

  let contents: AssetContents
  private let known = Locked<[AVAssetTrack]?>(nil)

  /// Makes an asset of a file, which is looked at when that is first needed.
  public init(url URL: URL) { contents = AssetContents(URL) }

  /// How long it lasts; zero where it can't be read, and indefinite where it doesn't say.
  ///
  /// Reads the file's header where nobody has: `load(.duration)` waits for it without holding up a thread.
  public var duration: CMTime { (try? contents.facts())?.duration ?? .zero }

  /// What it consists of; nothing where it can't be read.
  public var tracks: [AVAssetTrack] { (try? loadedTracks()) ?? [] }

  /// What it consists of, of one kind.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// What it consists of that has a number; nil where nothing does.
  public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// Whether it can be played: it has something that can be decoded.
  public var isPlayable: Bool { !tracks.isEmpty }
  /// Whether an ``AVAssetReader`` can read it.
  public var isReadable: Bool { isPlayable }
  /// Whether it can be written anew.
  public var isExportable: Bool { isPlayable }
  /// Whether it can be part of a composition; there are none.
  public var isComposable: Bool { false }
  /// Whether it is encrypted; such aren't read.
  public var hasProtectedContent: Bool { false }
  /// Whether its duration is exact.
  public var providesPreciseDurationAndTiming: Bool { true }
  /// How fast it is to be played.
  public var preferredRate: Float { 1 }
  /// How loud it is to be played.
  public var preferredVolume: Float { 1 }
  /// How its pictures are turned, as a track of pictures has it.
  public var preferredTransform: CGAffineTransform { .identity }
  /// Pictures in the size that they are shown in; as a track of pictures has it.
  public var naturalSize: CGSize { tracks(withMediaType: .video).first?.naturalSize ?? .zero }

  func loadedTracks() throws(AVError) -> [AVAssetTrack] {
    let facts = try contents.facts()
    return known.withLock { known in
      let tracks = known ?? facts.tracks.map { AVAssetTrack($0, of: self) }
      known = tracks
      return tracks
    }
  }

  /// What it consists of, of one kind, once that is known.
  ///
  /// - Throws: An ``AVError`` where the file can't be read.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await load(.tracks).filter { $0.mediaType == mediaType }
  }

  /// What it consists of that has a number, once that is known; nil where nothing does.
  ///
  /// - Throws: An ``AVError`` where the file can't be read.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try await load(.tracks).first { $0.trackID == trackID }
  }

  /// Tells what it consists of, of one kind, once that is known.
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

  /// Reads what is asked for, and tells when that is done; `statusOfValue(forKey:error:)` says how.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    contents.queue.async {
      _ = try? self.contents.facts()
      handler?()
    }
  }

  /// Whether something is known, by the name of its property.
  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    switch contents.known {
    case nil: return .unknown
    case .success?: return .loaded
    case .failure(let error)?:
      outError?.pointee = error as NSError
      return .failed
    }
  }

  /// Ends reading what nobody needs any more; without effect, since that doesn't take long.
  public func cancelLoading() {}
}

/// Where a function leaves an error for who called it.
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

/// Whether something of an asset is known.
public enum AVKeyValueStatus: Int, Sendable {
  /// Nobody has asked for it.
  case unknown = 0
  /// It is being read.
  case loading = 1
  /// It is known.
  case loaded = 2
  /// It can't be had.
  case failed = 3
  /// It isn't read any more.
  case cancelled = 4
}

/// A movie or a file of sound, and where it is.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// The file.
  public let url: URL

  /// Makes an asset of a file, which is looked at when that is first needed.
  ///
  /// - Parameters:
  ///   - URL: The file: what is elsewhere isn't fetched.
  ///   - options: Without effect: durations are exact anyway.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    super.init(url: URL)
  }
}

/// Whether an asset's duration is to be exact: a Boolean, true in any case here.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
