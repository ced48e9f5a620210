import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// The camera that a window shows, in a session that photos are taken and movies recorded in as well.
final class WindowCamera: Sendable {
  private struct Selected: Lockable {
    var device: CaptureDevice
    var input: CaptureDeviceInput
  }

  let session = CaptureSession()
  private let output = FrameOutput(.newest)
  private let selected: Locked<Selected>
  /// Kept, so that the cameras' drivers live.
  private let catalog: CameraCatalog
  private let preset: CaptureSession.Preset

  /// Prepares the camera of this name.
  ///
  /// - Throws: `CaptureError` where there is none of this name, or it doesn't have what the preset asks for.
  init(_ name: String, _ options: CameraOptions) throws(CaptureError) {
    (catalog, preset) = (try options.catalog(), options.preset)
    let device = try catalog.device(name)
    let input = try CaptureDeviceInput(device: device)
    selected = Locked(Selected(device: device, input: input))
    // A camera that was unplugged is waited for, and the window stays.
    session.resumesAfterInterruption = true
    session.beginConfiguration()
    try session.addInput(input)
    try session.addOutput(output)
    try session.require(preset, of: input.name)
    try session.commitConfiguration()
  }

  /// The camera that is shown.
  var device: CaptureDevice { selected.withLock { $0.device } }

  /// What was delivered and dropped so far.
  var statistics: CaptureOutputStatistics { output.subscription.statistics }

  /// What the camera granted, in words; nil before it streams.
  var grantedFormat: String? { device.grantedConfiguration.map { "\($0)" } }

  /// Hands out the newest frames until the session stops.
  ///
  /// - Throws: `CaptureError` where the camera fails for good; what `body` throws.
  func run(_ body: (SampleBuffer) throws -> Bool) throws {
    while let sample = try output.subscription.waitForNext() {
      guard !Interruption.isRequested, try body(sample) else { return }
    }
  }

  /// Shows the next camera of the machine, round and round.
  ///
  /// - Returns: The camera; nil where there is no other.
  /// - Throws: `CaptureError` where none of the others starts; the one before is shown then.
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
      // What was drafted is forgotten with it.
      session.addBack(selected.withLock { $0.input })
      throw error
    }
    try session.commitConfiguration()
    selected.withLock { $0 = new }
  }
}

extension CaptureSession {
  /// Puts an input back into a draft that it was taken out of, and ends that.
  fileprivate func addBack(_ input: CaptureDeviceInput) {
    try? addInput(input)
    try? commitConfiguration()
  }
}
