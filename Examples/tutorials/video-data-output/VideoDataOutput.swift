import AVFoundation
import CoreImage
import TutorialScreen

/// A program that receives frames: late, mirrored, rotated and at a fixed rate, and changes their pixels.
///
/// For iOS. macOS has no cameras by position.
@main
struct VideoDataOutput {
  enum Failure: Error { case noCamera, rejected }

  let session = AVCaptureSession()
  let reader = FrameReader()

  static func main() {
    let program = VideoDataOutput()
    let layer = AVCaptureVideoPreviewLayer(session: program.session)
    Screen.run("Video data output", showing: layer, steps: { screen in try await program.run(on: screen) })
  }

  func run(on screen: Screen) async throws {
    guard await AVCaptureDevice.requestAccess(for: .video) else { return print("Access to the camera denied.") }
    let camera = try configure()
    session.startRunning()
    try await lockFrameRate(of: camera)
    let reasons = await reader.reasonsOfDrops(3)
    print("dropped: \(reasons.joined(separator: ", "))")
    await mirrorAndRotate()
    try await removeColors()
    await screen.untilClosed()
    session.stopRunning()
  }

  /// Adds the front camera, or the only one, and the output; returns the camera.
  private func configure() throws -> AVCaptureDevice {
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.canSetSessionPreset(.vga640x480) { session.sessionPreset = .vga640x480 }
    let front = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
    guard let camera = front ?? AVCaptureDevice.default(for: .video) else { throw Failure.noCamera }
    let input = try AVCaptureDeviceInput(device: camera)
    guard session.canAddInput(input), session.canAddOutput(reader.output) else { throw Failure.rejected }
    session.addInput(input)
    session.addOutput(reader.output)
    // The format of cameras, so that nothing is converted. The formats depend on the camera, which must be added.
    let format = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    guard reader.output.availableVideoPixelFormatTypes.contains(format) else { throw Failure.rejected }
    reader.output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: format]
    return camera
  }

  /// Sets the lowest and the highest rate to 15 frames per second, or to the camera's lowest rate above.
  private func lockFrameRate(of camera: AVCaptureDevice) async throws {
    let longest = camera.activeFormat.videoSupportedFrameRateRanges.map(\.maxFrameDuration)
    let duration = longest.reduce(CMTime(value: 1, timescale: 15), CMTimeMinimum)
    try camera.lockForConfiguration()
    camera.activeVideoMinFrameDuration = duration
    camera.activeVideoMaxFrameDuration = duration
    camera.unlockForConfiguration()
    var last = CMTime.invalid
    // Frames in progress have the former rate. A dropped frame doubles the distance.
    let distance = await reader.firstValue { sampleBuffer -> Double? in
      let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
      defer { last = time }
      let distance = CMTimeSubtract(time, last).seconds
      return abs(distance / duration.seconds - 1) < 0.2 ? distance : nil
    }
    print("frame rate: \(Int((1 / distance).rounded())) frames per second")
  }

  /// Mirrors frames, and rotates them as for a phone held upright.
  private func mirrorAndRotate() async {
    guard let connection = reader.output.connection(with: .video) else { return }
    if connection.isVideoMirroringSupported {
      // Otherwise the pictures of a front camera can be mirrored automatically.
      connection.automaticallyAdjustsVideoMirroring = false
      connection.isVideoMirrored = false
    }
    let original = await luma { _ in true }
    print("original: \(original.width)x\(original.height), black on the \(original.blackSide)")
    if connection.isVideoMirroringSupported { connection.isVideoMirrored = true }
    // Frames in progress are not mirrored or rotated.
    let mirrored = await luma { $0.blackSide != original.blackSide }
    print("mirrored: \(mirrored.width)x\(mirrored.height), black on the \(mirrored.blackSide)")
    guard connection.isVideoRotationAngleSupported(90) else { return }
    connection.videoRotationAngle = 90
    let rotated = await luma { $0.width != original.width }
    print("rotated: \(rotated.width)x\(rotated.height)")
    connection.videoRotationAngle = 0
  }

  /// Returns the luma of the first frame that passes a test.
  private func luma(where isRight: @escaping (Luma) -> Bool) async -> Luma {
    await reader.firstValue { sampleBuffer in
      guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return nil }
      let luma = Luma(pixelBuffer)
      return isRight(luma) ? luma : nil
    }
  }

  /// Removes the color of a frame and writes it.
  private func removeColors() async throws {
    let pixelBuffer = await reader.firstValue { CMSampleBufferGetImageBuffer($0) }
    let before = Luma(pixelBuffer).mean
    removeColor(pixelBuffer)
    print("brightness: \(before), without color \(Luma(pixelBuffer).mean)")
    let file = Screen.file("gray.jpg")
    try CIContext().writeJPEGRepresentation(
      of: CIImage(cvPixelBuffer: pixelBuffer), to: file, colorSpace: CGColorSpaceCreateDeviceRGB())
  }
}
