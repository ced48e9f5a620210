/// A four-character code of an audio format.
public typealias AudioFormatID = UInt32

/// A set of bits that describes the storage of samples.
public typealias AudioFormatFlags = UInt32

/// The storage format of audio samples, as Core Audio describes it.
public struct AudioStreamBasicDescription: Sendable, Hashable {
  /// Frames per second, in Hz.
  public var mSampleRate: Float64
  /// The format, such as ``kAudioFormatLinearPCM``.
  public var mFormatID: AudioFormatID
  /// The storage of samples, such as ``kAudioFormatFlagIsFloat``.
  public var mFormatFlags: AudioFormatFlags
  /// Bytes per packet; for uncompressed sound, bytes per frame.
  public var mBytesPerPacket: UInt32
  /// Frames per packet; 1 for uncompressed sound.
  public var mFramesPerPacket: UInt32
  /// Bytes from one frame to the next in a buffer.
  public var mBytesPerFrame: UInt32
  /// The number of channels.
  public var mChannelsPerFrame: UInt32
  /// Bits per sample of one channel.
  public var mBitsPerChannel: UInt32
  /// Padding of the structure to 8 bytes.
  public var mReserved: UInt32

  /// Creates a description from its fields; the default is all zeros.
  public init(
    mSampleRate: Float64 = 0, mFormatID: AudioFormatID = 0, mFormatFlags: AudioFormatFlags = 0,
    mBytesPerPacket: UInt32 = 0, mFramesPerPacket: UInt32 = 0, mBytesPerFrame: UInt32 = 0,
    mChannelsPerFrame: UInt32 = 0, mBitsPerChannel: UInt32 = 0, mReserved: UInt32 = 0
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
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
/// Samples are big-endian: the most significant byte is first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 1 << 1
/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 1 << 2
/// Samples use all of their bits.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 1 << 3
/// Samples that do not use all of their bits occupy the high bits.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 1 << 4
/// Each channel has its own buffer.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 1 << 5
/// The byte order of the host, which is always little-endian.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags = 0
/// Packed floating-point samples in the byte order of the host.
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

/// The position of a packet in compressed sound.
public struct AudioStreamPacketDescription: Sendable, Hashable {
  /// The offset from the beginning of the buffer, in bytes.
  public var mStartOffset: Int64
  /// The number of frames; 0 if all packets have equally many.
  public var mVariableFramesInPacket: UInt32
  /// The size, in bytes.
  public var mDataByteSize: UInt32

  /// Creates a description; the default is all zeros.
  public init(mStartOffset: Int64 = 0, mVariableFramesInPacket: UInt32 = 0, mDataByteSize: UInt32 = 0) {
    self.mStartOffset = mStartOffset
    self.mVariableFramesInPacket = mVariableFramesInPacket
    self.mDataByteSize = mDataByteSize
  }
}
