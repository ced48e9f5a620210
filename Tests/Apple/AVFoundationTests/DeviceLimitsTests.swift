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

  @Test("White balance gains are relative to green, and gains above the maximum have no effect")
  func whiteBalance() throws {
    var options = SyntheticCamera.Options()
    options.controls += SyntheticCamera.Options.whiteBalanceControls
    let device = SyntheticCamera.stepped(options: options).device
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    let before = device.deviceWhiteBalanceGains
    let tooHigh = AVCaptureDevice.WhiteBalanceGains(
      redGain: 300, greenGain: 1, blueGain: device.maxWhiteBalanceGain + 1)
    device.setWhiteBalanceModeLocked(with: tooHigh, completionHandler: nil)
    #expect(device.deviceWhiteBalanceGains == before && device.whiteBalanceMode == .continuousAutoWhiteBalance)
    let doubled = AVCaptureDevice.WhiteBalanceGains(
      redGain: 600, greenGain: 2, blueGain: 2 * device.maxWhiteBalanceGain)
    device.setWhiteBalanceModeLocked(with: doubled, completionHandler: nil)
    let gains = device.deviceWhiteBalanceGains
    #expect(gains.redGain == 300 && gains.greenGain == 1 && gains.blueGain == device.maxWhiteBalanceGain)
    #expect(device.whiteBalanceMode == .locked)
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
