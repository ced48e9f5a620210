import OpenCaptureSyntheticDevices
import CaptureFixtures
@testable import OpenCaptureSession
import OpenCaptureMediaSamples
import Testing

@Suite("Control changes by the camera or other programs")
struct ControlChangeTests {
  private func time(_ milliseconds: Int64) -> MediaTime { MediaTime(value: milliseconds, timescale: 1000) }

  @Test("A repeatedly changing control is being adjusted until it rests for half a second")
  func adjustments() {
    var adjustments = AutomaticAdjustments()
    #expect(adjustments.isAtRest)
    let begins = [
      adjustments.change(.exposure, at: time(0)), adjustments.change(.exposure, at: time(300)),
      adjustments.change(.whiteBalance, at: time(300)),
    ]
    #expect(begins == [true, false, true])
    var settled = [adjustments.advance(to: time(700))]
    #expect(adjustments.isAdjusting(.exposure) && !adjustments.isAdjusting(.focus))
    _ = adjustments.change(.whiteBalance, at: time(750))
    settled.append(adjustments.advance(to: time(800)))
    #expect(!adjustments.isAdjusting(.exposure) && !adjustments.isAtRest)
    settled.append(adjustments.advance(to: time(1250)))
    #expect(settled == [[], [.exposure], [.whiteBalance]])
    #expect(adjustments.isAtRest)
  }

  @Test("An external change of a control is reported once, with the new value and flags")
  func elsewhere() async throws {
    let stepped = try SteppedSession()
    let device = stepped.camera.device
    #expect(device.control(.lensPosition)?.flags == .inactive)
    var updates = device.controlUpdates.makeAsyncIterator()
    try stepped.camera.change(.continuousAutofocus, to: 0)
    #expect(await updates.next() == .continuousAutofocus)
    #expect(await updates.next() == .lensPosition)
    #expect(device.control(.continuousAutofocus)?.value == 0)
    #expect(device.control(.lensPosition)?.flags == [])
    // A value that is already set is not reported.
    try stepped.camera.change(.continuousAutofocus, to: 0)
    try stepped.camera.change(.gain, to: 20)
    #expect(await updates.next() == .gain)
    stepped.session.stopRunning()
  }

  @Test("Exposure is being adjusted while the camera changes it, and no longer afterwards")
  func adjusting() async throws {
    let stepped = try SteppedSession()
    let device = stepped.camera.device
    var updates = device.isAdjustingExposureUpdates.makeAsyncIterator()
    #expect(await updates.next() == false)
    try stepped.camera.change(.exposureDuration, to: 200)
    #expect(device.isAdjustingExposure)
    #expect(await updates.next() == true)
    try stepped.camera.change(.exposureDuration, to: 210)
    // The preset requests 15 frames per second.
    try stepped.step(7)
    #expect(device.isAdjustingExposure)
    try stepped.step(3)
    #expect(!device.isAdjustingExposure)
    #expect(await updates.next() == false)
    stepped.session.stopRunning()
  }

  @Test("Manual exposure does not count as adjusting, and stopping the session ends all adjustments")
  func byHand() throws {
    let stepped = try SteppedSession()
    let device = stepped.camera.device
    try stepped.camera.change(.exposureMode, to: 1)
    try stepped.camera.change(.exposureDuration, to: 200)
    #expect(!device.isAdjustingExposure)
    try stepped.camera.change(.lensPosition, to: 100)
    #expect(device.isAdjustingFocus)
    stepped.session.stopRunning()
    #expect(!device.isAdjustingFocus)
  }
}
