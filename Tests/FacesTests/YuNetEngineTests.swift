import Fixtures
import Foundation
@testable import OpenCaptureFaces
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import OpenCaptureSyntheticDevices
import Testing

@Suite("YuNetEngine")
struct YuNetEngineTests {
  @Test("A missing model is an error with the searched folders")
  func missing() throws {
    let error = #expect(throws: FaceError.self) { try YuNetEngine(FaceModelLocator(folder: "/nowhere")) }
    #expect(error?.code == .modelNotFound && error?.reason.contains("/nowhere") == true)
    let file = #expect(throws: FaceError.self) { try YuNetEngine(contentsOf: "/nowhere/a.onnx") }
    #expect(file?.code == .modelUnusable && file?.subject == "/nowhere/a.onnx")
  }

  @Test("A file that is no model is an error", arguments: ["", "text", "\u{8}\u{7}\u{12}\u{4}test"])
  func unusable(_ content: String) throws {
    try TemporaryFolder.with { folder in
      let file = folder.file("model.onnx", Array(content.utf8))
      let error = #expect(throws: FaceError.self) { try YuNetEngine(contentsOf: file.path) }
      #expect(error?.code == .modelUnusable && error?.reason.contains("OpenCV") == true)
    }
  }

  @Test("The first known model of the first folder is used")
  func search() throws {
    try TemporaryFolder.with { folder in
      for name in [FaceModelLocator.fileNames[2], FaceModelLocator.fileNames[1], "other.onnx"] {
        _ = folder.file(name, [0])
      }
      let found = try FaceModelLocator(folder: folder.url.path).path()
      #expect(found == "\(folder.url.path)/\(FaceModelLocator.fileNames[1])")
    }
    #expect(FaceModelLocator().folders.suffix(2) == FaceModelLocator.systemFolders)
  }

  @Test("Unknown engines and models without a file are rejected")
  func options() throws {
    var registry = ProcessorRegistry.builtIn
    try registry.registerFaces()
    #expect(throws: ProcessingError.self) { try registry.makeAll("faces:engine=other") }
    let error = #expect(throws: ProcessingError.self) { try registry.makeAll("faces:model=/nowhere.onnx") }
    #expect("\(try #require(error))".contains("/nowhere.onnx"))
  }
}

/// Whether a model is installed; `Scripts/install-face-model` installs one.
private let hasModel = (try? FaceModelLocator().path()) != nil

@Suite("YuNetEngine with a model", .enabled(if: hasModel, "Scripts/install-face-model installs a model."))
struct YuNetModelTests {
  private let faces = [
    DrawnFace(center: Point(x: 200, y: 160), size: 120, lightness: 200),
    DrawnFace(center: Point(x: 460, y: 300), size: 150, roll: 15, lightness: 190),
  ]

  private func picture(width: Int = 640, height: Int = 480) throws -> PixelBuffer {
    try DrawnFace.picture(faces, width: width, height: height)
  }

  @Test(
    "Faces in a picture have landmarks, roll and yaw in device coordinates", arguments: DetectionEffort.allCases)
  func picture(_ effort: DetectionEffort) throws {
    var detector = FaceDetector(engine: try YuNetEngine())
    detector.effort = effort
    let found = try detector.detect(picture()).sorted { $0.boundingBox.minX < $1.boundingBox.minX }
    try #require(found.count == 2)
    for (face, drawn) in zip(found, faces) {
      #expect(abs(face.boundingBox.center.x * 640 - drawn.center.x) < 20)
      #expect(abs(face.boundingBox.center.y * 480 - drawn.center.y) < 30)
      #expect(abs((face.roll ?? 90) - drawn.roll) < (effort == .fast ? 15 : 6) && abs(face.yaw ?? 90) < 15)
      let landmarks = try #require(face.landmarks)
      #expect(landmarks.points.allSatisfy { face.boundingBox.minX < $0.x && $0.x < face.boundingBox.maxX })
      #expect(landmarks.rightEye.x < landmarks.leftEye.x && landmarks.rightEye.y < landmarks.rightMouthCorner.y)
    }
  }

  @Test(
    "Rotated and mirrored pictures, other formats and a region give the same faces",
    arguments: [ImageOrientation.right, .down, .left, .upMirrored, .leftMirrored])
  func orientations(_ orientation: ImageOrientation) throws {
    let engine = try YuNetEngine()
    let upright = try picture()
    let stored = try upright.uprightCopy(orientation.inverse)
    let pictures = try [stored.yuyv()] + [PixelFormat.bgra, .i420, .nv12].map { try stored.converted(to: $0) }
    for picture in pictures {
      var detector = FaceDetector(engine: engine)
      let found = try detector.detect(picture, orientation: orientation)
      #expect(found.count == 2)
      let transform = PictureTransform.uprightPixels(of: stored.dimensions, orientation: orientation)
      let places = found.map { $0.transformed(by: transform).boundingBox.center.x }.sorted()
      #expect(zip(places, faces).allSatisfy { abs($0 - $1.center.x) < 20 })
      // The half with the first face.
      let region = Rect(x: 0, y: 0, width: 320, height: 480)
      detector.rectOfInterest = transform.inverse.apply(region)
      let half = try detector.detect(picture, orientation: orientation)
      #expect(half.count == 1)
    }
  }

  @Test("A small and a huge face are found in a large picture")
  func sizes() throws {
    let mixed = [
      DrawnFace(center: Point(x: 1200, y: 1100), size: 1400, lightness: 200),
      DrawnFace(center: Point(x: 2700, y: 400), size: 110, lightness: 200),
    ]
    let picture = try DrawnFace.picture(mixed, width: 3000, height: 2200)
    let found = try FaceDetector(engine: YuNetEngine()).detect(picture)
    #expect(found.count == 2)
  }

  @Test("A tracked face keeps its number and is tracked closely", arguments: [8.0, 30, 60])
  func tracking(_ rate: Double) throws {
    var tracker = FaceTracker(engine: try YuNetEngine())
    var first: Int?
    for index in 0..<Int(rate * 2) {
      let time = Double(index) / rate
      let x = 120 + 100 * time
      let picture = try DrawnFace.picture(
        [DrawnFace(center: Point(x: x, y: 120), size: 90, lightness: 200)], width: 480, height: 240)
      let timing = SampleTiming(presentationTimeStamp: MediaTime(seconds: time, preferredTimescale: 90_000))
      let found = try tracker.track(SampleBuffer(pixelBuffer: picture, timing: timing))
      if first == nil, !found.isEmpty { first = index }
      guard first != nil else { continue }
      #expect(found.map(\.faceID) == [1])
      #expect(abs((found.first?.boundingBox.center.x ?? 0) * 480 - x) < 20)
    }
    #expect(Double(try #require(first)) / rate < 0.5)
  }

  @Test("Several threads can share an engine")
  func threads() async throws {
    let detector = FaceDetector(engine: try YuNetEngine())
    let picture = try picture()
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { try detector.detect(picture).count } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 2, count: 8))
  }
}

extension PixelBuffer {
  /// Returns a grey picture in a format in which pixels share chroma.
  fileprivate func yuyv() throws -> PixelBuffer {
    let luma = withUnsafePlane(0) { Array($0) }
    let stride = planes[0].bytesPerRow
    var copy = try PixelBuffer(format: .yuyvFullRange, width: width, height: height)
    let target = copy.planes[0].bytesPerRow
    try copy.withUnsafeMutablePlane(0) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          bytes[y * target + 2 * x] = luma[y * stride + x]
          bytes[y * target + 2 * x + 1] = 128
        }
      }
    }
    return copy
  }
}
