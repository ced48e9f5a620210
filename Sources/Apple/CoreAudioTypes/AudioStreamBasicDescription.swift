/// A format of sound, by a four-character code.
public typealias AudioFormatID = UInt32

/// Bits that say how samples are stored.
public typealias AudioFormatFlags = UInt32

/// How sound is stored, as Core Audio describes it.
public struct AudioStreamBasicDescription: Sendable, Hashable {
  /// Frames per second, in Hz.
  public var mSampleRate: Float64
  /// The format, such as ``kAudioFormatLinearPCM``.
  public var mFormatID: AudioFormatID
  /// How samples are stored, such as ``kAudioFormatFlagIsFloat``.
  public var mFormatFlags: AudioFormatFlags
  /// Bytes of a packet; of uncompressed sound, of a frame.
  public var mBytesPerPacket: UInt32
  /// Frames of a packet; 1 of uncompressed sound.
  public var mFramesPerPacket: UInt32
  /// Bytes from one frame to the next in a buffer.
  public var mBytesPerFrame: UInt32
  /// How many channels there are.
  public var mChannelsPerFrame: UInt32
  /// Bits of one sample of one channel.
  public var mBitsPerChannel: UInt32
  /// Nothing: it pads the structure to 8 bytes.
  public var mReserved: UInt32

  /// Makes a description that says nothing.
  public init() {
    self.init(
      mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
      mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
  }

  /// Makes a description of these numbers.
  public init(
    mSampleRate: Float64, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
    mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
    mReserved: UInt32
  ) {
    (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
    (self.mBytesPerPacket, self.mFramesPerPacket) = (mBytesPerPacket, mFramesPerPacket)
    (self.mBytesPerFrame, self.mChannelsPerFrame) = (mBytesPerFrame, mChannelsPerFrame)
    (self.mBitsPerChannel, self.mReserved) = (mBitsPerChannel, mReserved)
  }
}

/// Uncompressed samples, `lpcm`.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6c70_636d
/// AAC, `aac `.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// Apple's lossless codec, `alac`.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616c_6163
/// MP3, `.mp3`.
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2e6d_7033
/// Opus, `opus`.
public let kAudioFormatOpus: AudioFormatID = 0x6f70_7573
/// FLAC, `flac`.
public let kAudioFormatFLAC: AudioFormatID = 0x666c_6163

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1 << 0
/// The highest byte of a sample comes first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Samples are integers with a sign.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// Samples fill all of their bits.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Samples that don't fill their bits stand in the upper ones.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// The byte order of this machine: lowest first, as on all that this runs on.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Packed floating-point numbers in this machine's byte order.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
/// As ``kAudioFormatFlagIsFloat``.
public let kLinearPCMFormatFlagIsFloat: AudioFormatFlags = kAudioFormatFlagIsFloat
/// As ``kAudioFormatFlagIsBigEndian``.
public let kLinearPCMFormatFlagIsBigEndian: AudioFormatFlags = kAudioFormatFlagIsBigEndian
/// As ``kAudioFormatFlagIsSignedInteger``.
public let kLinearPCMFormatFlagIsSignedInteger: AudioFormatFlags = kAudioFormatFlagIsSignedInteger
/// As ``kAudioFormatFlagIsPacked``.
public let kLinearPCMFormatFlagIsPacked: AudioFormatFlags = kAudioFormatFlagIsPacked
/// As ``kAudioFormatFlagIsNonInterleaved``.
public let kLinearPCMFormatFlagIsNonInterleaved: AudioFormatFlags = kAudioFormatFlagIsNonInterleaved

/// Where a packet of compressed sound lies.
public struct AudioStreamPacketDescription: Sendable, Hashable {
  /// Bytes from the beginning of the buffer.
  public var mStartOffset: Int64
  /// How many frames it has, where packets differ in that; else 0.
  public var mVariableFramesInPacket: UInt32
  /// How many bytes it has.
  public var mDataByteSize: UInt32

  /// Makes a description of these numbers; default nothing.
  public init(mStartOffset: Int64 = 0, mVariableFramesInPacket: UInt32 = 0, mDataByteSize: UInt32 = 0) {
    (self.mStartOffset, self.mVariableFramesInPacket) = (mStartOffset, mVariableFramesInPacket)
    self.mDataByteSize = mDataByteSize
  }
}
