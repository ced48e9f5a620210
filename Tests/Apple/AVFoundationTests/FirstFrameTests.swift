import AVFoundation
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import Testing

@Suite("Completion handlers of device settings")
struct FirstFrameTests {
  private let log = Log<CMTime>()

  private func camera(delay: Int) -> SyntheticCamera {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    options.exposureDelay = delay
    return SyntheticCamera(scene: ColorBars(), options: options)
  }

  private func session(_ camera: SyntheticCamera) throws -> AVCaptureSession {
    let session = AVCaptureSession()
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(AVCaptureVideoDataOutput())
    session.startRunning()
    return session
  }

  private func expose(_ device: AVCaptureDevice) throws {
    let log = log
    try device.lockForConfiguration()
    device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 100), iso: AVCaptureDevice.currentISO) {
      log.append($0)
    }
    device.unlockForConfiguration()
  }

  @Test("A handler receives the time of the first frame with the new setting", arguments: [0, 2])
  func firstFrame(delay: Int) throws {
    let camera = camera(delay: delay)
    let session = try session(camera)
    camera.step()
    try expose(camera.device)
    let duration = camera.device.activeVideoMinFrameDuration
    camera.step(delay)
    #expect(log.count == 0)
    camera.step(2)
    try log.wait(for: "the frame") { $0.count == 1 }
    session.stopRunning()
    #expect(log.all == [CMTimeMultiply(duration, multiplier: Int32(1 + delay))])
  }

  @Test("A handler is called when the stream ends before such a frame")
  func end() throws {
    let camera = camera(delay: 2)
    let session = try session(camera)
    try expose(camera.device)
    session.stopRunning()
    try log.wait(for: "the end") { $0.count == 1 }
  }

  @Test("A handler does not wait without a stream, or for a rejected change")
  func idle() async throws {
    let camera = camera(delay: 0)
    let before = CMClockGetTime(CMClockGetHostTimeClock())
    try expose(camera.device)
    try log.wait(for: "the time") { $0.count == 1 }
    #expect(log.all[0] >= before)
    // Rejected, because the device is not locked.
    #expect(await camera.device.setFocusModeLocked(lensPosition: 0.5) >= before)
  }
}
