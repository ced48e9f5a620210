import Fixtures
import OpenCaptureFlow
import CaptureFixtures
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
@testable import OpenCaptureSession
import Dispatch
import OpenCaptureMediaSamples
import Testing

@Suite("CaptureSession")
struct SessionTests {
  @Test("Frames are delivered in order, with the camera's numbers and times")
  func order() throws {
    let it = try SteppedSession()
    try it.step(5)
    #expect(it.log.numbers == [0, 1, 2, 3, 4])
    let times = it.log.frames.all.map(\.sample.presentationTimeStamp)
    #expect(times == (0..<5).map { MediaTime(value: $0, timescale: 15) })
    #expect(it.log.drops.count == 0)
  }

  @Test("A session can be started and stopped repeatedly, and frames are delivered only while it runs")
  func running() throws {
    let it = try SteppedSession(starts: false)
    try it.step(2)
    it.session.startRunning()
    it.session.startRunning()
    #expect(it.session.isRunning)
    try it.step()
    it.session.stopRunning()
    it.session.stopRunning()
    #expect(!it.session.isRunning)
    try it.step(2)
    #expect(it.log.frames.count == 1)
    it.session.startRunning()
    try it.step()
    #expect(it.log.frames.count == 2)
  }

  @Test("A preset sets the camera's format, and the actual configuration is available")
  func preset() throws {
    let it = try SteppedSession(starts: false)
    #expect(it.camera.device.activeFormat.dimensions == VideoDimensions(width: 320, height: 240))
    it.session.sessionPreset = .hd1920x1080
    #expect(it.camera.device.activeFormat.dimensions.height == 1080)
    #expect(it.camera.device.actualConfiguration == nil)
    it.session.startRunning()
    #expect(it.camera.device.actualConfiguration?.formatDescription.videoDimensions.height == 1080)
    it.session.sessionPreset = .vga640x480
    try it.step()
    #expect(it.log.frames.all.last?.sample.format.videoDimensions == VideoDimensions(width: 640, height: 480))
  }

  @Test("Setting a format takes effect at once and changes the preset to inputPriority")
  func format() throws {
    let it = try SteppedSession()
    let device = it.camera.device
    let format = try #require(device.formats.first { $0.dimensions.height == 720 && $0.driverCode == "NV12" })
    try device.lockForConfiguration()
    device.activeFormat = format
    device.unlockForConfiguration()
    #expect(it.session.sessionPreset == .inputPriority)
    try it.step()
    #expect(it.log.frames.all.last?.sample.format == format.formatDescription)
  }

  @Test("Setting a frame rate takes effect at once and keeps the preset")
  func rate() throws {
    let it = try SteppedSession()
    let device = it.camera.device
    let duration = MediaTime(value: 1, timescale: 60)
    try device.lockForConfiguration()
    device.minFrameDuration = duration
    device.maxFrameDuration = duration
    device.unlockForConfiguration()
    #expect(device.configurationError == nil)
    #expect(it.session.sessionPreset == .low)
    #expect(device.minFrameDuration == duration)
    try it.step()
    #expect(it.log.frames.all.last?.sample.duration == duration)
  }

  @Test("An unavailable frame rate or preset is rejected without a change")
  func refused() throws {
    let it = try SteppedSession()
    let device = it.camera.device
    #expect(throws: CaptureError.self) {
      try device.set(\.minFrameDuration, to: MediaTime(value: 1, timescale: 7))
    }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    device.minFrameDuration = MediaTime(value: 1, timescale: 7)
    #expect(device.configurationError?.code == .outOfRange)
    #expect(it.session.canSetSessionPreset(.inputPriority))
    #expect(!it.session.canSetSessionPreset(CaptureSession.Preset(rawValue: "?")))
  }

  @Test("After each of 200 switches of inputs, no frame of the old input is delivered")
  func switching() throws {
    let it = try SteppedSession()
    let other = SyntheticCamera.stepped(uniqueID: "other")
    let inputs = [it.input, try CaptureDeviceInput(device: other.device)]
    let cameras = [it.camera, other]
    for round in 1...200 {
      let old = inputs[(round + 1) % 2]
      let new = inputs[round % 2]
      cameras[(round + 1) % 2].step()
      it.session.beginConfiguration()
      it.session.removeInput(old)
      try it.session.add(new)
      try it.session.commit()
      let before = it.log.frames.count
      for camera in cameras { camera.step() }
      try it.settle()
      let after = it.log.frames.all.dropFirst(before)
      #expect(after.count == 1)
      #expect(after.allSatisfy { $0.connection.input === new })
    }
  }

  @Test("A failed commit leaves the session and its stream unchanged")
  func rollback() throws {
    let it = try SteppedSession()
    let other = SyntheticCamera.stepped(uniqueID: "other")
    let input = try CaptureDeviceInput(device: other.device)
    other.inject(.vanish)
    try it.step()
    it.session.beginConfiguration()
    it.session.removeInput(it.input)
    try it.session.add(input)
    #expect(throws: CaptureError.self) { try it.session.commit() }
    #expect(it.session.inputs.count == 1 && it.session.inputs[0] === it.input)
    try it.step()
    #expect(it.log.numbers == [0, 1])
  }

  @Test("A failed change of the preset restores the previous preset")
  func formatRollback() throws {
    let it = try SteppedSession()
    try it.step()
    it.session.beginConfiguration()
    it.session.sessionPreset = .hd1280x720
    it.camera.inject(.vanish)
    #expect(throws: CaptureError.self) { try it.session.commit() }
    #expect(it.session.sessionPreset == .low)
  }

  @Test("Two cameras stream at once to one output each")
  func two() throws {
    let it = try SteppedSession()
    let other = SyntheticCamera.stepped(uniqueID: "other")
    let output = CaptureVideoDataOutput()
    let log = VideoLog()
    output.setSampleBufferDelegate(log, queue: it.queue)
    try it.session.add(CaptureDeviceInput(device: other.device))
    try it.session.add(output)
    try it.step(2)
    other.step()
    try output.settle()
    #expect(it.log.frames.count == 2)
    #expect(log.frames.count == 1)
    #expect((log.frames.all[0].connection.input as? CaptureDeviceInput)?.device.uniqueID == "other")
  }

  @Test("Inputs, outputs and connections that do not fit are rejected")
  func objections() throws {
    let it = try SteppedSession()
    #expect(!it.session.canAddInput(it.input))
    #expect(!it.session.canAddOutput(it.output))
    #expect(throws: CaptureError.self) { try it.session.add(it.output) }
    let again = try CaptureDeviceInput(device: it.camera.device)
    #expect(!it.session.canAddInput(again))
    #expect(!CaptureSession().canAddOutput(it.output))
    let foreign = CaptureConnection(inputPorts: again.ports, output: it.output)
    #expect(!it.session.canAddConnection(foreign))
  }

  @Test("A connection can be disabled and removed")
  func connection() throws {
    let it = try SteppedSession()
    let connection = try #require(it.output.connection(with: .video))
    #expect(connection.isActive)
    connection.isEnabled = false
    try it.step()
    connection.isEnabled = true
    try it.step()
    #expect(it.log.numbers == [1])
    it.session.removeConnection(connection)
    #expect(!connection.isActive)
    try it.step()
    #expect(it.log.numbers == [1])
  }

  @Test("A disconnected camera causes a runtime error at once and ends its sequences with the error")
  func vanishing() async throws {
    let it = try SteppedSession()
    var events = it.session.events.makeAsyncIterator()
    let frames = it.output.sampleBuffers
    try it.step()
    it.camera.inject(.vanish)
    it.camera.step()
    guard case .runtimeError(let error)? = await events.next() else {
      Issue.record("no runtime error")
      return
    }
    #expect(error.code == .deviceDisconnected)
    #expect(await events.next() == .didStopRunning)
    var iterator = frames.makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    await #expect(throws: CaptureError.self) { try await iterator.next() }
    #expect(!it.session.isRunning)
    #expect(!it.camera.device.isConnected)
  }

  @Test("If the session resumes after interruptions, a reconnected camera streams again")
  func resumption() async throws {
    let it = try SteppedSession()
    it.session.resumesAfterInterruption = true
    var events = it.session.events.makeAsyncIterator()
    try it.step()
    it.camera.inject(.vanish)
    it.camera.step()
    guard case .wasInterrupted(.videoDeviceNotAvailable, _)? = await events.next() else {
      Issue.record("no interruption")
      return
    }
    #expect(!it.session.isRunning && it.session.isInterrupted)
    it.camera.recover()
    #expect(await events.next() == .interruptionEnded)
    try it.step()
    #expect(it.log.frames.count == 2)
  }

  @Test("Deallocating a running session stops its cameras")
  func deallocation() throws {
    let camera: SyntheticCamera
    do {
      let it = try SteppedSession()
      camera = it.camera
      try it.step()
    }
    let next = CaptureSession()
    try next.add(CaptureDeviceInput(device: camera.device))
    try next.add(CaptureVideoDataOutput())
    // Threads of the first session may hold it for a moment longer.
    try TimedOut.unless("the camera is free") { deadline in
      repeat { next.startRunning() } while !next.isRunning && MonotonicClock.now() < deadline
      return next.isRunning
    }
  }

  @Test("A session can be started and stopped by tasks, and a failed start throws its error")
  func tasks() async throws {
    let it = try SteppedSession(starts: false)
    try await it.session.start()
    #expect(it.session.isRunning)
    await it.session.stop()
    it.camera.inject(.vanish)
    await #expect(throws: CaptureError.self) { try await it.session.start() }
    #expect(!it.session.isRunning)
  }

  @Test("A delegate can stop its own session")
  func stopFromDelegate() throws {
    struct Held: Lockable { var session: CaptureSession? }
    let held = Locked(Held())
    let it = try SteppedSession(log: VideoLog { _ in held.withLock { $0.session }?.stopRunning() })
    held.withLock { $0.session = it.session }
    try it.step()
    #expect(!it.session.isRunning)
    held.withLock { $0.session = nil }
  }
}
