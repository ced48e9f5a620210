import CAllocationCounter
import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSyntheticDevices
@testable import OpenCapturePhotos
import Testing

@Suite("A photo output beside other outputs")
struct BesideOthersTests {
  @Test("Another output loses no frames to photos")
  func beside() throws {
    let it = try SteppedPhotos()
    let video = CaptureVideoDataOutput()
    let log = VideoLog()
    video.setSampleBufferDelegate(log, queue: nil)
    try it.session.add(video)
    it.output.isResponsiveCaptureEnabled = true
    it.output.isZeroShutterLagEnabled = true
    let photos = PhotoLog()
    for number in 0..<200 {
      if number % 3 == 0 {
        try it.output.capturePhoto(with: CapturePhotoSettings(format: .pixels(.grey)), delegate: photos)
      }
      it.camera.step()
      try video.settle()
      it.output.captureController.settle()
    }
    #expect(log.numbers == (0..<200).map(UInt64.init))
    #expect(log.droppedCount == 0)
    #expect(photos.photos.count == 67)
  }

  @Test("A photo is taken even if another output is removed while the request waits")
  func removal() throws {
    let it = try SteppedPhotos()
    let video = CaptureVideoDataOutput()
    try it.session.add(video)
    it.camera.step()
    let photos = PhotoLog()
    try it.output.capturePhoto(with: CapturePhotoSettings(), delegate: photos)
    it.session.removeOutput(video)
    it.camera.step()
    try photos.waitForEnd()
    #expect(photos.photos.count == 1)
  }

  @Test(
    "A frame that no request needs allocates no memory, even with zero shutter lag",
    .enabled(if: allocation_counter_works(), "a sanitizer replaces the allocator"))
  func allocations() throws {
    let output = CapturePhotoOutput()
    output.isZeroShutterLagEnabled = true
    let connection = CaptureConnection(inputPorts: [CaptureInputPort(.video)], output: output)
    let sample = SampleBuffer(pixelBuffer: try PixelBuffer(format: .yuyv, width: 8, height: 8))
    func deliver() { output.captureController.receive(sample, from: connection, canWait: false) }
    for _ in 0..<100 { deliver() }
    let before = allocation_count()
    for _ in 0..<1000 { deliver() }
    #expect(allocation_count() - before < 20)
  }
}
