// swift-format-ignore-file
// Written in the style of Apple's documentation.

import AVFoundation
import Vision

final class CodeScannerController: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private let captureSession = AVCaptureSession()
  private let videoOutput = AVCaptureVideoDataOutput()
  private let queue = DispatchQueue(label: "codes")
  var didFind: ((String) -> Void)?

  private lazy var detectBarcodeRequest = VNDetectBarcodesRequest { request, error in
    guard error == nil else {
      print("Barcode error: \(error?.localizedDescription ?? "error")")
      return
    }
    self.processClassification(request)
  }

  func start() {
    captureSession.sessionPreset = .high
    guard let videoDevice = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
      let videoDeviceInput = try? AVCaptureDeviceInput(device: videoDevice),
      captureSession.canAddInput(videoDeviceInput)
    else { return }
    captureSession.addInput(videoDeviceInput)
    videoOutput.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)]
    videoOutput.setSampleBufferDelegate(self, queue: queue)
    captureSession.addOutput(videoOutput)
    detectBarcodeRequest.symbologies = [.qr, .ean13]
    captureSession.startRunning()
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
    let imageRequestHandler = VNImageRequestHandler(cvPixelBuffer: pixelBuffer, orientation: .up, options: [:])
    do {
      try imageRequestHandler.perform([detectBarcodeRequest])
    } catch {
      print(error)
    }
  }

  private func processClassification(_ request: VNRequest) {
    guard let barcodes = request.results else { return }
    DispatchQueue.main.async {
      for barcode in barcodes {
        guard let potentialQRCode = barcode as? VNBarcodeObservation, potentialQRCode.symbology == .qr,
          potentialQRCode.confidence > 0.9
        else { continue }
        let rect = VNImageRectForNormalizedRect(potentialQRCode.boundingBox, 1280, 720)
        print("box", rect.width > 10, potentialQRCode.topLeft.x < potentialQRCode.topRight.x)
        self.didFind?(potentialQRCode.payloadStringValue ?? "")
      }
    }
  }
}
