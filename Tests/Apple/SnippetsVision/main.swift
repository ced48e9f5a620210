// swift-format-ignore-file
import AVFoundation
import CoreImage
import Vision

/// Saves the first frame of a camera, and detects faces and codes in the file.
final class FirstFrame: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
  private let saver = FrameSaver()
  private let finder = FaceFinder()
  private let scanner = CodeScannerController()
  private let session = AVCaptureSession()
  private let output = AVCaptureVideoDataOutput()
  private var isDone = false

  func start() throws {
    session.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice.default(for: .video)!))
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "first frame"))
    session.addOutput(output)
    session.startRunning()
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    guard !isDone, let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
    isDone = true
    let folder = URL(fileURLWithPath: CommandLine.arguments[1])
    do {
      try saver.jpeg(from: sampleBuffer)?.write(to: folder.appendingPathComponent("turned.jpg"))
      try saver.save(CIImage(cvPixelBuffer: pixelBuffer), to: folder)
      print("messages", messages(inFileAt: folder.appendingPathComponent("frame.jpg")))
      finder.detect(CIImage(cvPixelBuffer: pixelBuffer))
      try finder.track(pixelBuffer)
      saver.grayscale(pixelBuffer)
    } catch { print(error) }
    DispatchQueue.main.async {
      self.session.stopRunning()
      self.scanner.didFind = { print("code", $0); exit(0) }
      self.scanner.start()
    }
  }
}

let firstFrame = FirstFrame()
try firstFrame.start()
DispatchQueue.main.asyncAfter(deadline: .now() + 300) { exit(1) }
RunLoop.main.run()
