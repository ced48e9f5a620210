import AVFoundation
import CaptureFixtures
import Fixtures
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Center Stage with Apple's names")
struct CenterStageTests {
  /// Runs a test with a switch of its own, whose detector finds nothing.
  private func withSwitch(_ body: (CenterStageSwitch) throws -> Void) throws {
    struct NoFaces: FrameProcessor {
      func process(_ frame: inout Frame) {}
    }
    let control = CenterStageSwitch(isEnabledByUser: false, makeDetector: { NoFaces() })
    try CenterStageSwitch.$current.withValue(control) { try body(control) }
  }

  @Test("A program can enable Center Stage only if the control mode allows it")
  func mode() throws {
    try withSwitch { _ in
      #expect(AVCaptureDevice.centerStageControlMode == .user && !AVCaptureDevice.isCenterStageEnabled)
      AVCaptureDevice.isCenterStageEnabled = true
      #expect(!AVCaptureDevice.isCenterStageEnabled)
      AVCaptureDevice.centerStageControlMode = .cooperative
      AVCaptureDevice.isCenterStageEnabled = true
      #expect(AVCaptureDevice.isCenterStageEnabled)
    }
  }

  @Test("The activity of Center Stage on a camera is observable")
  func observation() throws {
    try withSwitch { _ in
      let it = try SteppedSession()
      let log = Log<Bool>()
      let observation = it.camera.device.observe(\.isCenterStageActive, options: .new) { _, change in
        log.append(change.newValue ?? false)
      }
      AVCaptureDevice.centerStageControlMode = .app
      AVCaptureDevice.isCenterStageEnabled = true
      AVCaptureDevice.isCenterStageEnabled = false
      try log.wait(for: "both changes") { $0.count == 2 }
      #expect(log.all == [true, false])
      withExtendedLifetime(observation) {}
    }
  }

  @Test("The rectangle of interest must be a part of the frame, and is observable")
  func rectOfInterest() throws {
    try withSwitch { _ in
      let device = SyntheticCamera.stepped().device
      AVCaptureDevice.centerStageControlMode = .app
      AVCaptureDevice.isCenterStageEnabled = true
      #expect(device.centerStageRectOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
      let log = Log<CGRect>()
      let observation = device.observe(\.centerStageRectOfInterest, options: .new) { _, change in
        log.append(change.newValue ?? .zero)
      }
      try device.lockForConfiguration()
      let left = CGRect(x: 0, y: 0, width: 0.5, height: 1)
      device.centerStageRectOfInterest = CGRect(x: 0.75, y: 0, width: 0.5, height: 1)
      device.centerStageRectOfInterest = left
      device.unlockForConfiguration()
      try log.wait(for: "the change") { $0.count == 1 }
      #expect(log.all == [left] && device.centerStageRectOfInterest == left)
      withExtendedLifetime(observation) {}
    }
  }

  @Test("Formats report their limits with Center Stage")
  func formats() {
    for format in SyntheticCamera.stepped().device.formats {
      #expect(format.isCenterStageSupported && format.videoMinZoomFactorForCenterStage == 1)
      #expect(format.videoMaxZoomFactorForCenterStage == format.videoMaxZoomFactor)
      let rates = format.videoFrameRateRangeForCenterStage
      #expect(rates?.maxFrameRate == format.videoSupportedFrameRateRanges.map(\.maxFrameRate).max())
    }
  }
}
