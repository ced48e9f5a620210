import AVFoundation

/// An error of the tour.
enum TourError: Error {
  case noCamera
  case rejected(String)
}

/// A session with a camera, a microphone and an output of each kind.
///
/// Slow calls run on the session's queue, so that they do not block the main thread.
final class Camera {
  let session = AVCaptureSession()
  let photoOutput = AVCapturePhotoOutput()
  let movieOutput = AVCaptureMovieFileOutput()
  let metadataOutput = AVCaptureMetadataOutput()
  private(set) var videoInput: AVCaptureDeviceInput?
  private let sessionQueue = DispatchQueue(label: "session queue")

  /// Runs a closure on the session's queue and waits for its result without blocking a thread.
  func perform<Result>(_ body: @escaping () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      sessionQueue.async {
        do { continuation.resume(returning: try body()) } catch { continuation.resume(throwing: error) }
      }
    }
  }

  /// Adds the back camera, the microphone and the outputs in one configuration change.
  func configure() throws {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.canSetSessionPreset(.hd1280x720) { session.sessionPreset = .hd1280x720 }
    guard let device = Self.camera(at: .back) else { throw TourError.noCamera }
    let input = try AVCaptureDeviceInput(device: device)
    guard session.canAddInput(input) else { throw TourError.rejected(device.localizedName) }
    session.addInput(input)
    videoInput = input
    if let microphone = AVCaptureDevice.default(for: .audio) {
      let audioInput = try AVCaptureDeviceInput(device: microphone)
      if session.canAddInput(audioInput) { session.addInput(audioInput) }
    }
    for output in [photoOutput, movieOutput, metadataOutput] as [AVCaptureOutput] {
      guard session.canAddOutput(output) else { throw TourError.rejected("\(type(of: output))") }
      session.addOutput(output)
    }
  }

  /// Replaces the camera with another device; keeps the camera if the session rejects the device.
  func replaceCamera(with device: AVCaptureDevice) throws {
    let new = try AVCaptureDeviceInput(device: device)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    let old = videoInput
    if let old = old { session.removeInput(old) }
    guard session.canAddInput(new) else {
      if let old = old { session.addInput(old) }
      throw TourError.rejected(device.localizedName)
    }
    session.addInput(new)
    videoInput = new
  }

  /// Returns the camera at a position.
  static func camera(at position: AVCaptureDevice.Position) -> AVCaptureDevice? {
    AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)
  }

  /// All cameras.
  static var all: [AVCaptureDevice] {
    AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .unspecified
    ).devices
  }
}
