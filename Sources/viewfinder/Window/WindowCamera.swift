import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// The camera of a window, in a session that can also take photos and record.
final class WindowCamera: Sendable {
  private struct Selected: Lockable {
    var device: CaptureDevice
    var input: CaptureDeviceInput
  }

  let session = CaptureSession()
  private let output = FrameOutput(.newest)
  private let selected: Locked<Selected>
  /// The catalogue of the cameras, which keeps their drivers alive.
  private let catalog: CameraCatalog
  private let preset: CaptureSession.Preset

  /// Prepares the camera with a name.
  ///
  /// - Throws: `CaptureError` if the camera does not exist, or no format fits the preset.
  init(_ name: String, _ options: CameraOptions) throws(CaptureError) {
    catalog = try options.catalog()
    preset = options.preset
    let device = try catalog.device(name)
    let input = try CaptureDeviceInput(device: device)
    selected = Locked(Selected(device: device, input: input))
    // The session waits for a camera that is disconnected, and the window stays open.
    session.resumesAfterInterruption = true
    session.beginConfiguration()
    try session.addInput(input)
    try session.addOutput(output)
    try session.require(preset, of: input.name)
    try session.commitConfiguration()
  }

  /// The current camera.
  var device: CaptureDevice { selected.withLock { $0.device } }

  /// The numbers of delivered and dropped frames so far.
  var statistics: CaptureOutputStatistics { output.subscription.statistics }

  /// The camera's actual format as text; nil before it streams.
  var actualFormat: String? { device.actualConfiguration.map { "\($0)" } }

  /// Passes the newest frames to `body` until the session stops or `body` returns false.
  ///
  /// - Throws: `CaptureError` if the camera fails permanently; errors of `body`.
  func run(_ body: (SampleBuffer) throws -> Bool) throws {
    while let sample = try output.subscription.waitForNext() {
      guard !Interruption.isRequested, try body(sample) else { return }
    }
  }

  /// Changes to the next available camera; the first follows the last.
  ///
  /// - Returns: The camera; nil if it is the only one.
  /// - Throws: `CaptureError` if none of the others starts; the current camera then continues.
  func switchToNext() throws(CaptureError) -> CaptureDevice? {
    let current = device
    let devices = catalog.devices
    let place = devices.firstIndex { $0 === current } ?? 0
    var failure: CaptureError?
    for offset in 1..<max(1, devices.count) {
      let next = devices[(place + offset) % devices.count]
      do throws(CaptureError) {
        try show(next)
        return next
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }

  private func show(_ device: CaptureDevice) throws(CaptureError) {
    let new = Selected(device: device, input: try CaptureDeviceInput(device: device))
    session.beginConfiguration()
    session.removeInput(selected.withLock { $0.input })
    do throws(CaptureError) {
      try session.addInput(new.input)
    } catch {
      // Restores the session's previous inputs.
      session.addBack(selected.withLock { $0.input })
      throw error
    }
    try session.commitConfiguration()
    selected.withLock { $0 = new }
  }
}

extension CaptureSession {
  /// Adds an input again that was removed in the current configuration, and commits.
  fileprivate func addBack(_ input: CaptureDeviceInput) {
    try? addInput(input)
    try? commitConfiguration()
  }
}
