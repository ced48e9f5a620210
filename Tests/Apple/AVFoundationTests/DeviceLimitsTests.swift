import AVFoundation
import CaptureFixtures
import OpenCaptureSyntheticDevices
import Testing

@Suite("Limits of formats")
struct DeviceLimitsTests {
  private let device = SyntheticCamera.stepped().device

  @Test("A format reports the exposure limits of the device, and the device accepts them")
  func exposure() throws {
    let format = device.activeFormat
    #expect(format.minISO == 1 && format.maxISO == 64)
    #expect(format.minExposureDuration == CMTime(value: 1, timescale: 10_000))
    #expect(format.maxExposureDuration == CMTime(value: 1, timescale: 2))
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    device.setExposureModeCustom(duration: format.minExposureDuration, iso: format.maxISO)
    #expect(device.exposureMode == .custom)
    #expect(device.exposureDuration == format.minExposureDuration && device.iso == format.maxISO)
  }

  @Test("The maximum zoom factor of each format can be set")
  func zoom() throws {
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    for format in device.formats {
      let factor: CGFloat = format.videoMaxZoomFactor
      device.videoZoomFactor = factor
      #expect(factor == 5 && device.videoZoomFactor == factor, "\(format)")
      device.videoZoomFactor = 1
    }
  }

  @Test("Limits of the device do not affect equality of formats")
  func identity() throws {
    let camera = SyntheticCamera.stepped()
    let device = camera.device
    let format = try #require(try camera.formats().last)
    try device.lockForConfiguration()
    device.activeFormat = format
    device.unlockForConfiguration()
    #expect(device.activeFormat == format && device.activeFormat.maxISO == 64)
  }
}
