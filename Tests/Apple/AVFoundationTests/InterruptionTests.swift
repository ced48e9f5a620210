import AVFoundation
import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Interruptions of a session", .objectNotifications)
struct InterruptionTests {
  /// The notifications of a session, with reasons of interruptions and codes of errors.
  private final class Posts {
    let log = Log<String>()
    private let observers: [any NSObjectProtocol]

    init(of session: AVCaptureSession) {
      let log = log
      let names: [Notification.Name] = [
        AVCaptureSession.didStartRunningNotification, AVCaptureSession.didStopRunningNotification,
        AVCaptureSession.wasInterruptedNotification, AVCaptureSession.interruptionEndedNotification,
        AVCaptureSession.runtimeErrorNotification,
      ]
      observers = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { notification in
          log.append(Posts.describe(notification))
        }
      }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    private static func describe(_ notification: Notification) -> String {
      switch notification.name {
      case AVCaptureSession.didStartRunningNotification: return "started"
      case AVCaptureSession.didStopRunningNotification: return "stopped"
      case AVCaptureSession.interruptionEndedNotification: return "ended"
      case AVCaptureSession.wasInterruptedNotification:
        let value = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
        let reason = value.flatMap { AVCaptureSession.InterruptionReason(rawValue: $0) }
        return "interrupted: \(reason.map { "\($0)" } ?? "no reason")"
      default:
        let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
        return "error: \(error.map { "\($0.code)" } ?? "no error")"
      }
    }

    /// Waits until the last notification is the given one.
    func wait(until last: String) throws { try log.wait(for: last) { $0.last == last } }
  }

  private let camera = SyntheticCamera.stepped()
  private let session = AVCaptureSession()
  private let output = AVCaptureVideoDataOutput()
  private let frames = VideoLog()

  private func begin(_ device: AVCaptureDevice) throws -> Posts {
    session.addInput(try AVCaptureDeviceInput(device: device))
    session.addOutput(output)
    output.setSampleBufferDelegate(frames, queue: nil)
    return Posts(of: session)
  }

  private func step() throws {
    camera.step()
    try output.settle()
  }

  @Test("An unplugged camera interrupts the session, which runs again when the camera is connected")
  func unplugged() throws {
    let posts = try begin(camera.device)
    session.startRunning()
    try step()
    camera.inject(.vanish)
    camera.step()
    try posts.wait(until: "interrupted: videoDeviceNotAvailable")
    #expect(!session.isRunning && session.isInterrupted && frames.frames.count == 1)
    camera.recover()
    try posts.wait(until: "ended")
    #expect(session.isRunning && !session.isInterrupted)
    try step()
    #expect(frames.frames.count == 2)
    session.stopRunning()
    try posts.wait(until: "stopped")
    #expect(posts.log.all == ["started", "interrupted: videoDeviceNotAvailable", "ended", "stopped"])
  }

  @Test("A camera in use interrupts a session that starts, which runs once the camera is free")
  func inUse() throws {
    let holder = AVCaptureSession()
    holder.addInput(try AVCaptureDeviceInput(device: camera.device))
    holder.addOutput(AVCaptureVideoDataOutput())
    holder.startRunning()
    let posts = try begin(camera.device)
    session.startRunning()
    #expect(!session.isRunning && session.isInterrupted)
    try posts.wait(until: "interrupted: videoDeviceInUseByAnotherClient")
    holder.stopRunning()
    try posts.wait(until: "ended")
    #expect(session.isRunning && !session.isInterrupted)
    try step()
    #expect(frames.frames.count == 1)
    session.stopRunning()
  }

  @Test("An error that waiting cannot resolve stops the session with a runtime error")
  func permanentError() throws {
    let camera = FrameCamera(
      FormatDescription(pixelFormat: .nv12, dimensions: VideoDimensions(width: 64, height: 48)))
    session.sessionPreset = .inputPriority
    let posts = try begin(AVCaptureDevice(camera))
    session.startRunning()
    #expect(session.isRunning)
    camera.fail(.notAuthorized, "the permission was withdrawn")
    try posts.wait(until: "stopped")
    #expect(posts.log.all == ["started", "error: notAuthorized", "stopped"])
    #expect(!session.isRunning && !session.isInterrupted)
  }
}
