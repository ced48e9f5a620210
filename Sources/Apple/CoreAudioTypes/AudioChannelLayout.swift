/// How channels are told to stand: one of the usual arrangements, or ``kAudioChannelLayoutTag_UseChannelBitmap``.
public typealias AudioChannelLayoutTag = UInt32

/// Which loudspeakers there are, a bit a position, as WAVE files have them.
public struct AudioChannelBitmap: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes the set with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Where the loudspeakers of a sound's channels stand, as Core Audio describes it.
///
/// Only tags and bitmaps say something here; positions one by one don't.
public struct AudioChannelLayout: Sendable, Hashable {
  /// The arrangement.
  public var mChannelLayoutTag: AudioChannelLayoutTag
  /// The positions, where the tag says that they are given so.
  public var mChannelBitmap: AudioChannelBitmap
  /// How many positions are described one by one; 0.
  public var mNumberChannelDescriptions: UInt32

  /// Makes a layout that says nothing.
  public init() { self.init(mChannelLayoutTag: 0, mChannelBitmap: [], mNumberChannelDescriptions: 0) }

  /// Makes a layout.
  public init(
    mChannelLayoutTag: AudioChannelLayoutTag, mChannelBitmap: AudioChannelBitmap,
    mNumberChannelDescriptions: UInt32 = 0
  ) {
    (self.mChannelLayoutTag, self.mChannelBitmap) = (mChannelLayoutTag, mChannelBitmap)
    self.mNumberChannelDescriptions = mNumberChannelDescriptions
  }
}

/// Positions are described one by one.
public let kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0
/// Positions are the bits of ``AudioChannelLayout/mChannelBitmap``.
public let kAudioChannelLayoutTag_UseChannelBitmap: AudioChannelLayoutTag = 1 << 16
/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left and right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
