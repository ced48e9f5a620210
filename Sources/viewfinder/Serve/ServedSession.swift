import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// A session that shows one camera at a time, and takes photos and records where there is a place for them.
///
/// Its changes are made by one queue, that of the page's commands.
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
  ///   - keepsFiles: Whether photos are taken, and movies recorded.
  ///   - show: Takes frames, one at a time.
  /// - Throws: `CaptureError` where the camera can't be opened, or doesn't take what is to be set.
  init(
    _ device: CaptureDevice, _ options: ServeCommand, keepsFiles: Bool,
    show: @escaping @Sendable (SampleBuffer) -> Void
  ) throws(CaptureError) {
    self.options = options
    (photos, movie) = keepsFiles ? (CapturePhotoOutput(), CaptureMovieFileOutput()) : (nil, nil)
    frames = ServedFrames(show)
    let input = try CaptureDeviceInput(device: device)
    self.input = Locked(input)
    // A camera that is unplugged is waited for.
    session.resumesAfterInterruption = true
    session.beginConfiguration()
    try session.addInput(input)
    try session.addOutput(frames)
    if let photos { try session.addOutput(photos) }
    if let movie { try session.addOutput(movie) }
    try session.require(options.camera.preset, of: device.localizedName)
    try session.commitConfiguration()
    turn()
  }

  /// The camera that is shown.
  var device: CaptureDevice { input.withLock { $0 }.device }

  /// How its pictures are turned.
  var orientation: ImageOrientation { frames.connection(with: .video)?.videoTransform ?? .up }

  /// Shows another camera; the one before goes on where that can't be.
  func show(_ device: CaptureDevice) throws(CaptureError) {
    let (old, new) = (input.withLock { $0 }, try CaptureDeviceInput(device: device))
    session.beginConfiguration()
    session.removeInput(old)
    do throws(CaptureError) {
      try session.addInput(new)
    } catch {
      // What was begun is ended as it began.
      try? session.addInput(old)
      try? session.commitConfiguration()
      throw error
    }
    try session.commitConfiguration()
    input.withLock { $0 = new }
    turn()
  }

  private func turn() {
    for connection in session.connections { connection.videoRotation = options.processing.rotate }
  }
}

extension CaptureDeviceInput: Lockable {}
