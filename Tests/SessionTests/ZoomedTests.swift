import CaptureFixtures
import OpenCaptureMediaSamples
@testable import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Focus and exposure with digital zoom")
struct ZoomedTests {
  /// Returns a session with a camera without optical zoom, at a digital zoom of 4.
  private func zoomed(on scene: PictureScene) throws -> SteppedSession {
    var options = SyntheticCamera.Options()
    options.modes = [(VideoDimensions(width: 640, height: 480), [30])]
    options.controls.removeAll { $0.name == .zoomFactor }
    let it = try SteppedSession(scene: scene, options: options)
    try it.camera.device.lockForConfiguration()
    try it.camera.device.set(\.zoomFactor, to: 4)
    return it
  }

  /// Returns a scene with the given luma at each position.
  private func scene(_ luma: @escaping @Sendable (_ x: Int, _ y: Int) -> UInt8) -> PictureScene {
    PictureScene { _ in
      var picture = try PixelBuffer(format: .nv12, width: 640, height: 480)
      let stride = picture.planes[0].bytesPerRow
      try picture.withUnsafeMutablePlane(0) { bytes in
        for y in 0..<480 { for x in 0..<640 { bytes[y * stride + x] = luma(x, y) } }
      }
      try picture.withUnsafeMutablePlane(1) { for index in $0.indices { $0[index] = 128 } }
      return picture
    }
  }

  @Test("Exposure is metered in the visible image, not in the whole image")
  func exposure() throws {
    // Columns 240 to 400 are visible: bright on the left and dark on the right.
    let it = try zoomed(on: scene { x, _ in (240..<320).contains(x) ? 200 : x < 400 ? 90 : 16 })
    let device = it.camera.device
    for (x, isBrighter) in [(0.25, false), (0.75, true)] {
      device.exposurePoint = Point(x: x, y: 0.5)
      device.exposureMode = .continuousAutoExposure
      let gain = Double(device.iso) * device.exposureDuration.seconds
      #expect(device.configurationError == nil)
      for _ in 0..<12 {
        try it.step()
        device.exposureMetering?.settle()
      }
      #expect(!device.isAdjustingExposure && abs(device.exposureTargetOffset) < 0.1)
      #expect((Double(device.iso) * device.exposureDuration.seconds > gain) == isBrighter)
    }
  }

  @Test("Focus uses the sharpness at the point in the visible image")
  func focus() throws {
    // The subject is in the upper left of the visible image. The same place in the whole image is blank.
    let it = try zoomed(
      on: scene { x, y in
        (240..<300).contains(x) && (180..<230).contains(y) ? (x / 6 + y / 6) % 2 == 0 ? 40 : 200 : 120
      })
    let device = it.camera.device
    device.focusPoint = Point(x: 0.2, y: 0.2)
    device.focusMode = .autoFocus
    #expect(device.configurationError == nil)
    var count = 0
    while device.isAdjustingFocus, count < 100_000 {
      try it.step()
      count += 1
    }
    #expect(abs(try device.value(of: .lensPosition) - 120) <= 5)
  }
}
