public import CoreMedia
import OpenCaptureMediaSamples

/// The identifier of a track within its asset.
public typealias CMPersistentTrackID = Int32

/// The identifier of no track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// The video or audio track of an asset.
public final class AVAssetTrack: AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Unchecked: everything is constant except for the weak reference.

  let facts: TrackProperties
  let contents: AssetContents

  /// The asset; nil after the asset was released.
  public private(set) weak var asset: AVAsset?

  init(_ facts: TrackProperties, of asset: AVAsset) {
    self.facts = facts
    self.asset = asset
    contents = asset.contents
  }

  /// The identifier within the asset; video precedes sound.
  public var trackID: CMPersistentTrackID { facts.id }
  /// The media type.
  public var mediaType: AVMediaType { facts.mediaType }
  /// The format of the stored video, or of the decoded sound.
  public var formatDescriptions: [Any] { [facts.format] }
  /// Whether the track can be played.
  public var isPlayable: Bool { true }
  /// Whether the track can be decoded.
  public var isDecodable: Bool { true }
  /// Whether the track is played by default.
  public var isEnabled: Bool { true }
  /// Whether the asset's file contains the whole track.
  public var isSelfContained: Bool { true }
  /// The time range of the track.
  public var timeRange: CMTimeRange { facts.timeRange }
  /// The timescale of the track, in ticks per second.
  public var naturalTimeScale: CMTimeScale { facts.timescale }
  /// The mean data rate, in bits per second; 0 if the file does not state one.
  public var estimatedDataRate: Float { facts.dataRate }
  /// The stored size of the images, before rotation; zero for sound.
  public var naturalSize: CGSize { CGSize(width: facts.dimensions.width, height: facts.dimensions.height) }
  /// The transform that makes the images upright.
  public var preferredTransform: CGAffineTransform { CGAffineTransform(facts.orientation, of: facts.dimensions) }
  /// The preferred playback volume.
  public var preferredVolume: Float { 1 }
  /// The mean number of frames per second; 0 for sound, or if the file does not state one.
  public var nominalFrameRate: Float { facts.frameRate }
  /// The mean duration of a frame; invalid for sound, or if the file does not state a rate.
  public var minFrameDuration: CMTime {
    nominalFrameRate > 0 ? CMTime(seconds: 1 / Double(nominalFrameRate), preferredTimescale: 90_000) : .invalid
  }

  /// Returns whether the track has a characteristic.
  public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .visual, .frameBased: mediaType == .video
    case .audible: mediaType == .audio
    default: false
    }
  }
}

/// A characteristic of media.
public struct AVMediaCharacteristic: RawRepresentable, Sendable, Hashable {
  /// The name of the characteristic.
  public let rawValue: String
  /// Creates a characteristic with a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a characteristic with a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The media can be seen.
  public static let visual = Self("AVMediaCharacteristicVisual")
  /// The media can be heard.
  public static let audible = Self("AVMediaCharacteristicAudible")
  /// The media can be read.
  public static let legible = Self("AVMediaCharacteristicLegible")
  /// The media consists of frames that are each shown for a time.
  public static let frameBased = Self("AVMediaCharacteristicFrameBased")
}
