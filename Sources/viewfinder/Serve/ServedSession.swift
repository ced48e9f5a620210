import Dispatch
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureLivePage
import OpenCaptureSystem

/// A session with one camera at a time that can also take photos and record.
///
/// Only the queue of the page's commands changes it.
final class ServedSession: Sendable {
  let session = CaptureSession()
  let photos: CapturePhotoOutput?
  let movie: CaptureMovieFileOutput?
  let frames: ServedFrames
  private let options: ServeCommand
  private let input: Locked<CaptureDeviceInput>

  /// Prepares a camera.
  ///
  /// - Parameters:
  ///   - keepsFiles: Whether photos and movies can be taken.
  ///   - show: Receives frames, one at a time.
  /// - Throws: `CaptureError` if the camera cannot be opened, or if a setting is not supported.
  init(
    _ device: CaptureDevice, _ options: ServeCommand, keepsFiles: Bool,
    show: @escaping @Sendable (SampleBuffer) -> Void
  ) throws(CaptureError) {
    self.options = options
    photos = keepsFiles ? CapturePhotoOutput() : nil
    movie = keepsFiles ? CaptureMovieFileOutput() : nil
    frames = ServedFrames(show)
    let input = try CaptureDeviceInput(device: device)
    self.input = Locked(input)
    // The session waits for a camera that is disconnected.
    session.resumesAfterInterruption = true
    session.beginConfiguration()
    try session.addInput(input)
    try session.addOutput(frames)
    if let photos { try session.addOutput(photos) }
    if let movie { try session.addOutput(movie) }
    try session.require(options.camera.preset, of: device.localizedName)
    try session.commitConfiguration()
    applyRotation()
  }

  /// The current camera.
  var device: CaptureDevice { input.withLock { $0 }.device }

  /// The orientation of its frames.
  var orientation: ImageOrientation { frames.connection(with: .video)?.videoTransform ?? .up }

  /// Changes the camera; if that fails, the previous one continues.
  func show(_ device: CaptureDevice) throws(CaptureError) {
    let old = input.withLock { $0 }
    let new = try CaptureDeviceInput(device: device)
    session.beginConfiguration()
    session.removeInput(old)
    do throws(CaptureError) {
      try session.addInput(new)
    } catch {
      // Restores the session's previous inputs.
      try? session.addInput(old)
      try? session.commitConfiguration()
      throw error
    }
    try session.commitConfiguration()
    input.withLock { $0 = new }
    applyRotation()
  }

  private func applyRotation() {
    for connection in session.connections { connection.videoRotation = options.processing.rotate }
  }
}

extension CaptureDeviceInput: Lockable {}

/// A session output that delivers the newest frames on a separate queue.
final class ServedFrames: CaptureOutput {
  let link = CaptureOutputLink()
  let receivers: [any SampleReceiver]
  private let delivery: SampleDelivery

  /// Makes an output.
  ///
  /// - Parameter show: Receives frames, one at a time.
  init(_ show: @escaping @Sendable (SampleBuffer) -> Void) {
    delivery = SampleDelivery(on: DispatchQueue(label: "served frames", qos: .userInteractive)) { _, event in
      if case .sample(let sample, _) = event { show(sample) }
    }
    receivers = [delivery]
  }

  /// The numbers of delivered and dropped frames so far.
  var statistics: CaptureOutputStatistics { delivery.statistics }
}

/// The files that were taken on the page during this run, whose names only the server chooses.
struct ServedFolder: Lockable {
  let path: InputPath
  private(set) var files: [LiveState.File] = []

  init(_ path: InputPath) { self.path = path }

  /// Adds a file.
  mutating func add(_ file: InputPath) {
    files.append(
      LiveState.File(name: file.lastComponent.text, byteCount: FileSystem.byteCount(file.text) ?? 0))
  }

  /// Returns the path of a file of this run; nil for other names.
  func path(of name: String) -> String? {
    files.contains { $0.name == name } ? path.appending(InputPath(name)).text : nil
  }
}
