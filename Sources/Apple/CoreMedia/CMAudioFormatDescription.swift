public import CoreAudioTypes
public import CoreVideo
public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// How sound is stored; nil for pictures.
///
/// - Returns: An address that stays right: there is one for each format, for as long as the program runs.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? {
  desc.audioFormat.map { audioConstants($0).description }
}

/// Where the loudspeakers of a sound's channels stand; nil where nobody knows.
///
/// - Parameters:
///   - desc: The description.
///   - sizeOut: Gets how many bytes the layout takes.
/// - Returns: An address that stays right: there is one for each format, for as long as the program runs.
public func CMAudioFormatDescriptionGetChannelLayout(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CoreAudioTypes.AudioChannelLayout>? {
  let layout = desc.audioFormat.flatMap { audioConstants($0).layout }
  sizeOut?.pointee = layout == nil ? 0 : MemoryLayout<CoreAudioTypes.AudioChannelLayout>.size
  return layout
}

/// Describes sound.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - asbd: How it is stored: uncompressed, as 16- or 32-bit integers or 32-bit floating-point numbers.
///   - layoutSize: How many bytes the layout takes; 0 for none.
///   - layout: Where the loudspeakers stand, as a tag or a bitmap.
///   - magicCookieSize: Without effect.
///   - magicCookie: Without effect.
///   - extensions: Without effect.
///   - formatDescriptionOut: Gets the description; nil where there is none.
/// - Returns: What was wrong, if anything.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafePointer<CoreAudioTypes.AudioChannelLayout>?, magicCookieSize: Int,
  magicCookie: UnsafeRawPointer?, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  let given = layoutSize > 0 ? layout?.pointee : nil
  let format = AudioFormat(asbd.pointee, layout: given)
  formatDescriptionOut.pointee = format.map(FormatDescription.init(audioFormat:))
  return format == nil ? kCMFormatDescriptionError_InvalidParameter : noErr
}

extension FormatDescription {
  /// How sound is stored; nil for pictures.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? {
    audioFormat.map(AudioStreamBasicDescription.init)
  }

  /// Describes sound.
  ///
  /// - Throws: An `NSError` where it is compressed, or samples are stored in another way than as 16- or 32-bit integers or
  ///   32-bit floating-point numbers.
  public init(audioStreamBasicDescription: AudioStreamBasicDescription) throws {
    guard let format = AudioFormat(audioStreamBasicDescription, layout: nil) else {
      throw coreMediaError(
        kCMFormatDescriptionError_InvalidParameter,
        "There is uncompressed sound only, as 16- or 32-bit integers or 32-bit floating-point numbers")
    }
    self.init(audioFormat: format)
  }
}

extension AudioStreamBasicDescription {
  /// Says how sound is stored.
  package init(_ format: AudioFormat) {
    let isFloat = format.commonFormat == .pcmFormatFloat32
    let flags =
      kAudioFormatFlagIsPacked | (isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
      | (format.isInterleaved || format.channelCount == 1 ? 0 : kAudioFormatFlagIsNonInterleaved)
    self.init(
      mSampleRate: Float64(format.sampleRate), mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
      mBytesPerPacket: UInt32(format.bytesPerFrame), mFramesPerPacket: 1,
      mBytesPerFrame: UInt32(format.bytesPerFrame), mChannelsPerFrame: UInt32(format.channelCount),
      mBitsPerChannel: UInt32(8 * format.commonFormat.bytesPerSample), mReserved: 0)
  }
}

extension AudioFormat {
  /// The format that a description says; nil where there is none such here.
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
  /// Says where loudspeakers stand.
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

  /// The positions that are said; nil where they are said in a way that isn't known here.
  fileprivate var positions: OpenCaptureMediaSamples.AudioChannelLayout? {
    switch mChannelLayoutTag {
    case kAudioChannelLayoutTag_Mono: .mono
    case kAudioChannelLayoutTag_Stereo: .stereo
    case kAudioChannelLayoutTag_UseChannelBitmap: .init(rawValue: UInt64(mChannelBitmap.rawValue))
    default: nil
    }
  }
}

/// What is said of a format at an address that stays right.
///
/// Unchecked: nobody writes to it.
private struct AudioConstants: @unchecked Sendable {
  let description: UnsafePointer<AudioStreamBasicDescription>
  let layout: UnsafePointer<CoreAudioTypes.AudioChannelLayout>?

  init(_ format: AudioFormat) {
    let description = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
    description.initialize(to: AudioStreamBasicDescription(format))
    self.description = UnsafePointer(description)
    layout = format.channelLayout.map { positions in
      let layout = UnsafeMutablePointer<CoreAudioTypes.AudioChannelLayout>.allocate(capacity: 1)
      layout.initialize(to: CoreAudioTypes.AudioChannelLayout(positions))
      return UnsafePointer(layout)
    }
  }
}

private struct AudioConstantsTable: Lockable {
  var entries: [AudioFormat: AudioConstants] = [:]
}

// Who asks gets an address and no owner, as in C, so that what lies there is never given back: some 50 bytes a format.
private let audioConstantsTable = Locked(AudioConstantsTable())

private func audioConstants(_ format: AudioFormat) -> AudioConstants {
  audioConstantsTable.withLock { table in
    if let known = table.entries[format] { return known }
    let constants = AudioConstants(format)
    table.entries[format] = constants
    return constants
  }
}
