import CaptureFixtures
import Fixtures
import OpenCapturePictures
import OpenCaptureSyntheticDevices
@testable import OpenCapturePhotos
import Testing

@Suite("CaptureStillImageOutput")
struct StillImageOutputTests {
  private func rig() throws -> (SyntheticCamera, CaptureSession, CaptureStillImageOutput) {
    var options = SyntheticCamera.Options()
    options.pacing = .realTime
    let camera = SyntheticCamera(scene: ColorBars(), options: options)
    let session = CaptureSession()
    let output = CaptureStillImageOutput()
    session.sessionPreset = .low
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(output)
    session.startRunning()
    return (camera, session, output)
  }

  @Test("A still is a JPEG, or pixels if requested")
  func still() async throws {
    let (_, session, output) = try rig()
    defer { session.stopRunning() }
    let connection = try #require(output.connection(with: .video))
    let sample = try await output.stillImage(from: connection).sampleBuffer
    let data = try #require(CaptureStillImageOutput.jpegStillImageDataRepresentation(sample))
    #expect(try EncodedPicture(data).info().dimensions == VideoDimensions(width: 320, height: 240))
    #expect(try sample.image().dimensions == VideoDimensions(width: 320, height: 240))
    output.format = .pixels(.bgra)
    let pixels = try await output.stillImage(from: connection).sampleBuffer
    #expect(pixels.pixelBuffer?.format == .bgra)
    #expect(CaptureStillImageOutput.jpegStillImageDataRepresentation(pixels) == nil)
    #expect(!output.isCapturingStillImage)
  }

  @Test("The flash fires for a still in the camera's flash mode, but not for a bracket")
  func flash() async throws {
    let (camera, session, output) = try rig()
    defer { session.stopRunning() }
    let connection = try #require(output.connection(with: .video))
    #expect(try await output.stillImage(from: connection).photo.metadata.exposure.isFlashFired == false)
    try camera.device.lockForConfiguration()
    camera.device.flashMode = .on
    camera.device.unlockForConfiguration()
    let photo = try await output.stillImage(from: connection).photo
    #expect(photo.metadata.exposure.isFlashFired == true && photo.resolvedSettings.isFlashEnabled)
    let isUnlit = Log<Bool>()
    let bracket = [CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: 1)]
    output.captureBracket(from: connection, with: bracket) { still, _, _ in
      isUnlit.append(still?.photo.resolvedSettings.isFlashEnabled == false)
    }
    try isUnlit.wait(for: "the bracket") { $0.count == 1 }
    #expect(isUnlit.all == [true])
  }

  @Test("The file of a camera frame has the tables that the camera omits")
  func tables() throws {
    let frames = MotionJPEG(leavesTablesOut: true)
    let sample = try frames.sample(0, at: .zero)
    let data = try #require(CaptureStillImageOutput.jpegStillImageDataRepresentation(sample))
    #expect(try data.withUnsafeBytes { Array($0) } == frames.wholeBytes(0))
  }

  @Test("The completion handler of a bracket is called for each still with its settings")
  func bracket() throws {
    let (_, session, output) = try rig()
    defer { session.stopRunning() }
    let connection = try #require(output.connection(with: .video))
    let biases = Log<Float?>()
    output.captureBracket(
      from: connection,
      with: [-1, 1].map {
        CaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: $0)
      }
    ) { still, settings, error in
      let bias = (settings as? CaptureAutoExposureBracketedStillImageSettings)?.exposureTargetBias
      biases.append(still == nil || error != nil ? nil : bias)
    }
    try biases.wait(for: "both stills") { $0.count == 2 }
    #expect(biases.all == [-1, 1])
  }

  @Test("Preparing an invalid bracket is an error")
  func prepared() async throws {
    let (_, session, output) = try rig()
    defer { session.stopRunning() }
    let connection = try #require(output.connection(with: .video))
    for (bias, code) in [(Float(1), nil), (9, CaptureError.Code.outOfRange)] {
      let error = await withCheckedContinuation { continuation in
        output.prepareBracket(
          from: connection,
          with: [.autoExposureSettings(exposureTargetBias: bias)]
            as [CaptureAutoExposureBracketedStillImageSettings]
        ) { _, error in continuation.resume(returning: error) }
      }
      #expect(error?.code == code)
    }
  }

  @Test("A connection of another output is an error, and so is a stopped session")
  func refused() async throws {
    let (_, session, output) = try rig()
    let connection = try #require(output.connection(with: .video))
    session.stopRunning()
    for connection in [connection, CaptureConnection(inputPorts: [], output: CaptureStillImageOutput())] {
      let error = await #expect(throws: CaptureError.self) { try await output.stillImage(from: connection) }
      #expect(error?.code == .photoNotAvailable)
    }
  }
}
