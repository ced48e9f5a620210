import AVFoundation
import CaptureFixtures
import Dispatch
import Fixtures
import Foundation
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Notifications of AVFoundation")
struct NotificationTests {
  private static let mainQueue = DispatchSpecificKey<Bool>()

  /// The contents of a notification, cast as in code for iOS.
  private struct Post: Sendable {
    let isOnMainQueue: Bool
    let reasons: [Int?]
    let error: AVError?
    let domain: String?
    let code: Int?

    init(_ notification: Notification) {
      let reason = notification.userInfo?[AVCaptureSessionInterruptionReasonKey]
      let error = notification.userInfo?[AVCaptureSessionErrorKey]
      isOnMainQueue = DispatchQueue.getSpecific(key: NotificationTests.mainQueue) == true
      reasons = [reason as? Int, (reason as? NSNumber)?.intValue]
      self.error = error as? AVError
      domain = (error as? NSError)?.domain
      code = (error as? NSError)?.code
    }
  }

  /// Returns the first notification with a name, from a session that loses its camera.
  private func firstPost(_ name: Notification.Name, of session: AVCaptureSession) async throws -> Post? {
    DispatchQueue.main.setSpecific(key: Self.mainQueue, value: true)
    let camera = SyntheticCamera.stepped(scene: MovingCode())
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(AVCaptureVideoDataOutput())
    let (stream, posts) = AsyncStream.makeStream(of: Post.self)
    let observer = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
      posts.yield(Post($0))
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    session.startRunning()
    camera.inject(.vanish)
    camera.step()
    var iterator = stream.makeAsyncIterator()
    let post = await iterator.next()
    session.stopRunning()
    return post
  }

  @Test(
    "An interruption is posted on the main queue, with a reason that is an Int and an NSNumber",
    .objectNotifications)
  func interruption() async throws {
    let session = AVCaptureSession()
    let post = try #require(try await firstPost(AVCaptureSession.wasInterruptedNotification, of: session))
    #expect(post.isOnMainQueue)
    #expect(post.reasons == [101, 101])
  }

  @Test(
    "A runtime error is posted on the main queue, with an error that is an AVError and an NSError",
    .objectNotifications)
  func runtimeError() async throws {
    let session = AVCaptureSession()
    session.resumesAfterInterruption = false
    let post = try #require(try await firstPost(.AVCaptureSessionRuntimeError, of: session))
    #expect(post.isOnMainQueue)
    #expect(post.error?.code == .deviceWasDisconnected)
    #expect(post.domain == AVFoundationErrorDomain && post.code == post.error?.errorCode)
  }

  @Test("A native session posts on its own queue", .objectNotifications)
  func native() async throws {
    let session = CaptureSession(resumesAfterInterruption: true)
    let post = try #require(try await firstPost(AVCaptureSession.wasInterruptedNotification, of: session))
    #expect(!post.isOnMainQueue)
  }

  @Test("An error of AVFoundation survives the cast to NSError and back, and others are not cast")
  func casts() {
    let error: Any = NSError(domain: AVFoundationErrorDomain, code: AVError.Code.diskFull.rawValue)
    #expect((error as? AVError)?.code == .diskFull)
    let other: Any = NSError(domain: NSCocoaErrorDomain, code: 4)
    #expect(other as? AVError == nil)
  }
}
