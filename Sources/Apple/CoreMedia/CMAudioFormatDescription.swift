public import CoreAudioTypes
public import CoreVideo
public import OpenCaptureMediaSamples

/// Returns the storage format of sound; nil for video.
///
/// - Returns: An address that stays valid while the program runs. Equal formats have the same address.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
  desc.audioFormat.map { audioConstants($0).description }
}

/// Returns the channel layout of sound; nil if it is unknown.
///
/// - Parameters:
///   - desc: The description.
///   - sizeOut: Receives the size of the layout, in bytes.
/// - Returns: An address that stays valid while the program runs. Equal formats have the same address.
public func CMAudioFormatDescriptionGetChannelLayout(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CoreAudioTypes.AudioChannelLayout>? {
  let layout = desc.audioFormat.flatMap { audioConstants($0).layout }
  sizeOut?.pointee = layout == nil ? 0 : MemoryLayout<CoreAudioTypes.AudioChannelLayout>.size
  return layout
}

/// Creates a description of sound.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - asbd: The storage format: uncompressed 16- or 32-bit integers, or 32-bit floating-point numbers.
///   - layoutSize: The size of the layout, in bytes; 0 for none.
///   - layout: The channel layout, as a tag or a bitmap.
///   - magicCookieSize: Has no effect.
///   - magicCookie: Has no effect.
///   - extensions: Has no effect.
///   - formatDescriptionOut: Receives the description; nil on failure.
/// - Returns: `noErr` or an error.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafePointer<CoreAudioTypes.AudioChannelLayout>?, magicCookieSize: Int,
  magicCookie: UnsafeRawPointer?, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  let format = AudioFormat(asbd.pointee, layout: layoutSize > 0 ? layout?.pointee : nil)
  formatDescriptionOut.pointee = format.map(FormatDescription.init(audioFormat:))
  return format == nil ? kCMFormatDescriptionError_InvalidParameter : noErr
}

extension FormatDescription {
  /// The storage format of sound; nil for video.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? {
    audioFormat.map(AudioStreamBasicDescription.init)
  }

  /// Creates a description of sound.
  ///
  /// - Throws: An `NSError` unless the sound is uncompressed, with samples of 16- or 32-bit integers or 32-bit
  ///   floating-point numbers.
  public init(audioStreamBasicDescription: AudioStreamBasicDescription) throws {
    guard let format = AudioFormat(audioStreamBasicDescription, layout: nil) else {
      throw coreMediaError(
        kCMFormatDescriptionError_InvalidParameter,
        "Unsupported audio format: use uncompressed 16- or 32-bit integers or 32-bit floating-point numbers")
    }
    self.init(audioFormat: format)
  }
}

extension AudioStreamBasicDescription {
  /// Creates the description of an audio format.
  package init(_ format: AudioFormat) {
    let isFloat = format.commonFormat == .pcmFormatFloat32
    let flags =
      kAudioFormatFlagIsPacked | (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
      | (format.isInterleaved || format.channelCount == 1 ? 0 : kAudioFormatFlagIsNonInterleaved)
    self.init(
      mSampleRate: Float64(format.sampleRate), mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: UInt32(format.bytesPerFrame), mFramesPerPacket: 1,
      mBytesPerFrame: UInt32(format.bytesPerFrame), mChannelsPerFrame: UInt32(format.channelCount),
      mBitsPerChannel: UInt32(8 * format.commonFormat.bytesPerSample))
  }
}

extension AudioFormat {
  /// Creates the format of a description; nil if this library does not support the format.
  package init?(_ description: AudioStreamBasicDescription, layout: CoreAudioTypes.AudioChannelLayout?) {
    let flags = description.mFormatFlags
    let isFloat = flags & kAudioFormatFlagIsFloat != 0
    let isInterleaved = flags & kAudioFormatFlagIsNonInterleaved == 0
    let common: AudioCommonFormat? =
      switch (isFloat, description.mBitsPerChannel) {
      case (true, 32): .pcmFormatFloat32
      case (false, 16): .pcmFormatInt16
      case (false, 32): .pcmFormatInt32
      default: nil
      }
    guard let common, description.mFormatID == kAudioFormatLinearPCM, flags & kAudioFormatFlagIsBigEndian == 0,
      isFloat || flags & kAudioFormatFlagIsSignedInteger != 0, let rate = Int(exactly: description.mSampleRate)
    else { return nil }
    let channels = Int(description.mChannelsPerFrame)
    let positions = layout?.positions
    let plain = try? AudioFormat(
      commonFormat: common, sampleRate: rate, channels: channels, interleaved: isInterleaved)
    let placed = positions.flatMap { positions in
      positions.channelCount == channels
        ? try? AudioFormat(
          commonFormat: common, sampleRate: rate, interleaved: isInterleaved, channelLayout: positions) : nil
    }
    guard let format = placed ?? plain, description.mBytesPerFrame == UInt32(format.bytesPerFrame) else {
      return nil
    }
    self = format
  }
}

extension CoreAudioTypes.AudioChannelLayout {
  /// Creates the Core Audio layout for loudspeaker positions.
  fileprivate init(_ layout: OpenCaptureMediaSamples.AudioChannelLayout) {
    switch layout {
    case .mono: self.init(mChannelLayoutTag: kAudioChannelLayoutTag_Mono, mChannelBitmap: [])
    case .stereo: self.init(mChannelLayoutTag: kAudioChannelLayoutTag_Stereo, mChannelBitmap: [])
    default:
      self.init(
        mChannelLayoutTag: kAudioChannelLayoutTag_UseChannelBitmap,
        mChannelBitmap: AudioChannelBitmap(rawValue: UInt32(truncatingIfNeeded: layout.rawValue)))
    }
  }

  /// The loudspeaker positions; nil if the tag is not supported.
  fileprivate var positions: OpenCaptureMediaSamples.AudioChannelLayout? {
    switch mChannelLayoutTag {
    case kAudioChannelLayoutTag_Mono: .mono
    case kAudioChannelLayoutTag_Stereo: .stereo
    case kAudioChannelLayoutTag_UseChannelBitmap: .init(rawValue: UInt64(mChannelBitmap.rawValue))
    default: nil
    }
  }
}

/// The Core Audio structures of a format, at constant addresses.
///
/// Unchecked: the memory is never written after initialization.
private struct AudioConstants: @unchecked Sendable {
  let description: UnsafePointer<AudioStreamBasicDescription>
  let layout: UnsafePointer<CoreAudioTypes.AudioChannelLayout>?

  init(_ format: AudioFormat) {
    description = constant(AudioStreamBasicDescription(format))
    layout = format.channelLayout.map { constant(CoreAudioTypes.AudioChannelLayout($0)) }
  }
}

private func constant<Value>(_ value: Value) -> UnsafePointer<Value> {
  let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  memory.initialize(to: value)
  return UnsafePointer(memory)
}

// Callers receive an address without an owner, as in C. The memory is therefore never released: about 50 bytes per
// format.
private let audioConstantsTable = Locked([AudioFormat: AudioConstants]())

private func audioConstants(_ format: AudioFormat) -> AudioConstants {
  audioConstantsTable.withLock { table in
    if let known = table[format] { return known }
    let constants = AudioConstants(format)
    table[format] = constants
    return constants
  }
}
