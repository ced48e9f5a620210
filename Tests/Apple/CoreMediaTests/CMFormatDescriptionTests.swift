import CoreMedia
import OpenCaptureMediaSamples
import Testing

@Suite("CMFormatDescription")
struct CMFormatDescriptionTests {
  @Test("Timed metadata has no description, and a video description has its codec")
  func metadata() {
    var description: CMFormatDescription? = FormatDescription(
      pixelFormat: .bgra, dimensions: VideoDimensions(width: 4, height: 2))
    #expect(description.map(CMVideoFormatDescriptionGetCodecType) == kCVPixelFormatType_32BGRA)
    let status = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
      allocator: nil, metadataType: kCMMetadataFormatType_Boxed, metadataSpecifications: [],
      formatDescriptionOut: &description)
    #expect(status == kCMFormatDescriptionError_ValueNotAvailable && description == nil)
  }

  @Test("A pixel format description has type, format, size, range and matrix")
  func pixels() throws {
    let description: CMFormatDescription = FormatDescription(
      pixelFormat: .nv12FullRange, dimensions: VideoDimensions(width: 1920, height: 1080), colorMatrix: .bt709)
    #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Video)
    #expect(CMFormatDescriptionGetMediaSubType(description) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    #expect(description.mediaSubType.rawValue == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    #expect(description.mediaType == .video && "\(description.mediaSubType)" == "420f")
    let dimensions = CMVideoFormatDescriptionGetDimensions(description)
    #expect(dimensions == CMVideoDimensions(width: 1920, height: 1080) && description.dimensions == dimensions)
    #expect(description.presentationDimensions() == CGSize(width: 1920, height: 1080))
    #expect(
      CMVideoFormatDescriptionGetCleanAperture(description, originIsAtTopLeft: true)
        == CGRect(x: 0, y: 0, width: 1920, height: 1080))
    #expect(
      CMFormatDescriptionGetExtension(description, extensionKey: kCMFormatDescriptionExtension_YCbCrMatrix)
        as? String
        == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    #expect(description.extensions[.fullRangeVideo]?.propertyListRepresentation as? Bool == true)
    #expect(CMFormatDescriptionGetExtensions(description)?.count == 2)
    #expect(description.audioStreamBasicDescription == nil)
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(description) == nil)
  }

  @Test("A description of an image has the attached color matrix")
  func ofPicture() throws {
    let image = try PixelBuffer(format: .nv12, width: 8, height: 4)
    CVBufferSetAttachment(
      image, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
    var description: CMVideoFormatDescription?
    #expect(
      CMVideoFormatDescriptionCreateForImageBuffer(
        allocator: nil, imageBuffer: image, formatDescriptionOut: &description) == noErr)
    #expect(description?.colorMatrix == .bt709)
    CVBufferRemoveAllAttachments(image)
    #expect(description.map { CMVideoFormatDescriptionMatchesImageBuffer($0, imageBuffer: image) } == false)
  }

  @Test("Descriptions are created from codecs and pixel formats, and invalid sizes are rejected")
  func creating() throws {
    let jpeg = try CMVideoFormatDescription(videoCodecType: .jpeg, width: 8, height: 4)
    #expect(jpeg.mediaSubType == .jpeg && jpeg.codec == .jpeg)
    var description: CMFormatDescription?
    #expect(
      CMVideoFormatDescriptionCreate(
        allocator: nil, codecType: kCVPixelFormatType_24RGB, width: 8, height: 4,
        extensions: [kCMFormatDescriptionExtension_YCbCrMatrix: kCVImageBufferYCbCrMatrix_ITU_R_709_2],
        formatDescriptionOut: &description) == noErr)
    #expect(description?.pixelFormat == .rgb24 && description?.mediaSubType == .pixelFormat_24RGB)
    #expect(CMFormatDescriptionEqual(description, otherFormatDescription: description))
    #expect(!CMFormatDescriptionEqual(description, otherFormatDescription: jpeg))
    #expect(throws: NSError.self) { try CMVideoFormatDescription(videoCodecType: .jpeg, width: 0, height: 1 << 40) }
  }

  @Test(
    "A description of sound converts to Core Audio's format and back",
    arguments: AudioCommonFormat.allCases, [true, false])
  func sound(_ common: AudioCommonFormat, _ isInterleaved: Bool) throws {
    let format = try AudioFormat(commonFormat: common, sampleRate: 44_100, channels: 2, interleaved: isInterleaved)
    let description = FormatDescription(audioFormat: format)
    #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Audio)
    #expect(description.mediaSubType == .linearPCM)
    let pointer = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(description))
    let stream = pointer.pointee
    #expect(pointer == CMAudioFormatDescriptionGetStreamBasicDescription(description))
    #expect(stream == description.audioStreamBasicDescription)
    #expect(stream.mSampleRate == 44_100 && stream.mChannelsPerFrame == 2 && stream.mFramesPerPacket == 1)
    #expect(stream.mBitsPerChannel == UInt32(common.bytesPerSample * 8))
    #expect(stream.mBytesPerFrame == UInt32(common.bytesPerSample * (isInterleaved ? 2 : 1)))
    #expect(stream.mBytesPerPacket == stream.mBytesPerFrame)
    #expect((stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0) == isInterleaved)
    #expect((stream.mFormatFlags & kAudioFormatFlagIsFloat != 0) == (common == .pcmFormatFloat32))
    #expect(try CMAudioFormatDescription(audioStreamBasicDescription: stream).audioFormat == format)
    var size = 0
    let layout = CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: &size)
    #expect(layout?.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_Stereo && size > 0)
  }

  @Test("Loudspeaker positions convert to a bitmap and back; compressed sound is rejected")
  func layouts() throws {
    let format = try AudioFormat(
      commonFormat: .pcmFormatInt16, sampleRate: 48_000, interleaved: true, channelLayout: .surround5Point1)
    let description = FormatDescription(audioFormat: format)
    var stream = try #require(description.audioStreamBasicDescription)
    let layout = try #require(CMAudioFormatDescriptionGetChannelLayout(description, sizeOut: nil))
    #expect(layout.pointee.mChannelLayoutTag == kAudioChannelLayoutTag_UseChannelBitmap)
    var made: CMAudioFormatDescription?
    func create() -> OSStatus {
      CMAudioFormatDescriptionCreate(
        allocator: kCFAllocatorDefault, asbd: &stream, layoutSize: 12, layout: layout, magicCookieSize: 0,
        magicCookie: nil, extensions: nil, formatDescriptionOut: &made)
    }
    #expect(create() == noErr && made == description)
    stream.mFormatID = kAudioFormatMPEG4AAC
    #expect(create() == kCMFormatDescriptionError_InvalidParameter && made == nil)
    stream = AudioStreamBasicDescription()
    #expect(throws: NSError.self) { try CMAudioFormatDescription(audioStreamBasicDescription: stream) }
  }
}
