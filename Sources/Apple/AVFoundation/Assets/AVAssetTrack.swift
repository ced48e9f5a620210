public import CoreMedia
public import Foundation
import OpenCaptureMediaSamples

/// The number of a track within its asset.
public typealias CMPersistentTrackID = Int32

/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// The pictures or the sound of an asset.
public final class AVAssetTrack: AVAsynchronousKeyValueLoading, @unchecked Sendable {
  // Unchecked: nothing changes but that the asset goes.

  let facts: TrackFacts
  let contents: AssetContents

  /// Whose it is; nil once nobody has it any more.
  public private(set) weak var asset: AVAsset?

  init(_ facts: TrackFacts, of asset: AVAsset) {
    (self.facts, self.asset, contents) = (facts, asset, asset.contents)
  }

  /// Its number within the asset: pictures come before sound.
  public var trackID: CMPersistentTrackID { facts.id }
  /// What it has.
  public var mediaType: AVMediaType { facts.mediaType }
  /// How it is stored; of sound, how it is decoded.
  public var formatDescriptions: [Any] { [facts.format] }
  /// Whether it can be played.
  public var isPlayable: Bool { true }
  /// Whether it can be decoded.
  public var isDecodable: Bool { true }
  /// Whether it is played unless somebody says otherwise.
  public var isEnabled: Bool { true }
  /// Whether all of it is in the asset's file.
  public var isSelfContained: Bool { true }
  /// When it begins, and how long it lasts.
  public var timeRange: CMTimeRange { facts.timeRange }
  /// Ticks per second of its times.
  public var naturalTimeScale: CMTimeScale { facts.timescale }
  /// Bits per second, in the mean; 0 where the file doesn't say.
  public var estimatedDataRate: Float { facts.dataRate }
  /// How large its pictures are stored, before they are turned; zero for sound.
  public var naturalSize: CGSize {
    CGSize(width: facts.dimensions.width, height: facts.dimensions.height)
  }
  /// What makes its pictures upright.
  public var preferredTransform: CGAffineTransform { CGAffineTransform(facts.orientation, of: facts.dimensions) }
  /// How loud it is to be played.
  public var preferredVolume: Float { 1 }
  /// Pictures per second, in the mean; 0 for sound, and where the file doesn't say.
  public var nominalFrameRate: Float { facts.frameRate }
  /// How long a picture lasts, in the mean; invalid for sound, and where the file doesn't say.
  public var minFrameDuration: CMTime {
    nominalFrameRate > 0 ? CMTime(seconds: 1 / Double(nominalFrameRate), preferredTimescale: 90_000) : .invalid
  }

  /// Whether it has a property.
  public func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .visual, .frameBased: mediaType == .video
    case .audible: mediaType == .audio
    default: false
    }
  }
}

/// A property that media can have.
public struct AVMediaCharacteristic: RawRepresentable, Sendable, Hashable {
  /// Its name.
  public let rawValue: String
  /// Names the property.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Names the property.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// It is seen.
  public static let visual = Self("AVMediaCharacteristicVisual")
  /// It is heard.
  public static let audible = Self("AVMediaCharacteristicAudible")
  /// It is read.
  public static let legible = Self("AVMediaCharacteristicLegible")
  /// It consists of pictures, each of which is shown for a time.
  public static let frameBased = Self("AVMediaCharacteristicFrameBased")
}
