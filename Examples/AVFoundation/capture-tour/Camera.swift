import AVFoundation

/// What can go wrong on the tour.
enum TourError: Error {
  case noCamera
  case refused(String)
}

/// A session with a camera, a microphone and an output of each kind.
///
/// Everything that takes a while is done on the session's own queue, so that nobody who shows things waits for it.
final class Camera {
  let session = AVCaptureSession()
  let photoOutput = AVCapturePhotoOutput()
  let movieOutput = AVCaptureMovieFileOutput()
  let metadataOutput = AVCaptureMetadataOutput()
  private(set) var videoInput: AVCaptureDeviceInput?
  private let sessionQueue = DispatchQueue(label: "session queue")

  /// Does something on the session's queue, and waits for it without holding a thread up.
  func perform<Result>(_ body: @escaping () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      sessionQueue.async {
        do { continuation.resume(returning: try body()) } catch { continuation.resume(throwing: error) }
      }
    }
  }

  /// Puts the camera at the back, the microphone and the outputs together, all at once.
  func configure() throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.canSetSessionPreset(.hd1280x720) { session.sessionPreset = .hd1280x720 }
    guard let device = Self.camera(at: .back) else { throw TourError.noCamera }
    let input = try AVCaptureDeviceInput(device: device)
    guard session.canAddInput(input) else { throw TourError.refused(device.localizedName) }
    session.addInput(input)
    videoInput = input
    if let microphone = AVCaptureDevice.default(for: .audio) {
      let audioInput = try AVCaptureDeviceInput(device: microphone)
      if session.canAddInput(audioInput) { session.addInput(audioInput) }
    }
    for output in [photoOutput, movieOutput, metadataOutput] as [AVCaptureOutput] {
      guard session.canAddOutput(output) else { throw TourError.refused("\(type(of: output))") }
      session.addOutput(output)
    }
  }

  /// Takes another device in the camera's place; where the session refuses it, all stays as it was.
  func replaceCamera(with device: AVCaptureDevice) throws {
    let new = try AVCaptureDeviceInput(device: device)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let old = videoInput
    if let old = old { session.removeInput(old) }
    guard session.canAddInput(new) else {
      if let old = old { session.addInput(old) }
      throw TourError.refused(device.localizedName)
    }
    session.addInput(new)
    videoInput = new
  }

  /// The camera on a side of the machine.
  static func camera(at position: AVCaptureDevice.Position) -> AVCaptureDevice? {
    AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)
  }

  /// All cameras, by their names.
  static var all: [AVCaptureDevice] {
    AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .unspecified
    ).devices
  }
}
