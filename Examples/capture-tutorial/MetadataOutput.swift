import Dispatch
import OpenCapture

/// A QR code scanner as in common tutorials.
final class ScannerController: CaptureMetadataOutputObjectsDelegate {
  let captureSession = CaptureSession()
  let found: (String) -> Void

  init(videoCaptureDevice: CaptureDevice, queue: DispatchQueue, found: @escaping (String) -> Void) {
    self.found = found

    let videoInput: CaptureDeviceInput
    do {
      videoInput = try CaptureDeviceInput(device: videoCaptureDevice)
    } catch {
      return
    }

    if captureSession.canAddInput(videoInput) {
      try? captureSession.add(videoInput)
    } else {
      failed()
      return
    }

    let metadataOutput = CaptureMetadataOutput()
    if captureSession.canAddOutput(metadataOutput) {
      try? captureSession.add(metadataOutput)

      metadataOutput.setMetadataObjectsDelegate(self, queue: queue)
      metadataOutput.types = [.qr]
      metadataOutput.regionOfInterest = Rect(x: 0, y: 0, width: 1, height: 1)
    } else {
      failed()
      return
    }

    captureSession.startRunning()
  }

  func failed() { print("scanning is not supported") }

  func metadataOutput(
    _ output: CaptureMetadataOutput, didOutput metadataObjects: [MetadataObject], from connection: CaptureConnection
  ) {
    if let metadataObject = metadataObjects.first {
      guard let readableObject = metadataObject as? MachineReadableCodeObject else { return }
      guard let stringValue = readableObject.stringValue else { return }
      captureSession.stopRunning()
      found(stringValue)
    }
  }
}
