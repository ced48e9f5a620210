import Fixtures
import Foundation
import OpenCapture
import Testing

@Suite("Default devices and notifications")
struct CaptureDefaultsTests {
  @Test("The synthetic camera is found by type and by identifier as the same object")
  func synthetic() throws {
    let device = try #require(CaptureDevice.default(.synthetic, for: .video, position: .unspecified))
    #expect(device === CaptureDevice.device(uniqueID: "synthetic"))
    #expect(!CaptureDevice.devices(for: .video).contains(device))
    #expect(CaptureDevice.default(for: .video) != device)
  }

  @Test("The default metadata output detects nothing until types are set")
  func metadata() {
    let output = CaptureMetadataOutput()
    #expect(output.availableMetadataObjectTypes.contains(.qr))
    #expect(output.types == [])
    output.types = [.qr]
    #expect(output.types == [.qr])
  }

  @Test("Session events are posted under AVFoundation's names", .objectNotifications)
  func notifications() async throws {
    let session = CaptureSession()
    let camera = SyntheticCamera(uniqueID: "posted")
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(CaptureVideoDataOutput())
    let (stream, posts) = AsyncStream.makeStream(of: String.self)
    let names: [Notification.Name] = [
      .CaptureSessionDidStartRunning, .CaptureSessionRuntimeError, .CaptureSessionDidStopRunning,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { notification in
        let error = notification.userInfo?[CaptureSessionErrorKey] as? CaptureError
        posts.yield(name.rawValue + (error.map { " \($0.code)" } ?? ""))
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    var iterator = stream.makeAsyncIterator()
    session.startRunning()
    #expect(await iterator.next() == "AVCaptureSessionDidStartRunningNotification")
    camera.inject(.vanish)
    #expect(await iterator.next() == "AVCaptureSessionRuntimeErrorNotification deviceDisconnected")
    #expect(await iterator.next() == "AVCaptureSessionDidStopRunningNotification")
  }

  @Test(
    "Interruptions and device connections are posted under AVFoundation's older names too",
    .objectNotifications)
  func interruptionNotifications() async throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    let camera = SyntheticCamera(uniqueID: "interrupted", options: options)
    let provider = SyntheticCameras([camera])
    let session = CaptureSession()
    session.resumesAfterInterruption = true
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(CaptureVideoDataOutput())
    // Sessions and devices post on separate threads.
    func posts(of names: [Notification.Name], object: AnyObject) -> AsyncStream<String> {
      let (stream, posts) = AsyncStream.makeStream(of: String.self)
      for name in names {
        let observer = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
          let reason = $0.userInfo?[CaptureSessionInterruptionReasonKey] as? CaptureSession.InterruptionReason
          posts.yield($0.name.rawValue + (reason.map { " \($0)" } ?? ""))
        }
        observers.append(observer)
      }
      return stream
    }
    var observers: [any NSObjectProtocol] = []
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    var sessionPosts = posts(
      of: [.CaptureSessionWasInterrupted, .CaptureSessionInterruptionEnded], object: session
    ).makeAsyncIterator()
    var devicePosts = posts(
      of: [.CaptureDeviceWasConnected, .CaptureDeviceWasDisconnected], object: camera.device
    ).makeAsyncIterator()

    session.startRunning()
    camera.inject(.vanish)
    camera.step()
    #expect(
      await sessionPosts.next() == "AVCaptureSessionWasInterruptedNotification videoDeviceNotAvailable")
    #expect(await devicePosts.next() == "AVCaptureDeviceWasDisconnectedNotification")
    camera.recover()
    #expect(await sessionPosts.next() == "AVCaptureSessionInterruptionEndedNotification")
    #expect(await devicePosts.next() == "AVCaptureDeviceWasConnectedNotification")
    #expect(provider.devices == [camera.device])
  }

  @Test("A lost camera posts the disconnection, then the error, then the stop of the session", .objectNotifications)
  func lossOrder() async throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    let camera = SyntheticCamera(uniqueID: "lost", options: options)
    let session = CaptureSession()
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(CaptureVideoDataOutput())
    let (stream, posts) = AsyncStream.makeStream(of: Notification.Name.self)
    let names: [(Notification.Name, any AnyObject & Sendable)] = [
      (CaptureDevice.wasDisconnectedNotification, camera.device),
      (CaptureSession.runtimeErrorNotification, session),
      (CaptureSession.didStopRunningNotification, session),
    ]
    let observers = names.map { name, object in
      NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { posts.yield($0.name) }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    session.startRunning()
    camera.inject(.vanish)
    camera.step()
    var posted = stream.makeAsyncIterator()
    for (name, _) in names { #expect(await posted.next() == name) }
    #expect(!camera.device.isConnected)
  }

  @Test("A change of the subject area is posted under AVFoundation's older name too", .objectNotifications)
  func subjectAreaNotification() async throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    options.modes = [(VideoDimensions(width: 320, height: 240), [30])]
    let scene = PictureScene { moment in
      var picture = try PixelBuffer(format: .grey, width: 32, height: 24)
      let isOther = moment.frame >= 500
      try picture.withUnsafeMutablePlane(0) { bytes in
        for index in bytes.indices { bytes[index] = ((index / 8 + index / 96) % 2 == 0) == isOther ? 60 : 180 }
      }
      return picture
    }
    let camera = SyntheticCamera(scene: scene, uniqueID: "subject", options: options)
    let session = CaptureSession()
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(CaptureVideoDataOutput())
    let posted = Locked(0)
    let observer = NotificationCenter.default.addObserver(
      forName: .CaptureDeviceSubjectAreaDidChange, object: camera.device, queue: nil
    ) { _ in posted.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(observer) }
    try camera.device.lockForConfiguration()
    camera.device.isSubjectAreaChangeMonitoringEnabled = true
    camera.device.unlockForConfiguration()
    session.startRunning()
    // The monitor uses its own thread and skips frames that arrive meanwhile.
    for _ in 0..<100_000 where posted.withLock({ $0 }) == 0 { camera.step() }
    #expect(posted.withLock { $0 } == 1)
    session.stopRunning()
  }

  @Test("A stall and its end are posted with the port and the stall", .objectNotifications)
  func stallNotifications() async throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    let camera = SyntheticCamera(localizedName: "stalling", options: options)
    let session = CaptureSession()
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(CaptureVideoDataOutput())
    let (stream, posts) = AsyncStream.makeStream(of: String.self)
    let observers = [CaptureSession.didStallNotification, CaptureSession.stallEndedNotification].map { name in
      NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { notification in
        let port = notification.userInfo?[CaptureSessionInputPortKey] as? CaptureInputPort
        let stall = notification.userInfo?[CaptureSessionStallKey] as? CaptureStall
        posts.yield("\(name.rawValue) \(port?.input?.name ?? "?")" + (stall.map { " \($0)" } ?? ""))
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    var iterator = stream.makeAsyncIterator()
    session.startRunning()
    camera.inject(.stall)
    camera.step(40)
    #expect(await iterator.next() == "CaptureSessionDidStallNotification stalling no frame for 1 s")
    camera.recover()
    camera.step()
    #expect(await iterator.next() == "CaptureSessionStallEndedNotification stalling")
  }
}
