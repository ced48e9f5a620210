import AVFoundation

/// Tells what becomes of a session: by key-value observing, and by notifications.
final class SessionObserver {
  private var observations: [NSKeyValueObservation] = []
  private var tokens: [NSObjectProtocol] = []
  private let (stops, told) = AsyncStream.makeStream(of: Void.self)

  init(_ session: AVCaptureSession) {
    observations.append(
      session.observe(\.isRunning, options: [.new]) { [told] _, change in
        print("observed: running is \(change.newValue ?? false)")
        if change.newValue == false { told.yield() }
      })
    listen(AVCaptureSession.didStartRunningNotification, session) { _ in print("notified: started") }
    listen(AVCaptureSession.didStopRunningNotification, session) { [told] _ in
      print("notified: stopped")
      told.yield()
    }
    listen(AVCaptureSession.wasInterruptedNotification, session) { notification in
      let value = notification.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
      let reason = value.flatMap { AVCaptureSession.InterruptionReason(rawValue: $0) }
      print("interrupted: \(reason == .videoDeviceInUseByAnotherClient ? "by another program" : "for a reason")")
    }
    listen(AVCaptureSession.interruptionEndedNotification, session) { _ in print("going on") }
    listen(AVCaptureSession.runtimeErrorNotification, session) { [weak session] notification in
      guard let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
      print("failed: \(error.localizedDescription)")
      // What services lost, a new start brings back.
      if error.code == .mediaServicesWereReset { session?.startRunning() }
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  /// Tells of a camera that adjusts its lens.
  func follow(_ device: AVCaptureDevice) {
    observations.append(
      device.observe(\.isAdjustingFocus, options: [.old, .new]) { _, change in
        if change.newValue == true { print("observed: focusing") }
      })
  }

  /// Waits until it was told in both ways that the session doesn't run any more.
  func sessionStopped() async { for await _ in stops.prefix(2) {} }

  private func listen(
    _ name: Notification.Name, _ session: AVCaptureSession, _ body: @escaping (Notification) -> Void
  ) {
    tokens.append(NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { body($0) })
  }
}
