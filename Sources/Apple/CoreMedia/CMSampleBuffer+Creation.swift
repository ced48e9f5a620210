public import CoreAudioTypes
public import CoreVideo
public import OpenCaptureMediaSamples

/// A function that provides the data of a sample buffer; never called, because the data is always available.
public typealias CMSampleBufferMakeDataReadyCallback =
  @convention(c) (_ refcon: UnsafeMutableRawPointer?) -> OSStatus

/// Creates a sample buffer of an image.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - imageBuffer: The image.
///   - formatDescription: The description of the image, from
///     ``CMVideoFormatDescriptionCreateForImageBuffer(allocator:imageBuffer:formatDescriptionOut:)``.
///   - sampleTiming: The times of the image.
///   - sampleBufferOut: Receives the sample buffer; nil on failure.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` if the description does not match the image.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  create(sampleBufferOut) { () throws(MediaError) in
    try SampleBuffer(pixelBuffer: imageBuffer, timing: sampleTiming.pointee)
      .withFormatDescription(formatDescription)
  }
}

/// Creates a sample buffer of an image.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - imageBuffer: The image.
///   - dataReady: Has no effect.
///   - makeDataReadyCallback: Never called.
///   - refcon: Has no effect.
///   - formatDescription: The description of the image.
///   - sampleTiming: The times of the image.
///   - sampleBufferOut: Receives the sample buffer; nil on failure.
/// - Returns: `noErr` or an error.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon: UnsafeMutableRawPointer?,
  formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMSampleBufferCreateReadyWithImageBuffer(
    allocator: allocator, imageBuffer: imageBuffer, formatDescription: formatDescription,
    sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
}

/// Creates a sample buffer of uncompressed sound.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - dataBuffer: The samples. The planes of sound that is not interleaved follow each other.
///   - formatDescription: The description of the sound.
///   - numSamples: The number of frames.
///   - presentationTimeStamp: The time of the first frame.
///   - packetDescriptions: Has no effect, because all frames have the same size.
///   - sampleBufferOut: Receives the sample buffer; nil on failure.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` if the buffer has fewer samples, or the format is not
///   supported.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
  sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  create(sampleBufferOut) { () throws(MediaError) in
    guard let format = formatDescription.audioFormat else {
      throw MediaError(.noAudio, subject: "\(formatDescription)", reason: "not a description of sound")
    }
    let bytes = UnsafeMutableRawBufferPointer(start: dataBuffer.address, count: dataBuffer.count)
    let sound = try AudioBuffer(
      wrapping: bytes, format: format, frameCount: numSamples, isWritable: dataBuffer.isWritable,
      onRelease: { withExtendedLifetime(dataBuffer) {} })
    return SampleBuffer(audioBuffer: sound, presentationTimeStamp: presentationTimeStamp)
  }
}

/// Creates a copy of a sample buffer that shares its media.
///
/// The copy has the attachments of mode `shouldPropagate`.
@discardableResult
public func CMSampleBufferCreateCopy(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  create(sampleBufferOut, from: sbuf) { () throws(MediaError) in sbuf }
}

/// Creates a copy of a sample buffer with other times, which shares its media.
///
/// The copy has the attachments of mode `shouldPropagate`.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - sbuf: The sample buffer.
///   - numSampleTimingEntries: The number of times: 1, or 0 for no times.
///   - sampleTimingArray: The times. For sound only the presentation time has an effect.
///   - sampleBufferOut: Receives the sample buffer; nil on failure.
/// - Returns: `noErr` or an error.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard (0...1).contains(numSampleTimingEntries), numSampleTimingEntries == 0 || sampleTimingArray != nil else {
    sampleBufferOut.pointee = nil
    return kCMSampleBufferError_InvalidEntryCount
  }
  let given = numSampleTimingEntries == 0 ? nil : sampleTimingArray?.pointee
  return create(sampleBufferOut, from: sbuf) { () throws(MediaError) in
    var timing = given ?? .invalid
    if let audioBuffer = sbuf.audioBuffer { timing.duration = audioBuffer.duration }
    return sbuf.withTiming(timing)
  }
}

/// Creates a sample buffer of a range of frames of sound, with their time, or of the image.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleRange: CFRange,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let first = sampleRange.location
  let count = sampleRange.length
  guard first >= 0, count > 0, first < sbuf.numSamples, count <= sbuf.numSamples - first else {
    sampleBufferOut.pointee = nil
    return kCMSampleBufferError_SampleIndexOutOfRange
  }
  return create(sampleBufferOut, from: sbuf) { () throws(MediaError) in
    sbuf.audioBuffer == nil ? sbuf : try sbuf.frames(first..<first + count)
  }
}

extension SampleBuffer {
  /// Creates a sample buffer of an image.
  ///
  /// - Throws: An `NSError` if the description does not match the image.
  public init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    try self.init("The image does not match its description, \(formatDescription)") { out in
      withUnsafePointer(to: sampleTiming) { timing in
        CMSampleBufferCreateReadyWithImageBuffer(
          allocator: nil, imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: timing,
          sampleBufferOut: out)
      }
    }
  }

  /// Creates a copy of a sample buffer that shares its media.
  public init(copying sampleBuffer: CMSampleBuffer) throws {
    try self.init("Cannot copy the sample buffer: it is invalid") { out in
      CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: sampleBuffer, sampleBufferOut: out)
    }
  }

  /// Creates a copy of a sample buffer with other times, which shares its media.
  ///
  /// - Throws: An `NSError` for more than one time.
  public init(copying sampleBuffer: CMSampleBuffer, withNewTiming sampleTimings: [CMSampleTimingInfo]) throws {
    try self.init("A sample buffer has at most one timing, not \(sampleTimings.count)") { out in
      CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: sampleBuffer, sampleTimingEntryCount: sampleTimings.count,
        sampleTimingArray: sampleTimings, sampleBufferOut: out)
    }
  }

  private init(_ message: String, make: (UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus) throws {
    var made: CMSampleBuffer?
    let status = make(&made)
    guard let made else { throw coreMediaError(status, message) }
    self = made
  }

  /// The shared state that a copy receives.
  fileprivate var propagatedState: SampleState {
    var state = sharedState(ifNeeded: false)?.withLock { $0 } ?? SampleState()
    if let attachments = state.attachments {
      var propagated = SharedAttachments()
      for (key, entry) in attachments.all where entry.mode == .shouldPropagate { propagated[key] = entry }
      state.attachments = propagated
    }
    state.outputPresentationTimeStamp = nil
    return state
  }
}

/// Stores a new sample buffer with its own state in `out` and returns the result code.
private func create(
  _ out: UnsafeMutablePointer<CMSampleBuffer?>, from original: SampleBuffer? = nil,
  _ make: () throws(MediaError) -> SampleBuffer
) -> OSStatus {
  out.pointee = nil
  if let original, !original.isValid { return kCMSampleBufferError_Invalidated }
  do throws(MediaError) {
    var made = try make()
    if let original { made.bufferAttachments = original.bufferAttachments.propagated }
    out.pointee = made.withSharedState(original?.propagatedState ?? SampleState())
    return noErr
  } catch {
    return error.sampleBufferStatus
  }
}

/// Creates a sample buffer of uncompressed sound.
///
/// - Parameters:
///   - allocator: Has no effect.
///   - dataBuffer: The samples. The planes of sound that is not interleaved follow each other.
///   - formatDescription: The description of the sound. Compressed formats are not supported.
///   - numSamples: The number of frames.
///   - numSampleTimingEntries: The number of times, 1.
///   - sampleTimingArray: The time of the first frame.
///   - numSampleSizeEntries: Has no effect, because all frames have the same size.
///   - sampleSizeArray: Has no effect.
///   - sampleBufferOut: Receives the sample buffer; nil on failure.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` if the buffer has fewer samples, or the format is not
///   supported.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
  sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = nil
  guard let dataBuffer, let formatDescription else { return kCMSampleBufferError_RequiredParameterMissing }
  guard numSampleTimingEntries == 1, let sampleTimingArray else { return kCMSampleBufferError_InvalidEntryCount }
  return CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: allocator, dataBuffer: dataBuffer, formatDescription: formatDescription, sampleCount: numSamples,
    presentationTimeStamp: sampleTimingArray.pointee.presentationTimeStamp, packetDescriptions: nil,
    sampleBufferOut: sampleBufferOut)
}
