public import CoreVideo
public import CoreAudioTypes
public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// What sees to it that data is there; never called: it always is.
public typealias CMSampleBufferMakeDataReadyCallback =
  @convention(c) (_ refcon: UnsafeMutableRawPointer?) -> OSStatus

/// Makes a sample buffer of a picture.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - imageBuffer: The picture.
///   - formatDescription: What it is: see ``CMVideoFormatDescriptionCreateForImageBuffer(allocator:imageBuffer:formatDescriptionOut:)``.
///   - sampleTiming: When it is shown.
///   - sampleBufferOut: Gets the sample buffer; nil where there is none.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` where the picture is another than is described.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  create(sampleBufferOut) { () throws(MediaError) in
    try SampleBuffer(imageBuffer: imageBuffer, timing: sampleTiming.pointee)
      .withFormatDescription(formatDescription)
  }
}

/// Makes a sample buffer of a picture, as
/// ``CMSampleBufferCreateReadyWithImageBuffer(allocator:imageBuffer:formatDescription:sampleTiming:sampleBufferOut:)`` does.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - imageBuffer: The picture.
///   - dataReady: Without effect: it is there.
///   - makeDataReadyCallback: Never called.
///   - refcon: Without effect.
///   - formatDescription: What the picture is.
///   - sampleTiming: When it is shown.
///   - sampleBufferOut: Gets the sample buffer; nil where there is none.
/// - Returns: What was wrong, if anything.
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

/// Makes a sample buffer of uncompressed sound.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - dataBuffer: The samples; where channels have planes of their own, one behind the other.
///   - formatDescription: How they are stored.
///   - numSamples: How many frames there are.
///   - presentationTimeStamp: When the first is heard.
///   - packetDescriptions: Without effect: all frames have as many bytes.
///   - sampleBufferOut: Gets the sample buffer; nil where there is none.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` where there aren't as many samples, or it isn't such sound.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
  sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  create(sampleBufferOut) { () throws(MediaError) in
    guard let format = formatDescription.audioFormat else {
      throw MediaError(.noAudio, subject: "\(formatDescription)", reason: "this describes no sound")
    }
    let bytes = UnsafeMutableRawBufferPointer(start: dataBuffer.address, count: dataBuffer.count)
    let sound = try AudioBuffer(
      wrapping: bytes, format: format, frameCount: numSamples, isWritable: dataBuffer.isWritable,
      onRelease: { withExtendedLifetime(dataBuffer) {} })
    return SampleBuffer(audioBuffer: sound, presentationTimeStamp: presentationTimeStamp)
  }
}

/// A sample buffer of the same media, which is one of its own: with what goes along of the other's attachments.
@discardableResult
public func CMSampleBufferCreateCopy(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  create(sampleBufferOut, from: sbuf) { () throws(MediaError) in sbuf }
}

/// A sample buffer of the same media with other times, which is one of its own: with what goes along of the other's
/// attachments.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - sbuf: The sample buffer.
///   - numSampleTimingEntries: How many times are given: one, or none for no times.
///   - sampleTimingArray: The times; of sound, when it begins counts, and it lasts as long as it does.
///   - sampleBufferOut: Gets the sample buffer; nil where there is none.
/// - Returns: What was wrong, if anything.
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

/// Some of the frames of sound at their time, or the picture.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleRange: CFRange,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let (first, count) = (sampleRange.location, sampleRange.length)
  guard first >= 0, count > 0, first < sbuf.numSamples, count <= sbuf.numSamples - first else {
    sampleBufferOut.pointee = nil
    return kCMSampleBufferError_SampleIndexOutOfRange
  }
  return create(sampleBufferOut, from: sbuf) { () throws(MediaError) in
    sbuf.audioBuffer == nil ? sbuf : try sbuf.frames(first..<first + count)
  }
}

extension SampleBuffer {
  /// Makes a sample buffer of a picture.
  ///
  /// - Throws: An `NSError` where the picture is another than is described.
  public init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    try self.init("The picture is not \(formatDescription)") { out in
      withUnsafePointer(to: sampleTiming) { timing in
        CMSampleBufferCreateReadyWithImageBuffer(
          allocator: nil, imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: timing,
          sampleBufferOut: out)
      }
    }
  }

  /// A sample buffer of the same media, which is one of its own.
  public init(copying sampleBuffer: CMSampleBuffer) throws {
    try self.init("The sample buffer can't be copied") { out in
      CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: sampleBuffer, sampleBufferOut: out)
    }
  }

  /// A sample buffer of the same media with other times, which is one of its own.
  ///
  /// - Throws: An `NSError` where several times are given.
  public init(copying sampleBuffer: CMSampleBuffer, withNewTiming sampleTimings: [CMSampleTimingInfo]) throws {
    try self.init("A sample buffer has one time, not \(sampleTimings.count)") { out in
      CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: sampleBuffer, sampleTimingEntryCount: sampleTimings.count,
        sampleTimingArray: sampleTimings, sampleBufferOut: out)
    }
  }

  private init(_ mistake: String, make: (UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus) throws {
    var made: CMSampleBuffer?
    let status = make(&made)
    guard let made else { throw coreMediaError(status, mistake) }
    self = made
  }
}

/// Hands a sample buffer out that is one of its own, or says what was wrong.
private func create(
  _ out: UnsafeMutablePointer<CMSampleBuffer?>, from original: SampleBuffer? = nil,
  _ make: () throws(MediaError) -> SampleBuffer
) -> OSStatus {
  out.pointee = nil
  if let original, !original.isValid { return kCMSampleBufferError_Invalidated }
  do throws(MediaError) {
    var made = try make()
    if let original { made.travellingAttachments = original.travellingAttachments.propagated }
    out.pointee = made.bearing(original?.propagatedState ?? SampleState())
    return noErr
  } catch {
    return error.sampleBufferStatus
  }
}

extension SampleBuffer {
  /// What a copy has of what is said of the sample buffer in place.
  fileprivate var propagatedState: SampleState {
    var state = bearer(ifNeeded: false)?.withLock { $0 } ?? SampleState()
    if let attachments = state.attachments {
      var propagated = SharedAttachments()
      for (key, entry) in attachments.all where entry.mode == .shouldPropagate { propagated[key] = entry }
      state.attachments = propagated
    }
    state.outputPresentationTimeStamp = nil
    return state
  }
}

/// Makes a sample buffer of uncompressed sound.
///
/// - Parameters:
///   - allocator: Without effect: there is one.
///   - dataBuffer: The samples; where channels have planes of their own, one behind the other.
///   - formatDescription: How they are stored. What is compressed needs a decoder, and isn't made so.
///   - numSamples: How many frames there are.
///   - numSampleTimingEntries: How many times are given: one.
///   - sampleTimingArray: When the first frame is heard.
///   - numSampleSizeEntries: Without effect: all frames have as many bytes.
///   - sampleSizeArray: Without effect.
///   - sampleBufferOut: Gets the sample buffer; nil where there is none.
/// - Returns: `kCMSampleBufferError_InvalidMediaFormat` where there aren't as many samples, or it isn't such sound.
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
