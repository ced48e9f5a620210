public import CoreMedia
import OpenCaptureFlow

/// A property of an asset or a track that is loaded on demand.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
  // Unchecked: everything is constant.
  init() {}
}

/// A property of an asset or a track that is loaded on demand, with its type.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  let value: @Sendable (Root) throws -> Value

  init(_ value: @escaping @Sendable (Root) throws -> Value) {
    self.value = value
    super.init()
  }
}

/// An object with properties that are loaded on demand.
public protocol AVAsynchronousKeyValueLoading: Sendable {}

extension AVAsynchronousKeyValueLoading {
  /// Loads properties without blocking the thread.
  ///
  ///     let (duration, tracks) = try await asset.load(.duration, .tracks)
  ///
  /// - Throws: An ``AVError`` if the file cannot be read.
  public func load<each Value: Sendable>(
    _ property: repeat AVAsyncProperty<Self, each Value>
  ) async throws -> (repeat each Value) {
    try await withCheckedThrowingContinuation { continuation in
      loadingQueue.async {
        do {
          continuation.resume(returning: (repeat try (each property).value(self)))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  private var loadingQueue: DispatchQueue {
    switch self {
    case let asset as AVAsset: asset.contents.queue
    case let track as AVAssetTrack: track.contents.queue
    default: .global()
    }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The duration.
  public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { try $0.contents.facts().duration } }
  /// The tracks.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty { try $0.loadedTracks() } }
  /// Whether the asset can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { try !$0.loadedTracks().isEmpty } }
  /// Whether the asset can be read.
  public static var isReadable: AVAsyncProperty<Root, Bool> { isPlayable }
  /// Whether the asset can be exported.
  public static var isExportable: AVAsyncProperty<Root, Bool> { isPlayable }
  /// Whether the asset is encrypted.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty {
      _ = try $0.contents.facts()
      return false
    }
  }
  /// Whether the duration is exact.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> { isPlayable }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The stored size of the images.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
  /// The transform that makes the images upright.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty { $0.preferredTransform }
  }
  /// The mean number of frames per second.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
  /// The mean duration of a frame.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.minFrameDuration } }
  /// The time range of the track.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
  /// The timescale of the track, in ticks per second.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty { $0.naturalTimeScale } }
  /// The stored format.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    AVAsyncProperty { [$0.facts.format] }
  }
  /// The mean data rate, in bits per second.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.estimatedDataRate } }
  /// Whether the track can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
  /// Whether the track can be decoded.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isDecodable } }
  /// Whether the track is played by default.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isEnabled } }
}
