/// A channel arrangement, such as ``kAudioChannelLayoutTag_Stereo``.
public typealias AudioChannelLayoutTag = UInt32

/// A set of loudspeaker positions, with one bit per position as in WAVE files.
public struct AudioChannelBitmap: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The loudspeaker positions of the channels of a sound.
///
/// Only tags and bitmaps have an effect. Descriptions of single positions are not supported.
public struct AudioChannelLayout: Sendable, Hashable {
  /// The arrangement.
  public var mChannelLayoutTag: AudioChannelLayoutTag
  /// The positions, if the tag is ``kAudioChannelLayoutTag_UseChannelBitmap``.
  public var mChannelBitmap: AudioChannelBitmap
  /// The number of channel descriptions; 0.
  public var mNumberChannelDescriptions: UInt32

  /// Creates a layout; the default is empty.
  public init(
    mChannelLayoutTag: AudioChannelLayoutTag = 0, mChannelBitmap: AudioChannelBitmap = [],
    mNumberChannelDescriptions: UInt32 = 0
  ) {
    self.mChannelLayoutTag = mChannelLayoutTag
    self.mChannelBitmap = mChannelBitmap
    self.mNumberChannelDescriptions = mNumberChannelDescriptions
  }
}

/// A channel description gives each position.
public let kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0
/// ``AudioChannelLayout/mChannelBitmap`` gives the positions.
public let kAudioChannelLayoutTag_UseChannelBitmap: AudioChannelLayoutTag = 1 << 16
/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left and right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
