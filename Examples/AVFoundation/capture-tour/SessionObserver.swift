import AVFoundation

/// An observer that prints a session's changes from key-value observing and notifications.
final class SessionObserver {
  private var observations: [NSKeyValueObservation] = []
  private var tokens: [NSObjectProtocol] = []
  private let (stops, continuation) = AsyncStream.makeStream(of: Void.self)

  init(_ session: AVCaptureSession) {
    observations.append(
      session.observe(\.isRunning, options: [.new]) { [continuation] _, change in
        print("observed: running is \(change.newValue ?? false)")
        if change.newValue == false { continuation.yield() }
      })
    listen(AVCaptureSession.didStartRunningNotification, session) { _ in print("notified: started") }
    listen(AVCaptureSession.didStopRunningNotification, session) { [continuation] _ in
      print("notified: stopped")
      continuation.yield()
    }
    listen(AVCaptureSession.wasInterruptedNotification, session) { notification in
      let value = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
      let reason = value.flatMap { AVCaptureSession.InterruptionReason(rawValue: $0) }
      print(
        "interrupted: \(reason == .videoDeviceInUseByAnotherClient ? "by another program" : "for another reason")")
    }
    listen(AVCaptureSession.interruptionEndedNotification, session) { _ in print("interruption ended") }
    listen(AVCaptureSession.runtimeErrorNotification, session) { [weak session] notification in
      guard let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
      print("failed: \(error.localizedDescription)")
      // After a reset of the media services, the session must be started again.
      if error.code == .mediaServicesWereReset { session?.startRunning() }
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  /// Observes focus changes of a camera.
  func follow(_ device: AVCaptureDevice) {
    observations.append(
      device.observe(\.isAdjustingFocus, options: [.old, .new]) { _, change in
        if change.newValue == true { print("observed: focusing") }
      })
  }

  /// Waits for the stop of the session, both observed and notified.
  func sessionStopped() async { for await _ in stops.prefix(2) {} }

  private func listen(
    _ name: Notification.Name, _ session: AVCaptureSession, _ body: @escaping (Notification) -> Void
  ) {
    tokens.append(NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { body($0) })
  }
}
