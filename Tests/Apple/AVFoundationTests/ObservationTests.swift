import AVFoundation
import CaptureFixtures
import Fixtures
import Glibc
import OpenCaptureSyntheticDevices
import Testing

@Suite("Key-value observing")
struct ObservationTests {
  /// Waits until all earlier changes were reported; handlers run in order.
  private func settle() throws {
    let device = SyntheticCamera.stepped().device
    let log = Log<Double>()
    let last = device.observe(\.videoZoomFactor, options: .new) { _, change in log.append(change.newValue ?? 0) }
    try device.lockForConfiguration()
    device.videoZoomFactor = 2
    device.unlockForConfiguration()
    try log.wait(for: "the last observer") { $0.count == 1 }
    withExtendedLifetime(last) {}
  }

  @Test("A handler can modify the session and the device")
  func reaction() throws {
    let camera = SyntheticCamera.stepped()
    let session = AVCaptureSession()
    let input = try AVCaptureDeviceInput(device: camera.device)
    session.addInput(input)
    session.addOutput(AVCaptureVideoDataOutput())
    let log = Log<Bool>()
    let observation = session.observe(\.isRunning, options: .new) { session, change in
      if change.newValue == true { session.stopRunning() } else { session.removeInput(input) }
      log.append(change.newValue ?? false)
    }
    session.startRunning()
    try log.wait(for: "both changes") { $0.count == 2 }
    #expect(log.all == [true, false] && session.inputs.isEmpty)
    withExtendedLifetime(observation) {}
  }

  @Test("A session reports when it starts and stops, with old and new values")
  func session() throws {
    let camera = SyntheticCamera.stepped()
    let session = AVCaptureSession()
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(AVCaptureVideoDataOutput())
    let log = Log<String>()
    let observation = session.observe(\.isRunning, options: [.initial, .old, .new]) { observed, change in
      #expect(observed === session)
      log.append("\(change.oldValue.map(\.description) ?? "-") \(change.newValue.map(\.description) ?? "-")")
    }
    session.startRunning()
    session.stopRunning()
    try log.wait(for: "the end") { $0.count == 3 }
    observation.invalidate()
    session.startRunning()
    session.stopRunning()
    try settle()
    #expect(log.all == ["- false", "false true", "true false"])
  }

  @Test("A handler does not run on the thread that makes the change")
  func thread() throws {
    let device = SyntheticCamera.stepped().device
    let thread = UInt(pthread_self())
    let log = Log<Bool>()
    let observation = device.observe(\.videoZoomFactor) { _, _ in log.append(UInt(pthread_self()) == thread) }
    try device.lockForConfiguration()
    device.videoZoomFactor = 2
    device.unlockForConfiguration()
    try log.wait(for: "the handler") { $0.count == 1 }
    #expect(log.all == [false])
    withExtendedLifetime(observation) {}
  }

  @Test("Setting an equal value is not reported, and without options no values are passed")
  func device() throws {
    let device = SyntheticCamera.stepped().device
    let log = Log<Bool>()
    let observation = device.observe(\.videoZoomFactor) { _, change in
      log.append(change.newValue == nil && change.oldValue == nil)
    }
    try device.lockForConfiguration()
    device.videoZoomFactor = 2
    device.videoZoomFactor = 2
    device.videoZoomFactor = 3
    device.unlockForConfiguration()
    try settle()
    #expect(log.all == [true, true])
    withExtendedLifetime(observation) {}
  }

  @Test("A released observation ends")
  func lifetime() throws {
    let device = SyntheticCamera.stepped().device
    let log = Log<Double>()
    _ = device.observe(\.videoZoomFactor, options: .new) { _, change in log.append(change.newValue ?? 0) }
    try device.lockForConfiguration()
    device.videoZoomFactor = 2
    device.unlockForConfiguration()
    try settle()
    #expect(log.count == 0)
  }

  @Test("Modes, points and connections are reported")
  func others() throws {
    let camera = SyntheticCamera.stepped()
    let session = AVCaptureSession()
    let input = try AVCaptureDeviceInput(device: camera.device)
    let output = AVCaptureVideoDataOutput()
    let log = Log<String>()
    let observations = [
      session.observe(\.inputs, options: .new) { _, change in log.append("inputs \(change.newValue?.count ?? -1)")
      },
      input.device.observe(\.exposureMode, options: .new) { _, change in
        log.append("exposure \(change.newValue.map { "\($0)" } ?? "-")")
      },
      input.device.observe(\.focusPointOfInterest, options: .new) { _, change in
        log.append("focus \(change.newValue?.x ?? -1)")
      },
    ]
    session.addInput(input)
    session.addOutput(output)
    let connection = try #require(output.connection(with: .video))
    let active = connection.observe(\.isActive, options: .new) { _, change in
      log.append("active \(change.newValue ?? false)")
    }
    try input.device.lockForConfiguration()
    input.device.exposureMode = .locked
    input.device.focusPointOfInterest = CGPoint(x: 0.25, y: 0.5)
    input.device.unlockForConfiguration()
    session.startRunning()
    session.stopRunning()
    try settle()
    #expect(log.all.contains("inputs 1"))
    #expect(log.all.contains("exposure locked"))
    #expect(log.all.contains("focus 0.25"))
    #expect(log.all.suffix(2) == ["active true", "active false"])
    withExtendedLifetime((observations, active)) {}
  }
}
