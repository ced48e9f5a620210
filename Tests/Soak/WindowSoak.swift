import Fixtures
import Glibc
import OpenCapture
import OpenCaptureSystem

/// A camera shown in a preview window, on the display selected by the environment.
struct WindowSoak {
  private let camera: SyntheticCamera
  private let session = CaptureSession()
  private let layer: PreviewLayer
  private let window: PreviewWindow

  init() throws {
    var options = SyntheticCamera.Options()
    options.pacing = .stepped
    camera = SyntheticCamera(options: options)
    session.sessionPreset = .vga640x480
    session.resumesAfterInterruption = true
    try session.add(CaptureDeviceInput(device: camera.device))
    layer = PreviewLayer(session: session)
    window = try PreviewWindow(
      title: "soak", layer: layer, dimensions: VideoDimensions(width: 640, height: 480))
  }

  /// Resizes the window or reconnects the camera a number of times.
  func run(_ what: String, _ count: Int) throws {
    session.startRunning()
    let failure = Locked(Failure())
    let worker = NamedThread(name: "soak") { [self] in
      do {
        for checkpoint in 1...Report.count {
          for round in count * (checkpoint - 1) / Report.count..<count * checkpoint / Report.count {
            try see()
            if what == "resizes" { try resize(round) } else { try reconnect() }
          }
          Report.print([(what, count * checkpoint / Report.count), ("shown", Int(window.statistics.shownCount))])
        }
      } catch {
        failure.withLock { $0.error = error }
      }
      window.close()
    }
    try window.run { _ in }
    worker?.join()
    session.stopRunning()
    if let error = failure.withLock({ $0.error }) { throw error }
  }

  private struct Failure: Lockable {
    var error: (any Error)?
  }

  /// Makes a frame and waits until the window shows it.
  private func see() throws(TimedOut) {
    let count = window.statistics.shownCount
    camera.step()
    try wait(for: "the frame is on the screen") { window.statistics.shownCount > count }
  }

  private func resize(_ round: Int) throws(TimedOut) {
    let size = VideoDimensions(width: 200 + round * 37 % 600, height: 150 + round * 53 % 500)
    window.resize(to: size)
    try wait(for: "the window is \(size)") { window.geometry.bounds.size == size.size }
  }

  private func reconnect() throws(TimedOut) {
    camera.inject(.vanish)
    camera.step()
    try wait(for: "the camera is disconnected") { session.isInterrupted && !layer.isPreviewing }
    camera.recover()
    try wait(for: "the camera is reconnected") { !session.isInterrupted }
  }

  private func wait(for what: String, _ condition: () -> Bool) throws(TimedOut) {
    try TimedOut.unless(what) { deadline in
      while !condition() {
        if MonotonicClock.now() > deadline { return false }
        usleep(500)
      }
      return true
    }
  }
}
