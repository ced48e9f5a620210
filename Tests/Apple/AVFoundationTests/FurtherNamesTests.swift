import AVFoundation
import CaptureFixtures
import CoreImage
import CoreMedia
import CoreVideo
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSyntheticDevices
import Testing

@Suite("Further names of AVFoundation")
struct FurtherNamesTests {
  @Test("Names with two underscores have the values of the refined names as numbers")
  func refined() {
    let settings = AVCapturePhotoSettings()
    let types = settings.availablePreviewPhotoPixelFormatTypes
    #expect(!types.isEmpty && settings.__availablePreviewPhotoPixelFormatTypes.map(\.uint32Value) == types)
    settings.previewPhotoFormat = [
      kCVPixelBufferPixelFormatTypeKey as String: settings.__availablePreviewPhotoPixelFormatTypes[0]
    ]
    #expect(settings.previewPhotoFormat?[kCVPixelBufferPixelFormatTypeKey] as? OSType == types[0])
    let photos = AVCapturePhotoOutput()
    #expect(photos.__availablePhotoPixelFormatTypes.map(\.uint32Value) == photos.availablePhotoPixelFormatTypes)
    let video = AVCaptureVideoDataOutput()
    #expect(video.availableVideoCVPixelFormatTypes.map(\.uint32Value) == video.availableVideoPixelFormatTypes)
  }

  @Test(
    "Older codec names select the codec of a photo",
    arguments: [(AVVideoCodecJPEG, AVVideoCodecType.jpeg), (AVVideoCodecHEVC, .hevc)])
  func codecs(_ name: String, _ codec: AVVideoCodecType) {
    let output = AVCaptureStillImageOutput()
    output.outputSettings = [AVVideoCodecKey: name]
    #expect(output.outputSettings[AVVideoCodecKey] as? AVVideoCodecType == codec)
  }

  @Test("A QR code has a descriptor of its symbol, and other codes have none")
  func descriptor() throws {
    var code: AVMetadataMachineReadableCodeObject = MachineReadableCodeObject(
      type: .qr, cornerPoints: Corners(.unit), bytes: [0x41],
      symbolDescriptor: CodeDescriptor(symbolVersion: 2, errorCorrectionLevel: .levelH, maskPattern: 3))
    let descriptor = try #require(code.descriptor as? CIQRCodeDescriptor)
    #expect(descriptor.symbolVersion == 2 && descriptor.errorCorrectionLevel == .levelH)
    code.type = .aztec
    #expect(code.descriptor == nil)
  }

  @Test("A group of timed metadata can be created, and inputs reject it")
  func metadata() throws {
    let item = AVMutableMetadataItem()
    item.identifier = .quickTimeMetadataLocationISO6709
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
    let group = AVMutableTimedMetadataGroup(items: [item], timeRange: range)
    #expect(group.items.count == 1 && group.timeRange == range && group.copyFormatDescription() == nil)
    group.items = []
    group.timeRange = .zero
    #expect(group.items.isEmpty && group.timeRange == .zero)
    let format = CMFormatDescription(pixelFormat: .bgra, dimensions: VideoDimensions(width: 2, height: 2))
    let input = AVCaptureMetadataInput(formatDescription: format, clock: CMClockGetHostTimeClock())
    #expect(throws: AVError.self) { try input.append(group) }
    let writerInput = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil)
    #expect(!AVAssetWriterInputMetadataAdaptor(assetWriterInput: writerInput).append(group))
  }

  @Test("Features of iOS 26 are not supported, and enabling them has no effect")
  func newFeatures() throws {
    let device = SyntheticCamera.stepped().device
    let input = try AVCaptureDeviceInput(device: device)
    let output = AVCaptureVideoDataOutput()
    let session = AVCaptureSession()
    input.isCinematicVideoCaptureEnabled = true
    output.isDeferredStartEnabled = true
    session.automaticallyRunsDeferredStart = true
    session.runDeferredStartWhenNeeded()
    device.setCameraLensSmudgeDetectionEnabled(true, detectionInterval: .invalid)
    #expect(!input.isCinematicVideoCaptureEnabled && !input.isExternalSyncSupported)
    #expect(!output.isDeferredStartEnabled && !output.isDeferredStartSupported)
    #expect(!session.automaticallyRunsDeferredStart && device.cameraLensSmudgeDetectionStatus == .disabled)
    #expect(device.smartFramingMonitor == nil && device.activeFormat.supportedDynamicAspectRatios.isEmpty)
    #expect(device.dynamicDimensions == device.activeFormat.formatDescription.dimensions)
  }

  @Test("Choosing an aspect ratio fails")
  func aspectRatio() async {
    let device = SyntheticCamera.stepped().device
    let error = await withCheckedContinuation { (continuation: CheckedContinuation<AVError?, Never>) in
      device.setDynamicAspectRatio(.ratio1x1) { _, error in continuation.resume(returning: error as? AVError) }
    }
    #expect(error != nil && device.dynamicAspectRatio == nil)
  }

  @Test("Depth data and mattes cannot be created from dictionaries")
  func depth() {
    #expect(throws: AVError.self) { try AVDepthData(fromDictionaryRepresentation: [:]) }
    #expect(throws: AVError.self) { try AVPortraitEffectsMatte(fromDictionaryRepresentation: [:]) }
    #expect(throws: AVError.self) {
      try AVSemanticSegmentationMatte(fromImageSourceAuxiliaryDataType: "skin", dictionaryRepresentation: [:])
    }
  }
}
