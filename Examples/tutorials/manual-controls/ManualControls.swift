import AVFoundation
import CoreImage
import TutorialScreen

/// A program that sets exposure, focus and white balance manually, and shows the effect.
///
/// For iOS. macOS does not have these controls.
@main
struct ManualControls {
  let camera: ManualCamera
  let layers: AssistLayers

  static func main() {
    guard let device = AVCaptureDevice.default(for: .video) else { return print("No camera.") }
    let camera = ManualCamera(device)
    let previewLayer = AVCaptureVideoPreviewLayer(session: camera.session)
    let program = ManualControls(camera: camera, layers: AssistLayers(over: previewLayer))
    Screen.run("Manual controls", showing: previewLayer, steps: { screen in try await program.run(on: screen) })
  }

  func run(on screen: Screen) async throws {
    guard await AVCaptureDevice.requestAccess(for: .video) else { return print("Access to the camera denied.") }
    try camera.start()
    try await setExposure()
    try await setBias()
    try await setFocus()
    try await setWhiteBalance()
    try await showAids()
    await screen.untilClosed()
    camera.session.stopRunning()
  }

  /// Sets two exposures, the first with one eighth of the light.
  private func setExposure() async throws {
    guard camera.device.isExposureModeSupported(.custom) else { return print("exposure: no manual control") }
    let format = camera.device.activeFormat
    let range = CMTimeRange(start: format.minExposureDuration, end: format.maxExposureDuration)
    let iso = (format.minISO + format.maxISO) / 4
    var frames: [FrameAnalysis] = []
    for milliseconds in [2, 16] as [Int64] {
      let duration = CMTimeClampToRange(CMTime(value: milliseconds, timescale: 1000), range: range)
      frames.append(
        try await camera.frame { device, done in
          device.setExposureModeCustom(duration: duration, iso: max(iso, format.minISO), completionHandler: done)
        })
      print("exposure: \(milliseconds) ms |\(frames.last?.bars ?? "")|")
    }
    print("one eighth of the light is darker: \(frames[0].mean < frames[1].mean * 0.7)")
  }

  /// Returns to automatic exposure, with a bias of one step darker.
  private func setBias() async throws {
    let device = camera.device
    guard device.isExposureModeSupported(.continuousAutoExposure), device.minExposureTargetBias <= -1 else {
      return print("exposure bias: no control")
    }
    try camera.configure { device.exposureMode = .continuousAutoExposure }
    let before = try await camera.frame { $0.setExposureTargetBias(0, completionHandler: $1) }
    let after = try await camera.frame { $0.setExposureTargetBias(-1, completionHandler: $1) }
    print("one step darker: \(after.mean < before.mean)")
    _ = try await camera.frame { $0.setExposureTargetBias(0, completionHandler: $1) }
  }

  /// Moves the lens from near to far, then to the sharpest position.
  private func setFocus() async throws {
    guard camera.device.isLockingFocusWithCustomLensPositionSupported else {
      return print("focus: no manual control")
    }
    var sharpest: (position: Float, edges: Int) = (0, -1)
    for step in 0...8 {
      let position = Float(step) / 8
      let edges = try await focus(at: position).peaks.count
      if edges > sharpest.edges { sharpest = (position, edges) }
    }
    _ = try await focus(at: sharpest.position)
    print("sharpest at lens position \(sharpest.position)")
    print("lens position kept: \(abs(camera.device.lensPosition - sharpest.position) < 0.02)")
  }

  private func focus(at position: Float) async throws -> FrameAnalysis {
    try await camera.frame { $0.setFocusModeLocked(lensPosition: position, completionHandler: $1) }
  }

  /// Sets the white balance for light bulbs, then doubles the gain of red.
  private func setWhiteBalance() async throws {
    let device = camera.device
    guard device.isWhiteBalanceModeSupported(.locked), device.isLockingWhiteBalanceWithCustomDeviceGainsSupported
    else { return print("white balance: no manual control") }
    let before = await camera.frame(from: .zero)
    let bulbs = AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: 3000, tint: 0)
    var gains = usable(device.deviceWhiteBalanceGains(for: bulbs))
    let after = try await camera.frame { $0.setWhiteBalanceModeLocked(with: gains, completionHandler: $1) }
    let values = device.temperatureAndTintValues(for: device.deviceWhiteBalanceGains)
    print("white balance: \(Int((values.temperature / 100).rounded()) * 100) K")
    print("bluer than before: \(after.blueness > before.blueness + 5)")
    gains.redGain *= 2
    gains = usable(gains)
    _ = try await camera.frame { $0.setWhiteBalanceModeLocked(with: gains, completionHandler: $1) }
    print("gain of red kept: \(abs(device.deviceWhiteBalanceGains.redGain / gains.redGain - 1) < 0.02)")
    try camera.configure { device.whiteBalanceMode = .continuousAutoWhiteBalance }
  }

  /// Returns white balance gains limited to the range of the camera, outside of which they raise an exception.
  private func usable(_ gains: AVCaptureDevice.WhiteBalanceGains) -> AVCaptureDevice.WhiteBalanceGains {
    let range = 1...camera.device.maxWhiteBalanceGain
    func clamped(_ gain: Float) -> Float { min(max(gain, range.lowerBound), range.upperBound) }
    return AVCaptureDevice.WhiteBalanceGains(
      redGain: clamped(gains.redGain), greenGain: clamped(gains.greenGain), blueGain: clamped(gains.blueGain))
  }

  /// Shows focus peaking and a histogram over a picture without color, and writes the first picture.
  private func showAids() async throws {
    let (pictures, continuation) = AsyncStream.makeStream(
      of: (picture: CIImage, edgeCount: Int).self, bufferingPolicy: .bufferingNewest(1))
    camera.forEachFrame { pixelBuffer, analysis in
      guard let picture = layers.show(pixelBuffer, analysis) else { return }
      continuation.yield((picture, analysis.peaks.count))
    }
    for await shown in pictures {
      try CIContext().writeJPEGRepresentation(
        of: shown.picture, to: Screen.file("monochrome.jpg"),
        colorSpace: CGColorSpaceCreateDeviceRGB())
      print("focus peaking: \(shown.edgeCount > 0 ? "edges" : "no edges")")
      break
    }
  }
}
