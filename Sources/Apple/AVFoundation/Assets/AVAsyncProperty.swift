public import CoreMedia
public import Foundation
import OpenCaptureFlow

/// Something of an asset or a track that is read when it is asked for.
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
  // Unchecked: nothing of it changes.
  init() {}
}

/// Something of an asset or a track that is read when it is asked for, and what it is.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  let value: @Sendable (Root) throws -> Value

  init(_ value: @escaping @Sendable (Root) throws -> Value) {
    self.value = value
    super.init()
  }
}

/// What has properties that are read when they are asked for.
public protocol AVAsynchronousKeyValueLoading: Sendable {}

extension AVAsynchronousKeyValueLoading {
  /// Reads properties, without holding up the thread.
  ///
  ///     let (duration, tracks) = try await asset.load(.duration, .tracks)
  ///
  /// - Throws: An ``AVError`` where the file can't be read.
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
  /// How long the asset lasts.
  public static var duration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { try $0.contents.facts().duration } }
  /// What it consists of.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { AVAsyncProperty { try $0.loadedTracks() } }
  /// Whether it can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { try !$0.loadedTracks().isEmpty } }
  /// Whether it can be read.
  public static var isReadable: AVAsyncProperty<Root, Bool> { isPlayable }
  /// Whether it can be written anew.
  public static var isExportable: AVAsyncProperty<Root, Bool> { isPlayable }
  /// Whether it is encrypted.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty {
      _ = try $0.contents.facts()
      return false
    }
  }
  /// Whether its duration is exact.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> { isPlayable }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// How large its pictures are stored.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { AVAsyncProperty { $0.naturalSize } }
  /// What makes its pictures upright.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty { $0.preferredTransform }
  }
  /// Pictures per second, in the mean.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.nominalFrameRate } }
  /// How long a picture lasts, in the mean.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { AVAsyncProperty { $0.minFrameDuration } }
  /// When it begins, and how long it lasts.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { AVAsyncProperty { $0.timeRange } }
  /// Ticks per second of its times.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { AVAsyncProperty { $0.naturalTimeScale } }
  /// How it is stored.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    AVAsyncProperty { [$0.facts.format] }
  }
  /// Bits per second, in the mean.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> { AVAsyncProperty { $0.estimatedDataRate } }
  /// Whether it can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isPlayable } }
  /// Whether it can be decoded.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isDecodable } }
  /// Whether it is played unless somebody says otherwise.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { AVAsyncProperty { $0.isEnabled } }
}
