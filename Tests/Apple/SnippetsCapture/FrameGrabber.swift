// swift-format-ignore-file
// Written in the style of Apple's documentation.

import AVFoundation
import CoreVideo

class FrameGrabber: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate,
  AVCaptureAudioDataOutputSampleBufferDelegate, AVCaptureMetadataOutputObjectsDelegate
{
  let captureSession = AVCaptureSession()
  let videoOutput = AVCaptureVideoDataOutput()
  let audioOutput = AVCaptureAudioDataOutput()
  let metadataOutput = AVCaptureMetadataOutput()
  var previewLayer: AVCaptureVideoPreviewLayer?
  var hasFrames = false
  private let queue = DispatchQueue(label: "video", qos: .userInteractive)

  func setup() {
    guard let captureDevice = AVCaptureDevice.default(for: AVMediaType.video) else { return }
    guard let input = try? AVCaptureDeviceInput(device: captureDevice) else { return }
    captureSession.addInput(input)
    videoOutput.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
    videoOutput.alwaysDiscardsLateVideoFrames = true
    videoOutput.setSampleBufferDelegate(self, queue: queue)
    if captureSession.canAddOutput(videoOutput) { captureSession.addOutput(videoOutput) }
    if let connection = videoOutput.connection(with: .video) {
      if connection.isVideoOrientationSupported { connection.videoOrientation = .portrait }
      if connection.isVideoMirroringSupported { connection.isVideoMirrored = captureDevice.position == .front }
    }
    audioOutput.setSampleBufferDelegate(self, queue: queue)
    captureSession.addOutput(audioOutput)
    captureSession.addOutput(metadataOutput)
    metadataOutput.setMetadataObjectsDelegate(self, queue: DispatchQueue.main)
    metadataOutput.metadataObjectTypes = [AVMetadataObject.ObjectType.qr, .ean13, .face]
    if metadataOutput.availableMetadataObjectTypes.contains(.face) { print("face") }
    previewLayer = AVCaptureVideoPreviewLayer(session: captureSession)
    previewLayer?.videoGravity = AVLayerVideoGravity.resizeAspectFill
    previewLayer?.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
    metadataOutput.rectOfInterest = previewLayer!.metadataOutputRectConverted(
      fromLayerRect: CGRect(x: 10, y: 10, width: 100, height: 100))
    captureSession.startRunning()
  }
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    if output == videoOutput {
      guard let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
      CVPixelBufferLockBaseAddress(imageBuffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(imageBuffer, .readOnly) }
      let width = CVPixelBufferGetWidth(imageBuffer), bytesPerRow = CVPixelBufferGetBytesPerRow(imageBuffer)
      if let base = CVPixelBufferGetBaseAddress(imageBuffer) {
        let p = base.assumingMemoryBound(to: UInt8.self)
        print("frame", p[0], width, bytesPerRow)
        hasFrames = true
      }
      let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
      print(CMTimeGetSeconds(time))
    } else if output is AVCaptureAudioDataOutput {
      print(CMSampleBufferGetNumSamples(sampleBuffer))
    }
  }
  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    var mode: CMAttachmentMode = 0
    let reason = CMGetAttachment(
      sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: &mode)
    print("dropped \(String(describing: reason))")
  }
  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    if let metadataObject = metadataObjects.first {
      guard let readableObject = metadataObject as? AVMetadataMachineReadableCodeObject else { return }
      guard let stringValue = readableObject.stringValue else { return }
      print("code", stringValue, readableObject.type == .qr)
      if let transformed = previewLayer?.transformedMetadataObject(for: readableObject)
        as? AVMetadataMachineReadableCodeObject
      {
        print(transformed.bounds.origin.x, transformed.corners.map { $0.x })
      }
      if hasFrames { exit(0) }
    }
    for case let face as AVMetadataFaceObject in metadataObjects {
      let bounds = face.bounds
      print(face.faceID, bounds.midX, face.hasRollAngle ? face.rollAngle : 0)
    }
  }
}

func configure(_ device: AVCaptureDevice) {
  var bestFormat: AVCaptureDevice.Format?
  var bestFrameRateRange: AVFrameRateRange?
  for format in device.formats {
    for range in format.videoSupportedFrameRateRanges {
      if range.maxFrameRate > bestFrameRateRange?.maxFrameRate ?? 0 {
        bestFormat = format; bestFrameRateRange = range
      }
    }
  }
  if let bestFormat = bestFormat, let bestFrameRateRange = bestFrameRateRange {
    do {
      try device.lockForConfiguration()
      device.activeFormat = bestFormat
      let duration = bestFrameRateRange.minFrameDuration
      device.activeVideoMinFrameDuration = duration
      device.activeVideoMaxFrameDuration = duration
      let dims = CMVideoFormatDescriptionGetDimensions(bestFormat.formatDescription)
      print("\(dims.width)x\(dims.height)")
      device.setExposureModeCustom(
        duration: CMTimeMake(value: 1, timescale: 60), iso: device.activeFormat.minISO, completionHandler: nil)
      device.setFocusModeLocked(lensPosition: 0.5) { time in print(time) }
      let gains = device.deviceWhiteBalanceGains
      device.setWhiteBalanceModeLocked(with: gains, completionHandler: nil)
      let maxZoom = device.activeFormat.videoMaxZoomFactor
      let pinchScale: CGFloat = 1.5
      device.videoZoomFactor = max(1.0, min(device.videoZoomFactor * pinchScale, maxZoom))
      device.ramp(toVideoZoomFactor: 2.0, withRate: 1.0)
      if device.hasTorch && device.isTorchAvailable {
        try device.setTorchModeOn(level: AVCaptureDevice.maxAvailableTorchLevel);
        device.torchMode = device.torchMode == .on ? .off : .on
      }
      let t = device.temperatureAndTintValues(for: gains)
      print(t.temperature)
      device.unlockForConfiguration()
    } catch { print(error.localizedDescription) }
  }
}
