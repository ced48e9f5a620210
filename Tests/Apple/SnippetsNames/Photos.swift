// swift-format-ignore-file
// Written in the style of public camera code, and only compiled.

import AVFoundation
import CoreImage

final class PhotoController: NSObject, AVCapturePhotoCaptureDelegate {
  private let output = AVCapturePhotoOutput()
  private let legacyOutput = AVCaptureStillImageOutput()
  private var handler: ((Data?) -> Void)?
  private var mattes: [AVSemanticSegmentationMatte] = []

  func configure(_ session: AVCaptureSession) {
    guard session.canAddOutput(output) else { return }
    session.addOutput(output)
    output.isHighResolutionCaptureEnabled = true
    output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported
    output.isDepthDataDeliveryEnabled = output.isDepthDataDeliverySupported
    output.isPortraitEffectsMatteDeliveryEnabled = output.isPortraitEffectsMatteDeliverySupported
    output.enabledSemanticSegmentationMatteTypes = output.availableSemanticSegmentationMatteTypes
    output.maxPhotoQualityPrioritization = .quality
    if output.isAppleProRAWSupported { output.isAppleProRAWEnabled = true }
    if output.isDeferredStartSupported { output.isDeferredStartEnabled = true }
    output.isContentAwareDistortionCorrectionEnabled = output.isContentAwareDistortionCorrectionSupported
    output.isVirtualDeviceConstituentPhotoDeliveryEnabled = output.isVirtualDeviceConstituentPhotoDeliverySupported
  }

  func settings() -> AVCapturePhotoSettings {
    var settings = AVCapturePhotoSettings()
    if output.availablePhotoCodecTypes.contains(.hevc) {
      settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
    }
    if let format = settings.__availablePreviewPhotoPixelFormatTypes.first {
      settings.previewPhotoFormat = [
        kCVPixelBufferPixelFormatTypeKey as String: format,
        kCVPixelBufferWidthKey as String: 160,
        kCVPixelBufferHeightKey as String: 160,
      ]
    }
    if !settings.availablePreviewPhotoPixelFormatTypes.isEmpty {
      settings.previewPhotoFormat = [
        kCVPixelBufferPixelFormatTypeKey as String: settings.availablePreviewPhotoPixelFormatTypes.first!
      ]
    }
    if let codec = settings.__availableEmbeddedThumbnailPhotoCodecTypes.first {
      settings.embeddedThumbnailPhotoFormat = [AVVideoCodecKey: codec, AVVideoWidthKey: 512, AVVideoHeightKey: 512]
    }
    settings.isPortraitEffectsMatteDeliveryEnabled = output.isPortraitEffectsMatteDeliveryEnabled
    settings.embedsPortraitEffectsMatteInPhoto = false
    settings.enabledSemanticSegmentationMatteTypes = output.enabledSemanticSegmentationMatteTypes
    settings.embedsSemanticSegmentationMattesInPhoto = false
    settings.isDepthDataDeliveryEnabled = output.isDepthDataDeliveryEnabled
    settings.embedsDepthDataInPhoto = true
    settings.isDepthDataFiltered = false
    settings.isCameraCalibrationDataDeliveryEnabled = output.isCameraCalibrationDataDeliverySupported
    settings.isAutoRedEyeReductionEnabled = output.isAutoRedEyeReductionSupported
    settings.isAutoVirtualDeviceFusionEnabled = output.isVirtualDeviceFusionSupported
    settings.isShutterSoundSuppressionEnabled = output.isShutterSoundSuppressionSupported
    settings.photoQualityPrioritization = .balanced
    return settings
  }

  func rawSettings() -> AVCapturePhotoSettings? {
    guard let format = output.__availableRawPhotoPixelFormatTypes.first?.uint32Value else { return nil }
    if AVCapturePhotoOutput.isBayerRAWPixelFormat(format) || AVCapturePhotoOutput.isAppleProRAWPixelFormat(format) {
      return AVCapturePhotoSettings(rawPixelFormatType: format, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg])
    }
    let types = output.__supportedRawPhotoPixelFormatTypes(for: .dng) + output.__supportedPhotoPixelFormatTypes(for: .tif)
    return types.first.map { AVCapturePhotoSettings(rawPixelFormatType: $0.uint32Value) }
  }

  func uncompressedSettings() -> AVCapturePhotoSettings? {
    guard let format = output.__availablePhotoPixelFormatTypes.first else { return nil }
    return AVCapturePhotoSettings(format: [kCVPixelBufferPixelFormatTypeKey as String: format])
  }

  func bracketSettings() -> AVCapturePhotoBracketSettings {
    let exposures = [-2, 0, 2].map {
      AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: Float($0))
    }
    return AVCapturePhotoBracketSettings(
      rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg], bracketedSettings: exposures)
  }

  func takeOlderPhoto() {
    legacyOutput.outputSettings = [AVVideoCodecKey: AVVideoCodecJPEG]
    guard let connection = legacyOutput.connection(with: .video) else { return }
    legacyOutput.captureStillImageAsynchronously(from: connection) { sampleBuffer, error in
      guard let sampleBuffer, error == nil else { return }
      let data = AVCaptureStillImageOutput.jpegStillImageNSDataRepresentation(sampleBuffer)
      print(data?.count ?? 0)
    }
  }

  func take(_ handler: @escaping (Data?) -> Void) {
    self.handler = handler
    if let connection = output.connection(with: .video), connection.isVideoRotationAngleSupported(90) {
      connection.videoRotationAngle = 90
    }
    output.capturePhoto(with: settings(), delegate: self)
  }

  func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
    if let error = error as? AVError, error.code == .sessionNotRunning { return }
    if let matte = photo.portraitEffectsMatte { show(CIImage(cvPixelBuffer: matte.mattingImage)) }
    for type in output.enabledSemanticSegmentationMatteTypes {
      if let matte = photo.semanticSegmentationMatte(for: type) { mattes.append(matte) }
    }
    for type: AVSemanticSegmentationMatte.MatteType in [.hair, .skin, .teeth, .glasses, .sky] {
      print(photo.resolvedSettings.dimensionsForSemanticSegmentationMatte(ofType: type).width)
    }
    if let depth = photo.depthData {
      let converted = depth.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32)
      show(CIImage(cvPixelBuffer: converted.depthDataMap))
    }
    let exif = photo.metadata[kCGImagePropertyExifDictionary as String] as? [String: Any]
    print(exif?[kCGImagePropertyExifISOSpeedRatings as String] ?? "", photo.resolvedSettings.portraitEffectsMatteDimensions)
    print(photo.cameraCalibrationData?.pixelSize ?? 0, photo.lensStabilizationStatus == .active)
    handler?(photo.fileDataRepresentation())
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings, error: Error?
  ) {
    handler = nil
  }

  private func show(_ image: CIImage) { print(image.extent) }
}

final class CodeController: NSObject, AVCaptureMetadataOutputObjectsDelegate {
  func configure(_ output: AVCaptureMetadataOutput) {
    output.setMetadataObjectsDelegate(self, queue: .main)
    output.metadataObjectTypes = output.availableMetadataObjectTypes.filter { [.qr, .aztec, .pdf417, .dataMatrix].contains($0) }
  }

  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject], from connection: AVCaptureConnection
  ) {
    for case let code as AVMetadataMachineReadableCodeObject in metadataObjects {
      switch code.descriptor {
      case let qr as CIQRCodeDescriptor:
        print(qr.symbolVersion, qr.maskPattern, qr.errorCorrectionLevel == .levelM, qr.errorCorrectedPayload.count)
      case let aztec as CIAztecCodeDescriptor: print(aztec.isCompact, aztec.layerCount, aztec.dataCodewordCount)
      case let pdf417 as CIPDF417CodeDescriptor: print(pdf417.isCompact, pdf417.rowCount, pdf417.columnCount)
      case let matrix as CIDataMatrixCodeDescriptor: print(matrix.rowCount, matrix.columnCount, matrix.eccVersion == .v200)
      default: print(code.stringValue ?? "")
      }
    }
  }
}

func depthOutput(_ session: AVCaptureSession, _ delegate: AVCaptureDepthDataOutputDelegate) {
  let depthOutput = AVCaptureDepthDataOutput()
  depthOutput.isFilteringEnabled = true
  depthOutput.setDelegate(delegate, callbackQueue: DispatchQueue(label: "depth"))
  if session.canAddOutput(depthOutput) { session.addOutput(depthOutput) }
  let device = AVCaptureDevice.default(.builtInDualCamera, for: .video, position: .back)
  let connection = depthOutput.connection(with: .depthData)
  connection?.isEnabled = device?.activeFormat.supportedDepthDataFormats.isEmpty == false
}
