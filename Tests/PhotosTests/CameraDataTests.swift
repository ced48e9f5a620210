import CaptureFixtures
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
@testable import OpenCapturePhotos
import Testing

@Suite("Photos that keep the camera's data")
struct CameraDataTests {
  private static let size = VideoDimensions(width: 64, height: 48)

  /// Takes photos in a session with a camera that delivers a given frame.
  private func take(
    _ frame: SampleBuffer, _ settings: CapturePhotoSettings, _ change: (CaptureConnection) -> Void = { _ in }
  ) throws -> [CapturePhoto] {
    let camera = FrameCamera(frame.format)
    let session = CaptureSession()
    let output = CapturePhotoOutput()
    let log = PhotoLog()
    let device = CaptureDevice(camera)
    try session.add(CaptureDeviceInput(device: device))
    try session.add(output)
    output.captureController.timeout = 600_000_000_000
    try change(#require(output.connection(with: .video)))
    session.startRunning()
    defer { session.stopRunning() }
    try output.capturePhoto(with: settings, delegate: log)
    camera.deliver(frame)
    try log.waitForEnd()
    #expect(log.steps.all == PhotoLog.expected(photos: settings.photosPerFrame))
    return log.photos.all
  }

  private func frame(_ codec: VideoCodecType, _ bytes: [UInt8]) throws -> SampleBuffer {
    let time = SampleTiming(
      presentationTimeStamp: .hostTime + MediaTime(value: 1, timescale: 1),
      duration: MediaTime(value: 1, timescale: 30))
    return SampleBuffer(
      data: try DataBuffer(copying: bytes.span.bytes),
      format: FormatDescription(codec: codec, dimensions: Self.size), decoder: PictureDecoder(),
      timing: time)
  }

  private func jpeg() throws -> [UInt8] {
    var picture = try PixelBuffer(format: .rgb24, width: Self.size.width, height: Self.size.height)
    var random = SeededGenerator(seed: 1)
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    }
    return try JPEGEncoder(quality: 60, chromaSampling: .halfWidth).encode(picture).data.withUnsafeBytes {
      Array($0)
    }
  }

  /// Returns the last scan of a file, from its marker to the end.
  private func scan(_ file: [UInt8]) throws -> [UInt8] {
    let start = try #require(file.indices.last { file[$0...].starts(with: [0xff, 0xda]) })
    return Array(file[start...])
  }

  @Test("The photo keeps the scan of the camera's JPEG byte for byte", arguments: VideoRotation.allCases)
  func motionJPEG(rotation: VideoRotation) throws {
    let bytes = try jpeg()
    for isMirrored in [false, true] {
      var expected = ImageOrientation.up
      var settings = CapturePhotoSettings()
      settings.embeddedThumbnailDimensions = VideoDimensions(width: 32, height: 32)
      let photo = try #require(
        take(frame(.jpeg, bytes + [0, 0, 0, 0]), settings) { connection in
          connection.videoRotation = rotation
          connection.isVideoMirrored = isMirrored
          expected = connection.videoTransform
        }.first)
      #expect(photo.isCameraData)
      let file = try #require(photo.fileDataRepresentation()).withUnsafeBytes { Array($0) }
      #expect(try scan(file) == scan(bytes))
      #expect(try EncodedPicture(copying: file.span.bytes).info().orientation == expected)
    }
  }

  @Test(
    "A photo has the Huffman tables that the camera omits, and keeps the camera's scan",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")))
  func tables() throws {
    try TemporaryFolder.with { folder in
      let bytes = try jpeg()
      let path = folder.path("photo.jpg")
      let photo = try #require(take(frame(.jpeg, bytes.withoutHuffmanTables), CapturePhotoSettings()).first)
      #expect(photo.isCameraData)
      let file = try #require(photo.fileDataRepresentation()).withUnsafeBytes { Array($0) }
      #expect(try scan(file) == scan(bytes))
      #expect(JPEGHeader(file.span.bytes)?.missingTables == [])
      #expect(try EncodedPicture(copying: file.span.bytes).decoded().damage == nil)
      try Data(file).write(to: URL(fileURLWithPath: path))
      let found = try Command(at: "/usr/bin/exiftool").run(["-validate", "-warning", "-s3", path])
      #expect(found.text == "OK\n" && found.errors.isEmpty)
    }
  }

  @Test("A photo with another size, quality or codec is encoded again")
  func encodedAgain() throws {
    var smaller = CapturePhotoSettings()
    smaller.maxPhotoDimensions = VideoDimensions(width: 32, height: 32)
    let all = [
      smaller, CapturePhotoSettings(format: .compressed(.jpeg, quality: 0.5)),
      CapturePhotoSettings(format: .compressed(.png)),
    ]
    for settings in all { #expect(try take(frame(.jpeg, jpeg()), settings).first?.isCameraData == false) }
  }

  @Test("A raw photo is a DNG with the exact sensor values")
  func raw() throws {
    var random = SeededGenerator(seed: 2)
    let values = (0..<Self.size.width * Self.size.height).map { _ in UInt8.random(in: 0...255, using: &random) }
    let code = VideoCodecType(rawValue: "GRBG")
    let photo = try #require(
      take(frame(code, values), CapturePhotoSettings(rawPixelFormatType: PixelFormat(rawValue: "GRBG"))).first)
    #expect(photo.isRawPhoto && photo.fileType == .dng)
    #expect(photo.resolvedSettings.rawPhotoDimensions == Self.size)
    #expect(photo.resolvedSettings.photoDimensions == VideoDimensions(width: 0, height: 0))
    let file = try #require(photo.fileDataRepresentation()).withUnsafeBytes { Array($0) }
    #expect(Array(file.suffix(values.count)) == values)
  }
}
