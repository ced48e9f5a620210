import AVFoundation
import TutorialScreen

/// A program that takes photos, brackets and movies with all of their settings.
///
/// For iOS 18. macOS has no brackets and no raw photos.
@main
struct StillsAndMovies {
  enum Failure: Error { case noCamera, rejected }

  let session = AVCaptureSession()
  let photoOutput = AVCapturePhotoOutput()
  let movieOutput = AVCaptureMovieFileOutput()

  static func main() {
    let program = StillsAndMovies()
    let layer = AVCaptureVideoPreviewLayer(session: program.session)
    Screen.run("Stills and movies", showing: layer, steps: { screen in try await program.run(on: screen) })
  }

  func run(on screen: Screen) async throws {
    guard await AVCaptureDevice.requestAccess(for: .video) else { return print("Access to the camera denied.") }
    _ = await AVCaptureDevice.requestAccess(for: .audio)
    let camera = try configure()
    session.startRunning()
    let stills = Stills(output: photoOutput)
    try await stills.takeJPEG()
    try await stills.takeHEIC()
    try await stills.takeRaw()
    if camera.isExposureModeSupported(.custom) {
      try await stills.takeBiasBracket()
      try await stills.takeManualBracket(within: camera.activeFormat)
    } else {
      print("brackets: not supported")
    }
    let movies = Movies(output: movieOutput)
    movies.chooseSettings()
    await movies.recordToMaximumDuration()
    await movies.recordWithPause()
    await screen.untilClosed()
    session.stopRunning()
  }

  /// Adds the camera, the microphone and both outputs; returns the camera.
  private func configure() throws -> AVCaptureDevice {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.canSetSessionPreset(.vga640x480) { session.sessionPreset = .vga640x480 }
    guard let camera = AVCaptureDevice.default(for: .video) else { throw Failure.noCamera }
    let input = try AVCaptureDeviceInput(device: camera)
    guard session.canAddInput(input) else { throw Failure.rejected }
    session.addInput(input)
    for output in [photoOutput, movieOutput] as [AVCaptureOutput] {
      guard session.canAddOutput(output) else { throw Failure.rejected }
      session.addOutput(output)
    }
    // A movie without sound is better than none.
    if let microphone = AVCaptureDevice.default(for: .audio),
      let audioInput = try? AVCaptureDeviceInput(device: microphone), session.canAddInput(audioInput)
    {
      session.addInput(audioInput)
    }
    photoOutput.maxPhotoQualityPrioritization = .quality
    return camera
  }
}
